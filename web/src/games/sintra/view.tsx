/** The table of Sintra. */
import look from 'look/sintra.json';
import { t } from '../../language.ts';
import type { SintraScene } from '../../messages.ts';
import { isNarrow } from '../../screen.ts';
import { Displays } from '../displays.tsx';
import { Tile } from '../pieces.tsx';
import type { View } from '../view.ts';
import { SintraBoard } from './board.tsx';

const { rounds: ROUNDS, round: ROUND } = look;

/** The tiles of the rounds, this round's in a brass frame. */
function RoundTrack({ scene }: { scene: SintraScene }) {
  const columns = isNarrow.value ? 6 : 2;
  const said = scene.round_tiles.map((colour, i) =>
    t('ui.sintra.round-tile', { round: ROUNDS[i]!, colour: colour ? `colour.${colour}` : 'ui.sintra.used' }),
  );
  const size = `0 0 ${columns * ROUND.across + 6} ${(6 / columns) * (ROUND.down + 1)}`;
  return (
    <svg class="round-track" viewBox={size} role="img" aria-label={said.join(', ')}>
      {scene.round_tiles.map((colour, i) => {
        const [x, y] = [6 + (i % columns) * ROUND.across, 3 + Math.floor(i / columns) * ROUND.down];
        return (
          <g key={i} class={i + 1 === scene.round ? 'round now' : 'round'}>
            <rect {...{ x, y }} width={ROUND.width} height={ROUND.height} rx={8} />
            {colour ? (
              <Tile colour={colour} shape="pane" x={x + 9} y={y + 4} size={ROUND.tile} place={`round-${i + 1}`} />
            ) : (
              <rect class="gone" x={x + 9} y={y + 4} width={ROUND.tile} height={ROUND.tile} rx={3} />
            )}
            <text x={x + 24} y={y + 50}>
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
