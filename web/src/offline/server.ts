/** The server that has handed out this site, if one has: whether it is there, and the way back to it. */
import { signal } from '@preact/signals';
import { readHere, writeHere } from '../storage.ts';

/** Its address, as its page of this site says it. */
export const SERVER = document.documentElement.dataset.server ?? null;

/** Whether it answers; null until that is known. */
export const isServerThere = signal<boolean | null>(null);
/** Whether it has come back since this page was opened. */
export const isServerBack = signal(false);

const EVERY = 5000; // milliseconds between two looks
const FROM = 'from';
const PAGE = /^\/(t\/[\w-]+)?$/; // of the server

/** The page of the server from which one came. */
export function wayBack(): string {
  const from = readHere(FROM, '');
  return PAGE.test(from) ? from : SERVER!;
}

export function followServer(): void {
  if (!SERVER) return;
  const [, from] = /^#from=(.+)/.exec(location.hash) ?? [];
  if (from) {
    writeHere(FROM, from);
    history.replaceState(null, '', location.pathname);
  }
  const look = async () => {
    if (document.hidden) return;
    const isThere = await fetch(`${SERVER}health`, { cache: 'no-store' }).then(answer => answer.ok, () => false);
    if (isThere && isServerThere.value === false) isServerBack.value = true;
    if (!isThere) isServerBack.value = false;
    isServerThere.value = isThere;
  };
  void look();
  setInterval(() => void look(), EVERY);
  document.addEventListener('visibilitychange', () => void look());
}
