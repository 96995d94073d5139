import type { Tour } from '../view.ts';

export const tour: Tour = {
  position:
    'azul players=2; round 2 phase=offer turn=1 start=1; displays B3R Y2KW - - -; ' +
    'seat 1 score=4 wall=...../..Y../.W.../...../.....; ' +
    'seat 2 score=3 wall=B..../...../...../R..../.....',
  moves: ['1B3', '2Y2', 'cR1', 'cK1', 'cW2'],
};
