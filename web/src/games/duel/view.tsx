/** The table of Azul Duel. */
import look from 'look/duel.json';
import { t } from '../../language.ts';
import type { DuelScene, Message } from '../../messages.ts';
import { Filling } from '../pieces.tsx';
import type { View } from '../view.ts';
import { DuelBoard } from './board.tsx';
import { LargeFactory, SmallFactory, type Box } from './factories.tsx';
import { PlateArt } from './pieces.tsx';
import { InHand, knownPlates, Offered, PlateStack } from './plates.tsx';
import { ScoringSign } from './scoring.tsx';

interface Layout {
  small: Box[];
  large: Box;
  isFlat: boolean; // for a small screen
  offered: { x: number; y: number; size: number };
  stack: { x: number; y: number; size: number };
  hand: { x: number; y: number; size: number; width: number }; // where else the plates on offer lie
  scoring: { x: number; y: number } | null;
}

/** Where there is width, the large factory lies between the small ones, plates below them. */
function wide(width: number): Layout {
  const { small, large, gap, height } = look.factory;
  const left = (width - 4 * small - large - 4 * gap) / 2;
  const at = [0, 1, 3, 4].map(i => left + i * (small + gap) + (i > 2 ? large - small : 0));
  const y = 304;
  const plate = look.plate.size;
  const offered = Math.max(8, left - 20) + 400;
  const stack = offered + 3 * (plate + look.plate.gap) + 8;
  return {
    small: at.map(x => ({ x, y: 8, width: small, height })),
    large: { x: left + 2 * (small + gap), y: 8, width: large, height },
    isFlat: false,
    scoring: { x: Math.max(8, left - 20), y: y + 8 },
    offered: { x: offered, y, size: plate },
    stack: { x: stack, y, size: plate },
    hand: { x: offered, y, size: plate, width: stack - offered - 14 },
  };
}

const MIN_WIDE = 1090;
const NARROW_HEIGHT = 478;

/** Otherwise the small factories lie above the large one, and plates below. */
function narrow(width: number): Layout {
  const [gap, x, y] = [8, 14, 356];
  const small = (width - 5 * gap) / 4;
  const plate = Math.min(116, (width - 90) / 4);
  const stack = width - plate - 28;
  return {
    small: [0, 1, 2, 3].map(i => ({ x: gap + i * (small + gap), y: 4, width: small, height: 214 })),
    large: { x: gap, y: 226, width: width - 2 * gap, height: 116 },
    isFlat: true,
    offered: { x, y, size: plate },
    stack: { x: stack, y, size: plate },
    hand: { x, y, size: plate, width: stack - x - 12 },
    scoring: null,
  };
}

function Middle({ scene }: { scene: DuelScene }) {
  return (
    <Filling label={t('ui.duel.middle')}>
      {(width, height) => {
        const scale = width < MIN_WIDE ? height / NARROW_HEIGHT : 1;
        const at = scale === 1 ? wide(width) : narrow(width / scale);
        const hasHand = scene.plate_at_hand !== null || scene.hand.length > 0;
        return (
          <g transform={`scale(${scale})`}>
            {at.small.map((box, i) => (
              <SmallFactory key={i} scene={scene} number={i + 1} box={box} />
            ))}
            <LargeFactory scene={scene} box={at.large} isFlat={at.isFlat} />
            {!hasHand && <Offered scene={scene} {...at.offered} />}
            <PlateStack scene={scene} {...at.stack} isNoted={!at.isFlat} />
            <InHand scene={scene} {...at.hand} />
            {at.scoring && <Scoring scene={scene} {...at.scoring} />}
          </g>
        );
      }}
    </Filling>
  );
}

/** The scoring tiles in play. */
function Scoring({ scene, x, y }: { scene: DuelScene; x: number; y: number }) {
  return (
    <g class="scoring">
      {scene.boards[0]!.bonuses.map((bonus, i) => (
        <g key={bonus.name}>
          <ScoringSign bonus={bonus} x={x} y={y + i * 28} size={24} />
          <text x={x + 34} y={y + i * 28 + 17}>
            {short(t(bonus.name))}
          </text>
        </g>
      ))}
    </g>
  );
}

const LONGEST = 46;
const short = (text: string) => (text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text);

/** The plates that a sentence names, as far as they lie on the table. */
function Plates({ scene, said }: { scene: DuelScene; said: Message }) {
  const { stack, plates, hand, plate_at_hand, boards } = scene;
  const lying = [
    ...plates,
    ...hand.flatMap(({ plate }) => plate ?? []),
    ...(plate_at_hand ? [plate_at_hand] : []),
    ...stack.put_back.flatMap(group => group.plates),
    ...boards.flatMap(({ slots }) => slots.flatMap(laid => laid ?? [])),
  ];
  const numbers = [said.values.plate ?? said.values.plates ?? []].flat().map(Number);
  return (
    <span class="plates-of" aria-hidden="true">
      {numbers.map(number => {
        const plate = lying.find(each => each.number === number);
        return (
          plate && (
            <svg key={number} viewBox="0 0 100 100">
              <PlateArt spaces={plate.spaces} x={1} y={1} size={98} />
            </svg>
          )
        );
      })}
    </span>
  );
}

export const view: View<DuelScene> = {
  Middle,
  pictures: (scene, said) => (said.message.startsWith('duel.') ? <Plates scene={scene} said={said} /> : null),
  Board: DuelBoard,
  score: (scene, seat) => scene.boards[seat]!.score,
  facts: scene => [{ name: 'ui.round', value: `${Math.max(1, scene.round)}/5` }],
  piles: scene => [
    { name: 'ui.bag', pile: 'bag', amounts: scene.bag },
    { name: 'ui.discard', pile: 'discard', amounts: scene.discard },
  ],
  notes: scene => [
    ...scene.boards[0]!.bonuses.map(({ name }) => `${name.split('.').at(-1)}: ${t(name)}`),
    ...knownPlates(scene),
  ],
  shape: 'disc',
};
