/** The table of Azul. */
import type { AzulScene } from '../../messages.ts';
import { Displays } from '../displays.tsx';
import type { View } from '../view.ts';
import { AzulBoard } from './board.tsx';

export const view: View<AzulScene> = {
  Middle: ({ scene }) => <Displays displays={scene.displays} centre={scene.centre} />,
  Board: AzulBoard,
  score: (scene, seat) => scene.boards[seat]!.score,
  facts: scene => [{ name: 'ui.round', value: scene.round }],
  piles: scene => [
    { name: 'ui.bag', pile: 'bag', amounts: scene.bag },
    { name: 'ui.discard', pile: 'discard', amounts: scene.discard },
  ],
  shape: 'tile',
};
