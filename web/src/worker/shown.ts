/** How a turn looks as a notification, whether the page or the service worker shows it. */
import type { Notification as Message } from '../messages.ts';

declare const ICON: string; // the build knows where it lies

/** A table has one notification at a time: a later one takes the place of one before. */
export function shownAs({ title, body, table, language }: Message): [string, NotificationOptions] {
  return [title, { body, tag: table, lang: language, icon: ICON, badge: ICON, data: { table } }];
}
