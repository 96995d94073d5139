/**
 * The games that the page can show, an entry each. A scene of the server's without one does not compile.
 *
 * The picture is shown in the lobby; all else is fetched when a table or a tour of the game is opened.
 */
import type { JSX } from 'preact';
import type { Scene } from '../messages.ts';
import { GameArt as AzulArt } from './azul/art.tsx';
import { GameArt as DuelArt } from './duel/art.tsx';
import { GameArt as PavilionArt } from './pavilion/art.tsx';
import { GameArt as SintraArt } from './sintra/art.tsx';
import type { Tour, View } from './view.ts';

export interface ShownGame {
  Art: () => JSX.Element;
  view: () => Promise<View>;
  tour: () => Promise<Tour>;
}

const OF_SCENES: Record<Scene['type'], ShownGame> = {
  azul: {
    Art: AzulArt,
    view: async () => (await import('./azul/view.tsx')).view,
    tour: async () => (await import('./azul/tour.ts')).tour,
  },
  sintra: {
    Art: SintraArt,
    view: async () => (await import('./sintra/view.tsx')).view,
    tour: async () => (await import('./sintra/tour.ts')).tour,
  },
  pavilion: {
    Art: PavilionArt,
    view: async () => (await import('./pavilion/view.tsx')).view,
    tour: async () => (await import('./pavilion/tour.ts')).tour,
  },
  duel: {
    Art: DuelArt,
    view: async () => (await import('./duel/view.tsx')).view,
    tour: async () => (await import('./duel/tour.ts')).tour,
  },
};

/** By the name of the game. */
export const GAMES: Partial<Record<string, ShownGame>> = OF_SCENES;
