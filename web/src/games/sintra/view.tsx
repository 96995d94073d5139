/** The table of Sintra. */
import { t } from '../../language.ts';
import type { SintraScene } from '../../messages.ts';
import { Displays } from '../displays.tsx';
import { Tile } from '../pieces.tsx';
import type { View } from '../view.ts';
import { SintraBoard } from './board.tsx';

const ROUNDS = ['I', 'II', 'III', 'IV', 'V', 'VI'];

/** The tiles of the rounds, this round's in a brass frame. */
function RoundTrack({ scene }: { scene: SintraScene }) {
  const said = scene.round_tiles.map((colour, i) =>
    t('ui.sintra.round-tile', { round: ROUNDS[i]!, colour: colour ? `colour.${colour}` : 'ui.sintra.used' }),
  );
  return (
    <svg class="round-track" viewBox="0 0 330 62" role="img" aria-label={said.join(', ')}>
      {scene.round_tiles.map((colour, i) => {
        const x = 6 + i * 54;
        const isNow = i + 1 === scene.round;
        return (
          <g key={i} class={isNow ? 'round now' : 'round'}>
            <rect x={x} y={3} width={48} height={56} rx={8} />
            {colour ? (
              <Tile colour={colour} shape="pane" x={x + 9} y={7} size={30} place={`round-${i + 1}`} />
            ) : (
              <rect class="gone" x={x + 9} y={7} width={30} height={30} rx={3} />
            )}
            <text x={x + 24} y={54}>
              {ROUNDS[i]}
            </text>
          </g>
        );
      })}
    </svg>
  );
}

export const view: View<SintraScene> = {
  Middle: ({ scene }) => (
    <div class="sintra-middle">
      <RoundTrack scene={scene} />
      <Displays displays={scene.displays} centre={scene.centre} shape="pane" />
    </div>
  ),
  Board: SintraBoard,
  score: (scene, seat) => scene.boards[seat]!.score,
  facts: scene => [{ name: 'ui.round', value: `${Math.max(1, scene.round)}/6` }],
  piles: scene => [
    { name: 'ui.bag', pile: 'bag', amounts: scene.bag },
    { name: 'ui.discard', pile: 'discard', amounts: scene.discard },
  ],
  shape: 'pane',
};
