/** What there is to know of the standalone site, for those who draw it. */
import { signal } from '@preact/signals';
import type { Storage, ToPage } from './messages.ts';

export type Start = Extract<ToPage, { kind: 'progress' | 'ready' | 'failed' }> | { kind: 'insecure' };

export const start = signal<Start>({ kind: 'progress', part: 'engine', done: 0, total: 1 });
export const storage = signal<Storage['state']>('kept');
/** Whether the site can be opened without a network by now. */
export const isInstalled = signal(navigator.serviceWorker?.controller != null);
/** Loads the page anew with a version that has come meanwhile. */
export const update = signal<(() => void) | null>(null);
