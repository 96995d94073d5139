/** What a visitor prefers; kept by the browser. */
import { effect, signal, type Signal } from '@preact/signals';
import { LANGUAGES } from 'languages';
import { PREFIX, read } from './storage.ts';
import { negotiated } from './negotiation.ts';
import type { Theme } from './theme.ts';

export const TEMPI = ['slow', 'normal', 'fast', 'off'] as const;
export type Tempo = (typeof TEMPI)[number];

export const language = kept('language', negotiated(navigator.languages ?? [], LANGUAGES));
if (!(language.value in LANGUAGES)) language.value = negotiated([language.value], LANGUAGES);
export const theme = kept<Theme>('theme', 'system');
export const hasMotion = kept('motion', true);
export const tempo = kept<Tempo>('tempo', 'normal'); // at which points are counted
export const hasSound = kept('sound', false);
export const wantsNotices = kept('notices', false); // that one is to move, while the page is hidden or closed
export const noticesDeclined = kept('notices.declined', false);
export const noticesTold = kept('notices.told', ''); // where this browser is reached, as the server was last told
export const keepsSite = kept('offline', true); // for when the server cannot be reached
export const playsForced = kept('forced', true);
export const asksToConfirm = kept('confirm', false);
export const thinksAlong = kept('thinks-along', true); // the engine, at the analysis board
export const ownName = kept('name', ''); // as it was last given, for servers that do not know one yet
export const quickGames = kept<Record<string, { level: string; players: number }>>('quick', {});
/** Which puzzles of a game somebody wants: all where nothing is said. */
export interface PuzzleWish {
  theme?: string;
  level?: string;
}
export const puzzleWishes = kept<Partial<Record<string, PuzzleWish>>>('puzzles', {});
export const wasHere = kept('back', false); // and has tables: the first screen begins with what waits
export const friendsServer = kept('server', ''); // to which games of this device were last brought
export const toursSeen = kept<readonly string[]>('tours', []); // or declined, by game
export const toursOffered = kept<Partial<Record<string, string>>>('tours.offered', {}); // at which table, by game

/** Offer the tour of a game no more. */
export function sawTour(game: string): void {
  if (!toursSeen.peek().includes(game)) toursSeen.value = [...toursSeen.peek(), game];
}

function kept<T>(name: string, otherwise: T): Signal<T> {
  const value = signal(read(name, otherwise));
  effect(() => {
    try {
      localStorage.setItem(PREFIX + name, JSON.stringify(value.value));
    } catch {
      // a browser that keeps nothing: the settings last as long as the page
    }
  });
  return value;
}

/** Whether things may move: neither the visitor nor the device said no. */
export function mayMove(): boolean {
  return hasMotion.value && !matchMedia('(prefers-reduced-motion: reduce)').matches;
}
