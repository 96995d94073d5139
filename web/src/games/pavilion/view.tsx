/** The table of the Summer Pavilion. */
import look from 'look/pavilion.json';
import { t } from '../../language.ts';
import type { PavilionScene } from '../../messages.ts';
import { isNarrow, isSideways } from '../../screen.ts';
import { Displays, groups } from '../displays.tsx';
import { Thing, Tile } from '../pieces.tsx';
import type { View } from '../view.ts';
import { PavilionBoard } from './board.tsx';
import { rhombus, towards, TIP } from './geometry.ts';
import { isTaken } from './offer.ts';

const JOKERS = look.jokers; // by round

/** The rounds as a star, a rhombus for each; this round's joker shines. */
function RoundStar({ scene, x, y }: { scene: PavilionScene; x: number; y: number }) {
  const s = look.round_side;
  return (
    <Rounds scene={scene}>
      {(colour, i, isNow) => {
        const at = towards([x, y], 60 * i, isNow ? 5 : 0);
        const [u, v] = towards([x, y], 60 * i, 1.2 * TIP * s + (isNow ? 6 : 0));
        return (
          <>
            <g transform={`rotate(${60 * i} ${at[0]} ${at[1]})`}>
              <path class="joker-glow" d={rhombus(at, s * 1.12)} />
              <use href={`#rhomb-${colour}`} x={at[0] - (TIP * s) / 2} y={at[1] - TIP * s} width={TIP * s} height={TIP * s} />
            </g>
            <text x={u} y={v + 4}>
              {i + 1}
            </text>
          </>
        );
      }}
    </Rounds>
  );
}

/** The same in a row, where there is little room. */
function RoundRow({ scene, x, y }: { scene: PavilionScene; x: number; y: number }) {
  return (
    <Rounds scene={scene}>
      {(colour, i, isNow) => {
        const [size, middle] = [isNow ? 58 : 42, x + i * 30];
        return (
          <>
            <path class="joker-glow" d={rhombus([middle, y + size / 2 + 6], (size + 12) / TIP)} />
            <use href={`#rhomb-${colour}`} x={middle - size / 2} y={y - size / 2} width={size} height={size} />
          </>
        );
      }}
    </Rounds>
  );
}

function Rounds(props: {
  scene: PavilionScene;
  children: (colour: string, i: number, isNow: boolean) => preact.ComponentChildren;
}) {
  const { joker, round } = props.scene;
  const said = t('ui.pavilion.joker', { colour: joker ? `colour.${joker}` : 'ui.pavilion.any' });
  return (
    <g role="img" aria-label={said}>
      <title>{said}</title>
      {JOKERS.map((colour, i) => {
        const when = i + 1 === round ? 'now' : i + 1 < round ? 'past' : '';
        return (
          <g key={colour} class={`joker ${when}`}>
            {props.children(colour, i, i + 1 === round)}
          </g>
        );
      })}
    </g>
  );
}

/** Where the tiles of the supply lie: in rows below the rounds, or in one beside them. */
const SUPPLY = look.supply;
type Shape = keyof typeof SUPPLY;

/** The supply: tiles that ornaments bring. */
function Supply({ scene, shape }: { scene: PavilionScene; shape: Shape }) {
  const { width, height, columns, left, top, step, row, size } = SUPPLY[shape];
  const place = (i: number) => [left + (i % columns) * step, top + Math.floor(i / columns) * row] as const;
  return (
    <svg class={`supply ${shape}`} viewBox={`0 0 ${width} ${height}`} role="group" aria-label={t('ui.pavilion.supply')}>
      {shape === 'beside' ? (
        <>
          <rect class="round-frame" x={2} y={8} width={190} height={80} rx={14} />
          <RoundRow scene={scene} x={22} y={height / 2} />
        </>
      ) : (
        <>
          <RoundStar scene={scene} x={width / 2} y={shape === 'below' ? 76 : 72} />
          <text class="supply-name" x={width / 2} y={top - 10}>
            {t('ui.pavilion.supply')}
          </text>
        </>
      )}
      {Array.from({ length: scene.supply_spaces }, (_, i) => {
        const [x, y] = place(i);
        return <path key={i} class="supply-space" data-at="supply" d={rhombus([x + step / 2, y + size], size / TIP, 1)} />;
      })}
      {groups(scene.supply).map(([colour, places]) => (
        <Thing
          key={colour}
          name={`supply-${colour}`}
          label={t('ui.pavilion.supply-tile', { n: places.length, colour: `colour.${colour}` })}
          class="pick"
        >
          {places.map(i => {
            const [x, y] = place(i);
            return (
              <g key={i}>
                <rect class="reach" x={x} y={y - 6} width={step} height={size + 12} />
                <path class="target-box" d={rhombus([x + step / 2, y + size + 4], size / TIP + 4.6)} />
                <Tile colour={colour} shape="rhomb" x={x + (step - size) / 2} y={y} size={size} place="supply" />
              </g>
            );
          })}
        </Thing>
      ))}
    </svg>
  );
}

/** Displays and supply; the displays give way while nothing lies on them. */
function Middle({ scene }: { scene: PavilionScene }) {
  const isAlone = isTaken(scene);
  const shape = isAlone && isSideways.value ? 'upright' : isAlone || isNarrow.value ? 'beside' : 'below';
  return (
    <div class={isAlone ? 'pavilion-middle only-supply' : 'pavilion-middle'}>
      {!isAlone && <Displays displays={scene.displays} centre={scene.centre} shape="rhomb" />}
      <Supply scene={scene} shape={shape} />
    </div>
  );
}

export const view: View<PavilionScene> = {
  Middle,
  Board: PavilionBoard,
  score: (scene, seat) => scene.boards[seat]!.score,
  facts: scene => [{ name: 'ui.round', value: `${Math.max(1, scene.round)}/6` }],
  piles: scene => [
    { name: 'ui.bag', pile: 'bag', amounts: scene.bag },
    { name: 'ui.discard', pile: 'discard', amounts: scene.discard },
  ],
  shape: 'rhomb',
};
