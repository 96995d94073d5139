/** The table of the Summer Pavilion. */
import { t } from '../../language.ts';
import type { PavilionScene } from '../../messages.ts';
import { isNarrow } from '../../screen.ts';
import { Displays, groups } from '../displays.tsx';
import { Thing, Tile } from '../pieces.tsx';
import type { View } from '../view.ts';
import { PavilionBoard } from './board.tsx';
import { rhombus, towards, TIP } from './geometry.ts';

const JOKERS = ['purple', 'green', 'orange', 'yellow', 'blue', 'red']; // by round

/** The rounds as a star, a rhombus for each; this round's joker shines. */
function RoundStar({ scene, x, y }: { scene: PavilionScene; x: number; y: number }) {
  const s = 30;
  const said = t('ui.pavilion.joker', { colour: scene.joker ? `colour.${scene.joker}` : 'ui.pavilion.any' });
  return (
    <g role="img" aria-label={said}>
      <title>{said}</title>
      {JOKERS.map((colour, i) => {
        const at = towards([x, y], 60 * i, i + 1 === scene.round ? 5 : 0);
        const [u, v] = towards([x, y], 60 * i, 1.2 * TIP * s + (i + 1 === scene.round ? 6 : 0));
        return (
          <g key={colour} class={i + 1 === scene.round ? 'joker now' : i + 1 < scene.round ? 'joker past' : 'joker'}>
            <g transform={`rotate(${60 * i} ${at[0]} ${at[1]})`}>
              <path class="joker-glow" d={rhombus(at, s * 1.12)} />
              <use href={`#rhomb-${colour}`} x={at[0] - (TIP * s) / 2} y={at[1] - TIP * s} width={TIP * s} height={TIP * s} />
            </g>
            <text x={u} y={v + 4}>
              {i + 1}
            </text>
          </g>
        );
      })}
    </g>
  );
}

/** The supply: tiles that ornaments bring. */
function Supply({ scene }: { scene: PavilionScene }) {
  const across = isNarrow.value;
  const [width, height] = across ? [600, 140] : [226, 330];
  const [columns, left, top, step, size] = across ? [10, 152, 40, 44, 66] : [5, 6, 178, 43, 66];
  return (
    <svg class="supply" viewBox={`0 0 ${width} ${height}`} role="group" aria-label={t('ui.pavilion.supply')}>
      <RoundStar scene={scene} x={across ? 74 : 113} y={across ? 70 : 76} />
      <text class="supply-name" x={across ? left + 220 : 113} y={top - 10}>
        {t('ui.pavilion.supply')}
      </text>
      {Array.from({ length: scene.supply_spaces }, (_, i) => {
        const [x, y] = [left + (i % columns) * step, top + Math.floor(i / columns) * 72];
        return <path key={i} class="supply-space" d={rhombus([x + step / 2, y + size], size / TIP, 1)} />;
      })}
      {groups(scene.supply).map(([colour, places]) => (
        <Thing
          key={colour}
          name={`supply-${colour}`}
          label={t('ui.pavilion.supply-tile', { n: places.length, colour: `colour.${colour}` })}
          class="pick"
        >
          {places.map(place => {
            const [x, y] = [left + (place % columns) * step, top + Math.floor(place / columns) * 72];
            return (
              <g key={place}>
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

/** Displays and supply; on a phone the displays give way while nothing lies on them. */
function Middle({ scene }: { scene: PavilionScene }) {
  const isTaken = isNarrow.value && [...scene.displays, scene.centre].every(tiles => tiles.length === 0);
  return (
    <div class={isTaken ? 'pavilion-middle only-supply' : 'pavilion-middle'}>
      {!isTaken && <Displays displays={scene.displays} centre={scene.centre} shape="rhomb" />}
      <Supply scene={scene} />
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
