import type { Tour } from '../view.ts';

export const tour: Tour = {
  position:
    'pavilion players=2; round 2 phase=taking turn=1 start=1 marker=centre; ' +
    'supply P2G2O2Y2BR; displays GB2R - - - -; centre P; ' +
    'seat 1 score=11 tiles=B2O stars=-/-/.....B/-/-/-/-; ' +
    'seat 2 score=9 tiles=R3 stars=O...../-/-/-/-/-/-',
  moves: ['1B', 'cR', 'cP', 's23R', 's35B+1', '+B', '+G', '+O'],
};
