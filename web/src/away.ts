/**
 * For when the server cannot be reached: the browser keeps the standalone site, if the server
 * has one, in a folder of its own. It is fetched after the first table, since it is some megabytes.
 */
import { signal } from '@preact/signals';
import { keepsSite } from './settings.ts';

/** The folder of the site; a server that has none says nothing. */
export const SITE = document.documentElement.dataset.offline ?? null;

/** Whether the site is here already. */
export const isSiteKept = signal(false);

const WAIT = 3000; // milliseconds in which whatever a table needs is fetched before it
const AGAIN = 5000; // milliseconds between two looks for a site that is still being built
const workers = () => (SITE && isSecureContext && 'serviceWorker' in navigator ? navigator.serviceWorker : null);

/** The way there, with the way back. */
export const wayToSite = (): string => `${SITE}#from=${location.pathname}`;

/** See whether the site was kept before. */
export async function findSite(): Promise<void> {
  const known = await workers()?.getRegistration(SITE!);
  isSiteKept.value = known?.scope === new URL(SITE!, location.href).href && known.active !== null;
}

let isAsked = false;

/** Keep the site, once a table is there, unless the visitor or the browser wants to save data. */
export function keepSiteLater(): void {
  if (isAsked || !workers() || !keepsSite.value || savesData()) return;
  isAsked = true;
  setTimeout(() => void keepOnceBuilt().catch(() => undefined), WAIT);
}

/** Keep it as soon as the server has it: `./play` builds it while one plays. */
async function keepOnceBuilt(): Promise<void> {
  while (!(await isBuilt())) await new Promise(resolve => setTimeout(resolve, AGAIN));
  if (keepsSite.value) await keepSite();
}

const isBuilt = () => fetch(`${SITE}worker.js`, { cache: 'no-store' }).then(answer => answer.status === 200, () => false);

const savesData = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

/** Keep it now; our own worker leads there when a page of the server cannot be loaded. */
export async function keepSite(): Promise<void> {
  await workers()!.register('/worker.js');
  const site = await workers()!.register(`${SITE}worker.js`);
  await active(site);
  isSiteKept.value = true;
}

function active(registration: ServiceWorkerRegistration): Promise<void> {
  return new Promise(resolve => {
    const worker = registration.installing ?? registration.waiting;
    if (!worker) return resolve();
    const look = () => worker.state === 'activated' && resolve();
    worker.addEventListener('statechange', look);
    look();
  });
}

/** Keep it no more; the games that were played there stay. */
export async function dropSite(): Promise<void> {
  isAsked = false;
  isSiteKept.value = false;
  await (await workers()?.getRegistration(SITE!))?.unregister();
  for (const name of await caches.keys()) if (name.startsWith(`azulejos ${SITE} `)) await caches.delete(name);
}
