/** How a game is shown: the types of what `games.ts` lists for every game. */
import type { VNode } from 'preact';
import type { Message, Scene } from '../messages.ts';

/** Who sits at a board. */
export interface Player {
  seat: number;
  name: string;
  score: number;
  isOwn: boolean;
  isToMove: boolean;
  level: string | null; // of the bot that plays
  instead: string | null; // the level that made the last move of a bot which could not
  isHere: boolean; // always, for a bot
  hasResigned: boolean;
  clock: { seconds: number; isRunning: boolean } | null;
}

export interface MiddleProps<S> {
  scene: S;
}

/** Where a board says who sits at it: at its left, above it, or elsewhere. */
export type Frame = 'plaque' | 'heading' | 'bare';

export interface BoardProps<S> {
  scene: S;
  player: Player;
  frame: Frame;
}

/** A number in the heading: the message that names it, and its value. */
export interface Fact {
  name: string;
  value: string | number;
}

/** Tiles by colour that lie where nobody sees them: bag and discard. */
export interface Pile {
  name: string;
  pile: 'bag' | 'discard';
  amounts: Record<string, number>;
}

/**
 * All that takes a scene is written as a method, so that the view of one game is also a `View` of any:
 * whoever loads one by the name of a game gives it scenes of that game.
 */
export interface View<S extends Scene = Scene> {
  Middle(props: MiddleProps<S>): VNode; // what lies between the players
  Board(props: BoardProps<S>): VNode; // one player's
  score(scene: S, seat: number): number;
  facts(scene: S): Fact[];
  piles(scene: S): Pile[];
  pictures?(scene: S, said: Message): VNode | null; // of what a sentence of the log calls by its number
  notes?(scene: S): string[]; // what a small screen has no room for on the table
  shape: 'tile' | 'pane' | 'rhomb' | 'disc';
}

/**
 * A tour: a position, and the moves that the visitor and the other player make from there, whoever is
 * to move. What the coach says stands in the catalogues, under the number of the move:
 * `ui.tour.sintra.1.2` before the second click of the visitor's first move, `ui.tour.sintra.3` while
 * the other player makes the third, `ui.tour.sintra.done` at the end.
 */
export interface Tour {
  position: string;
  moves: readonly string[];
}
