/** How a table draws attention: the title, a sound, and a notification where the page is hidden. */
import { useSignalEffect } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { t } from './language.ts';
import type { Update } from './messages.ts';
import { wantsNotices } from './settings.ts';
import { chime, fanfare } from './sound.ts';
import type { TableState } from './table.ts';

/** Fetched when it is wanted: who never is notified never loads it. */
export const notifications = () => import('./notifications.ts');

/** Whether this browser could notify: on pages that are encrypted, or of this machine. */
export const canNotify = () => 'Notification' in window && 'serviceWorker' in navigator;

let isKept = false; // what was switched on, since this page was loaded

/** A browser that plays may be another guest than before, or the server have another key. */
function keepNotices(): void {
  if (isKept || !wantsNotices.value) return;
  isKept = true;
  void notifications().then(({ keepOn }) => keepOn());
}

export function useNotices(state: TableState): void {
  const before = useRef<Notice | null>(null);
  useSignalEffect(() => {
    const update = state.update.value;
    if (!update || state.isShowing.value) return;
    const notice = noticeOf(update);
    if (update.seat !== null) keepNotices();
    document.title = titleOf(update, notice);
    if (notice !== before.current) heed(update, notice, before.current === null);
    before.current = notice;
  });
  useEffect(() => {
    const look = () => {
      if (document.hidden) return state.skip(); // what nobody sees needs no time
      const table = state.update.value?.table;
      if (table && wantsNotices.value) void notifications().then(({ dismiss }) => dismiss(table));
    };
    look();
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [state]);
}

/** What a table wants of its visitor: to move at a seat, to look at the result, or nothing. */
export type Notice = `seat ${number}` | 'over' | 'none';

export function noticeOf({ seat, to_move, result }: Update): Notice {
  if (result) return 'over';
  return seat !== null && seat === to_move ? `seat ${seat}` : 'none';
}

export function titleOf({ game }: Update, notice: Notice): string {
  const named = `${t(`game.${game}`)} · Azulejos`;
  return notice.startsWith('seat') ? `● ${t('ui.your-turn')} · ${named}` : named;
}

function heed(update: Update, notice: Notice, isFirst: boolean): void {
  if (notice === 'none') return;
  if (notice === 'over') return fanfare();
  chime();
  if (isFirst || !document.hidden || !wantsNotices.value) return;
  void notifications().then(({ notify }) => notify(update.table, update.game));
}
