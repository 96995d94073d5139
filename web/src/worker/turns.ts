/** Somebody's turn: messages of the server, notifications, and clicks on them. */
import type { Notification as Message } from '../messages.ts';
import { shownAs } from './shown.ts';

declare const self: ServiceWorkerGlobalScope;

self.addEventListener('push', event => {
  const message = event.data?.json() as Message | undefined;
  if (message) event.waitUntil(show(message));
});

self.addEventListener('notificationclick', event => {
  event.notification.close();
  event.waitUntil(open((event.notification.data as { table: string }).table));
});

/** The browser has changed its subscription by itself: the server learns of it. */
self.addEventListener('pushsubscriptionchange', event => {
  const { oldSubscription } = event as Event & { oldSubscription?: PushSubscription };
  const changed = event as ExtendableEvent;
  if (oldSubscription) changed.waitUntil(subscribeAgain(oldSubscription.options));
});

async function show(message: Message): Promise<void> {
  const pages = await pagesAt(message.table);
  if (pages.some(page => page.visibilityState === 'visible')) return; // it is there to see
  const [title, options] = shownAs(message);
  await self.registration.showNotification(title, options);
}

/** Go to the table where it is open already, or open it. */
async function open(table: string): Promise<void> {
  const [page] = await pagesAt(table);
  if (page) await page.focus();
  else await self.clients.openWindow(`/t/${table}`);
}

async function pagesAt(table: string): Promise<readonly WindowClient[]> {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  return pages.filter(page => new URL(page.url).pathname === `/t/${table}`);
}

async function subscribeAgain(options: PushSubscriptionOptions): Promise<void> {
  const { endpoint, keys } = (await self.registration.pushManager.subscribe(options)).toJSON();
  const body = JSON.stringify({ endpoint, p256dh: keys!.p256dh, auth: keys!.auth, language: null });
  await fetch('/api/me/push', { method: 'PUT', body, headers: { 'Content-Type': 'application/json' } });
}
