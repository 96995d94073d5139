import type { Tour } from '../view.ts';

export const tour: Tour = {
  position:
    'sintra players=2; round 1 phase=turn turn=1 start=1 marker=centre track=YBOPYW; ' +
    'displays Y2OP B2W2 - - -; ' +
    'seat 1 glazier=1 strips=O4P/P5/BY4:BY2/Y5/B5:B/P4Y/Y3W2/B3O2; ' +
    'seat 2 glazier=3 strips=W5/O5/OW4:W/B4W/P2W3/P4Y/B5/O3Y2',
  moves: ['1Y3', 'kY', '2W5', 'back', 'cO8', 'cB5'],
};
