import { Art, Piece } from '../../src/games/art.tsx';
import { GAMES } from '../../src/games/games.ts';
import { BoardFrame, Thing, Tile, TOP } from '../../src/games/pieces.tsx';
import type { View } from '../../src/games/view.ts';
import type { Scene } from '../../src/messages.ts';

type PebblesScene = Scene & { heap: number; boards: { score: number }[] };

const SIZE = 40;

/** The heap: a click on the second pebble takes two. */
function Heap({ scene }: { scene: PebblesScene }) {
  return (
    <svg viewBox={`0 0 ${12 * SIZE} ${SIZE}`} width={12 * SIZE} height={SIZE}>
      {Array.from({ length: scene.heap }, (_, n) => (
        <Thing key={n} name={`pebble-${n + 1}`} label={`${n + 1}`}>
          <Tile colour="white" place={`heap-${n}`} x={n * SIZE} y={0} size={SIZE} />
        </Thing>
      ))}
    </svg>
  );
}

const view: View<PebblesScene> = {
  Middle: Heap,
  Board: ({ player, frame }) => (
    <BoardFrame player={player} width={300} height={TOP[frame] + SIZE} frame={frame}>
      <text x={150} y={TOP[frame] + SIZE / 2}>
        {player.score}
      </text>
    </BoardFrame>
  ),
  score: (scene, seat) => scene.boards[seat]!.score,
  facts: () => [],
  piles: () => [],
  shape: 'tile',
};

GAMES.pebbles = {
  Art: () => (
    <Art>
      <Piece href="#tile-white" x={100} y={30} size={60} />
    </Art>
  ),
  view: async () => view,
  tour: async () => ({ position: 'pebbles; heap 3 phase=taking turn=1 start=1; seat 1 score=9', moves: ['t3'] }),
};
