/**
 * A tour for every game: a position, and the moves that the visitor and the other player make from
 * there, whoever is to move. What the coach says stands in the catalogues, under the number of the
 * move: `ui.tour.sintra.1.2` before the second click of the visitor's first move, `ui.tour.sintra.3`
 * while the other player makes the third, `ui.tour.sintra.done` at the end.
 */
export interface Tour {
  position: string;
  moves: readonly string[];
}

export const TOURS: Record<string, Tour> = {
  azul: {
    position:
      'azul players=2; round 2 phase=offer turn=1 start=1; displays B3R Y2KW - - -; ' +
      'seat 1 score=4 wall=...../..Y../.W.../...../.....; ' +
      'seat 2 score=3 wall=B..../...../...../R..../.....',
    moves: ['1B3', '2Y2', 'cR1', 'cK1', 'cW2'],
  },
  sintra: {
    position:
      'sintra players=2; round 1 phase=turn turn=1 start=1 marker=centre track=YBOPYW; ' +
      'displays Y2OP B2W2 - - -; ' +
      'seat 1 glazier=1 strips=O4P/P5/BY4:BY2/Y5/B5:B/P4Y/Y3W2/B3O2; ' +
      'seat 2 glazier=3 strips=W5/O5/OW4:W/B4W/P2W3/P4Y/B5/O3Y2',
    moves: ['1Y3', 'kY', '2W5', 'back', 'cO8', 'cB5'],
  },
  pavilion: {
    position:
      'pavilion players=2; round 2 phase=taking turn=1 start=1 marker=centre; ' +
      'supply P2G2O2Y2BR; displays GB2R - - - -; centre P; ' +
      'seat 1 score=11 tiles=B2O stars=-/-/.....B/-/-/-/-; ' +
      'seat 2 score=9 tiles=R3 stars=O...../-/-/-/-/-/-',
    moves: ['1B', 'cR', 'cP', 's23R', 's35B+1', '+B', '+G', '+O'],
  },
  duel: {
    position:
      'duel players=2 scoring=1A2A3A; round 1 phase=action turn=1 start=1 first=factory; ' +
      'plates 3 5 13; stack ?13 top=S; factories B2RT/-/? -/-/B -/-/Y -/-/R; large Y2R/-; ' +
      'seat 1 score=5 tokens=1 lines=-/-/-/R/-/- plates=16n/-/-/-/-/-/-/-/-; ' +
      'seat 2 score=5 tokens=1 plates=-/-/18n/-/-/-/-/-/-',
    moves: ['1B2', 'oRT', 'lY2', 'mR4', 'c2', 'p5', '@4n'],
  },
};
