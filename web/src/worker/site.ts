/**
 * The service worker of the standalone site: it keeps all files of one version, and answers
 * with them, so that the site needs no network and never mixes two versions. A new version is fetched
 * beside the old one, and waits until a page says that it may take over.
 *
 * Some files come later: whoever needs one gets it, and all others of its folder are kept with it. So the
 * puzzles of a game are there without a network once one was solved.
 */
declare const self: ServiceWorkerGlobalScope;
declare const SITE: { version: string; files: string[]; later: string[] }; // the build of a site writes it before this script

const NAME = `azulejos ${new URL(self.registration.scope).pathname}`;
const KEPT = `${NAME} ${SITE.version}`;
const PAGE = './';

export {}; // a module, whose names are its own

self.addEventListener('install', event => event.waitUntil(keep()));
self.addEventListener('activate', event => event.waitUntil(forgetOthers().then(() => self.clients.claim())));
self.addEventListener('fetch', event => {
  const address = new URL(event.request.url);
  const isOurs = event.request.method === 'GET' && event.request.url.startsWith(self.registration.scope);
  if (!isOurs) return;
  event.respondWith(answer(event.request, address));
  const file = event.request.url.slice(self.registration.scope.length);
  if (SITE.later.includes(file)) event.waitUntil(keepFolder(file));
});
self.addEventListener('message', event => {
  if (event.data === 'take over') void self.skipWaiting();
});

/** Names with a digest never change, so the browser may know them already; the page itself does. */
async function keep(): Promise<void> {
  const cache = await caches.open(KEPT);
  await cache.addAll([new Request(PAGE, { cache: 'no-cache' }), ...SITE.files]);
}

/** Keep what lies beside a file that was needed; what fails is fetched when it is needed itself. */
async function keepFolder(file: string): Promise<void> {
  const cache = await caches.open(KEPT);
  const folder = file.slice(0, file.lastIndexOf('/') + 1);
  const wanted = SITE.later.filter(name => name.startsWith(folder));
  const known = await Promise.all(wanted.map(name => cache.match(name)));
  const missing = wanted.filter((_, number) => !known[number]);
  await Promise.allSettled(missing.map(name => cache.add(name)));
}

async function answer(request: Request, address: URL): Promise<Response> {
  const cache = await caches.open(KEPT);
  const asked = request.mode === 'navigate' && isPage(address) ? PAGE : request;
  return (await cache.match(asked)) ?? fetch(request);
}

/** All places of the page are one file: see `../route.ts`. */
function isPage({ pathname }: URL): boolean {
  const { pathname: home } = new URL(self.registration.scope);
  return pathname === home || pathname === `${home}index.html`;
}

async function forgetOthers(): Promise<void> {
  const others = (await caches.keys()).filter(name => name.startsWith(`${NAME} `) && name !== KEPT);
  await Promise.all(others.map(name => caches.delete(name)));
}
