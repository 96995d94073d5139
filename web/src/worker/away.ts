/**
 * The server cannot be reached: the standalone site answers instead, if this browser keeps
 * it. Its page knows where one came from; its parts are those of the server's page, by the same names.
 */
declare const self: ServiceWorkerGlobalScope;

const SITE = '/offline/';
const PAGE = /^\/(t\/[\w-]+)?$/;
const PART = /^\/assets\/[\w.-]+$/;
const GONE = [502, 503, 504]; // how a proxy says that there is nobody behind it

export {}; // a module, whose names are its own

self.addEventListener('fetch', event => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (request.mode === 'navigate' && PAGE.test(pathname)) {
    event.respondWith(answered(request, () => siteInstead(pathname)));
  } else if (PART.test(pathname)) {
    event.respondWith(answered(request, () => siteHas(pathname.slice(1))));
  }
});

/** The server's answer; if there is none, whatever else can be found. */
async function answered(request: Request, otherwise: () => Promise<Response | undefined>): Promise<Response> {
  const answer = await fetch(request).catch(() => null);
  if (answer && !GONE.includes(answer.status)) return answer;
  return (await otherwise()) ?? answer ?? Response.error();
}

/** A part of the page. It must not tell where it comes from: modules would load others from there again. */
async function siteHas(part: string): Promise<Response | undefined> {
  const found = await caches.match(SITE + part);
  return found && new Response(found.body, found);
}

async function siteInstead(from: string): Promise<Response | undefined> {
  return (await caches.match(SITE)) ? Response.redirect(`${SITE}#from=${from}`) : undefined;
}
