/**
 * The service worker: what the browser keeps of the page while it is closed.
 *
 * It shows that somebody is to move, and leads to the table; it finds what the browser keeps of a
 * server that cannot be reached. Each concern has a file of its own and
 * listens for itself, so that another one is a line more here.
 */
import './away.ts';
import './turns.ts';

declare const self: ServiceWorkerGlobalScope;

// A new version takes over at once: it keeps nothing that an open page could miss.
self.addEventListener('install', event => event.waitUntil(self.skipWaiting()));
self.addEventListener('activate', event => event.waitUntil(self.clients.claim()));
