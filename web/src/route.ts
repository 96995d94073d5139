/**
 * Where one is: `/` the lobby, `/t/ID` a table, `/me/SECRET` a personal link; what is done there
 * follows a `#`, and so does the table that a link was made at.
 */
import { computed, signal } from '@preact/signals';

export type Route =
  | { at: 'lobby' }
  | { at: 'history' }
  | { at: 'link'; secret: string; back: string }
  | { at: 'tour'; game: string; table: string | null } // the table to come back to
  | { at: 'table'; table: string }
  | { at: 'replay'; table: string; isReview: boolean; ply: number }
  | { at: 'sandbox'; table: string; ply: number };

const place = signal({ path: location.pathname, hash: location.hash });

export const route = computed(() => parse(place.value.path, place.value.hash));

export function parse(path: string, hash: string): Route {
  const secret = /^\/me\/([\w-]+)/.exec(path)?.[1];
  if (secret) return { at: 'link', secret, back: /^#[\w-]+$/.test(hash) ? `/t/${hash.slice(1)}` : '/' };
  const table = /^\/t\/([\w-]+)/.exec(path)?.[1];
  const [what, which] = hash.slice(1).split('-', 2);
  if (what === 'tour') return { at: 'tour', game: which ?? 'azul', table: table ?? null };
  if (!table) return { at: what === 'history' ? 'history' : 'lobby' };
  const ply = Number(/^\d{1,6}$/.exec(which ?? '')?.[0] ?? 0);
  if (what === 'replay' || what === 'review') return { at: 'replay', table, isReview: what === 'review', ply };
  if (what === 'sandbox') return { at: 'sandbox', table, ply };
  return { at: 'table', table };
}

/** Go there without loading the page anew. */
export function go(address: string): void {
  history.pushState(null, '', address);
  arrived();
}

/** Let the address name the move that is shown, without going anywhere. */
export function nameMove(what: 'replay' | 'review', ply: number): void {
  history.replaceState(null, '', `#${what}-${ply}`);
}

function arrived(): void {
  place.value = { path: location.pathname, hash: location.hash };
}

addEventListener('popstate', arrived);
addEventListener('hashchange', arrived);

/** Links within the page do not load it anew. */
addEventListener('click', event => {
  if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link || link.origin !== location.origin || link.target || link.hasAttribute('download')) return;
  if (link.pathname !== '/' && !link.pathname.startsWith('/t/')) return;
  event.preventDefault();
  go(link.href);
});
