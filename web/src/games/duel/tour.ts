import type { Tour } from '../view.ts';

export const tour: Tour = {
  position:
    'duel players=2 scoring=1A2A3A; round 1 phase=action turn=1 start=1 first=factory; ' +
    'plates 3 5 13; stack ?13 top=S; factories B2RT/-/? -/-/B -/-/Y -/-/R; large Y2R/-; ' +
    'seat 1 score=5 tokens=1 lines=-/-/-/R/-/- plates=16n/-/-/-/-/-/-/-/-; ' +
    'seat 2 score=5 tokens=1 plates=-/-/18n/-/-/-/-/-/-',
  moves: ['1B2', 'oRT', 'lY2', 'mR4', 'c2', 'p5', '@4n'],
};
