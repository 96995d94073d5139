/**
 * How a game is shown. Every game has a module `games/NAME/view.tsx` whose `view` is one of these;
 * it is loaded when a table of the game is opened.
 */
import type { VNode } from 'preact';
import type { Scene } from '../messages.ts';

/** Who sits at a board. */
export interface Player {
  seat: number;
  name: string;
  score: number;
  isOwn: boolean;
  isToMove: boolean;
  level: string | null; // of the bot that plays
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
  notes?(scene: S): string[]; // what a small screen has no room for on the table
  shape: 'tile' | 'pane' | 'rhomb' | 'disc';
}

/** The views by the name of the game. */
export const VIEWS: Partial<Record<Scene['type'], () => Promise<View>>> = {
  azul: async () => (await import('./azul/view.tsx')).view,
  sintra: async () => (await import('./sintra/view.tsx')).view,
  pavilion: async () => (await import('./pavilion/view.tsx')).view,
  duel: async () => (await import('./duel/view.tsx')).view,
};
