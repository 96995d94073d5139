/**
 * Notifications that one is to move: by the page while it is hidden, and by web push while it is
 * closed. Both are shown by the service worker, which also leads to the table when one is clicked.
 */
import { api } from './api.ts';
import { t } from './language.ts';
import { language, noticesTold, wantsNotices } from './settings.ts';
import { shownAs } from './worker/shown.ts';

/** What was reached: also while the page is closed, only while it is open, or the browser said no. */
export type Reach = 'closed' | 'open' | 'blocked';

/** Ask the browser, which asks the visitor. Only a click may lead here. */
export async function switchOn(): Promise<Reach> {
  if ((await Notification.requestPermission()) !== 'granted') return 'blocked';
  wantsNotices.value = true;
  return keepOn();
}

export async function switchOff(): Promise<void> {
  wantsNotices.value = false;
  const worker = await navigator.serviceWorker.getRegistration('/');
  await (await worker?.pushManager?.getSubscription())?.unsubscribe();
  await api.unsubscribe().catch(() => undefined); // the push service will tell the server
}

/** See to it that what was switched on still works: for this guest, key and language. */
export async function keepOn(): Promise<Reach> {
  if (Notification.permission !== 'granted') return 'blocked';
  try {
    await navigator.serviceWorker.register('/worker.js');
    const worker = await navigator.serviceWorker.ready;
    const { key, is_subscribed } = await api.push();
    if (!key || !worker.pushManager) return 'open';
    await tell(await subscribed(worker.pushManager, bytesOf(key)), is_subscribed);
    return 'closed';
  } catch {
    return 'open'; // no push service, or no connection: the page itself still can
  }
}

/** Tell the server where this browser is reached, unless it knows. */
async function tell(subscription: PushSubscription, isKnown: boolean): Promise<void> {
  const { endpoint, keys } = subscription.toJSON();
  const told = `${endpoint} ${language.value}`;
  if (isKnown && told === noticesTold.value) return;
  await api.subscribe({ endpoint: endpoint!, p256dh: keys!.p256dh!, auth: keys!.auth!, language: language.value });
  noticesTold.value = told;
}

/** The subscription of this browser; one for another key is of no use. */
async function subscribed(manager: PushManager, key: Uint8Array<ArrayBuffer>): Promise<PushSubscription> {
  const known = await manager.getSubscription();
  if (known && isSame(known.options.applicationServerKey, key)) return known;
  await known?.unsubscribe();
  return manager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

function isSame(known: ArrayBuffer | null, key: Uint8Array): boolean {
  return known !== null && new Uint8Array(known).join() === key.join();
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(text, sign => sign.charCodeAt(0));
}

/** Say that one is to move at a table whose page is hidden. */
export async function notify(table: string, game: string): Promise<void> {
  if (Notification.permission !== 'granted') return;
  const worker = await navigator.serviceWorker.getRegistration('/');
  const message = { title: t('ui.your-turn'), body: t(`game.${game}`), table, language: t('language.tag') };
  await worker?.showNotification(...shownAs(message));
}

/** What is there to see needs no notification any more. */
export async function dismiss(table: string): Promise<void> {
  const worker = await navigator.serviceWorker.getRegistration('/');
  for (const shown of (await worker?.getNotifications({ tag: table })) ?? []) shown.close();
}
