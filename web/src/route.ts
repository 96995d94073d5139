/**
 * Where one is: `/` the lobby, `/t/ID` a table, `/me/SECRET` a personal link; what is done there
 * follows a `#`, and so does the table that a link was made at. A standalone site is one
 * file in any folder, so there a table is `?t=ID`.
 */
import { computed, signal } from '@preact/signals';
import { positionIn } from './positionlink.ts';

export type Route =
  | { at: 'lobby' }
  | { at: 'history' }
  | { at: 'skill' }
  | { at: 'puzzles' }
  | { at: 'puzzle'; puzzle: string }
  | { at: 'today'; day: string | undefined }
  | { at: 'day'; link: string } // a game of the day that somebody shared
  | { at: 'bring'; packed: string } // a game from elsewhere, in the address itself
  | { at: 'link'; secret: string; back: string }
  | { at: 'tour'; game: string; table: string | null } // the table to come back to
  | { at: 'table'; table: string }
  | { at: 'replay'; table: string; isReview: boolean; ply: number }
  | { at: 'analysis'; table: string; ply: number }
  | { at: 'position'; position: string } // to analyse
  | { at: 'edit'; position: string }
  | { at: 'fresh'; game: string } // a table to fill
  | { at: 'opening' }; // where an analysis begins

/** Whether this is the standalone site, rather than the page of a server. */
export const isSite = document.documentElement.dataset.host === 'page';

takeBack();
const place = signal(here());

export const route = computed(() => parse(place.value.path, place.value.hash));

export function parse(path: string, hash: string): Route {
  const secret = /^\/me\/([\w-]+)/.exec(path)?.[1];
  if (secret) return { at: 'link', secret, back: /^#[\w-]+$/.test(hash) ? `/t/${hash.slice(1)}` : '/' };
  const held = positionIn(hash);
  if (held) return held;
  const packed = /^#bring-([\w-]+)$/.exec(hash)?.[1];
  if (packed) return { at: 'bring', packed };
  const table = /^\/t\/([\w-]+)/.exec(path)?.[1];
  const link = /^#(day-[a-z]+-\d{4}-\d\d-\d\d-[\w-]+)$/.exec(hash)?.[1];
  if (link) return { at: 'day', link };
  const today = /^#today(?:-(\d{4}-\d\d-\d\d))?$/.exec(hash);
  if (today) return { at: 'today', day: today[1] };
  const [what, which] = hash.slice(1).split('-', 2);
  if (what === 'tour') return { at: 'tour', game: which ?? 'azul', table: table ?? null };
  const puzzle = /^#puzzle-([\w-]+)$/.exec(hash)?.[1];
  if (puzzle) return { at: 'puzzle', puzzle };
  if (what === 'puzzles') return { at: 'puzzles' };
  if (what === 'edit' && which) return { at: 'fresh', game: which };
  if (!table && what === 'analysis') return { at: 'opening' };
  if (what === 'skill') return { at: 'skill' };
  if (!table) return { at: what === 'history' ? 'history' : 'lobby' };
  const ply = Number(/^\d{1,6}$/.exec(which ?? '')?.[0] ?? 0);
  if (what === 'replay' || what === 'review') return { at: 'replay', table, isReview: what === 'review', ply };
  if (what === 'analysis' || what === 'sandbox') return { at: 'analysis', table, ply };
  return { at: 'table', table };
}

/** The address of a path. */
export function to(path: string): string {
  if (!isSite) return path;
  const [, table = '', hash = ''] = /^\/(?:t\/([\w-]+))?(#.*)?$/.exec(path) ?? [];
  return `${location.pathname}${table && `?t=${table}`}${hash}`;
}

/** The path of an address. */
function pathOf({ pathname, search }: Pick<URL, 'pathname' | 'search'>): string {
  if (!isSite) return pathname;
  const table = /^\?t=([\w-]+)$/.exec(search)?.[1];
  return table ? `/t/${table}` : '/';
}

/** The address of a path for others. No server hears of what follows a `#`, and it describes links; so there it is a `?`. */
export const shared = (path: string): string => location.origin + path.replace('#', '?');

/** What follows the `?` of such an address, as the page has it. */
function unshared(search: string): string {
  return /^\?(analysis=|edit=|puzzle-|replay-|review-)/.test(search) ? `#${search.slice(1)}` : '';
}

function takeBack(): void {
  const hash = isSite ? '' : unshared(location.search);
  if (hash) history.replaceState(null, '', location.pathname + hash);
}

function here(): { path: string; hash: string } {
  return { path: pathOf(location), hash: location.hash };
}

/** Go there without reloading the page. */
export function go(path: string): void {
  history.pushState(null, '', to(path));
  arrived();
}

/** Let the address name the move that is shown, without going anywhere. */
export function nameMove(what: 'replay' | 'review', ply: number): void {
  history.replaceState(null, '', `#${what}-${ply}`);
}

function arrived(): void {
  place.value = here();
}

addEventListener('popstate', arrived);
addEventListener('hashchange', arrived);

/** Links within the page do not reload it. */
addEventListener('click', event => {
  if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link || link.origin !== location.origin || link.target || link.hasAttribute('download')) return;
  const path = pathOf(link);
  if (path !== '/' && !path.startsWith('/t/')) return;
  event.preventDefault();
  go(path + link.hash);
});
