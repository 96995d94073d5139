/** What the page and its own worker say to each other; `offline/door.py` is the other side of it. */

export type FromPage =
  | { kind: 'request'; id: number; method: string; path: string; headers: Record<string, string>; text: string }
  | { kind: 'open'; id: number; path: string }
  | { kind: 'send'; id: number; text: string }
  | { kind: 'close'; id: number };

/** What of a start is under way. */
export const PARTS = ['engine', 'games', 'store'] as const;

export interface Storage {
  kind: 'storage';
  state: 'kept' | 'memory';
  reason: string;
}

export type ToPage =
  | { kind: 'answer'; id: number; status: number; headers: Record<string, string>; text: string }
  | { kind: 'text'; id: number; text: string }
  | { kind: 'closed'; id: number; code: number; reason: string }
  | Storage
  | { kind: 'progress'; part: (typeof PARTS)[number]; done: number; total: number }
  | { kind: 'ready' }
  | { kind: 'failed'; message: string };

/** The first message to a worker: where the Python lies, and whose games these are. */
export interface Begin {
  kind: 'begin';
  python: string; // the address of a folder
  name: string; // of all that is shared by the pages of this site
}

/** What the worker that has the games wants of its own page: a worker in which a bot thinks, and its end. */
export type ForBots = { kind: 'spawn'; bot: number; port: MessagePort } | { kind: 'terminate'; bot: number };

/** The first message to such a worker: where the Python lies, and by which port it is asked. */
export interface BeginBot {
  python: string;
  port: MessagePort;
}

/** The page says that such a worker has failed. */
export interface BotFailed {
  kind: 'bot failed';
  bot: number;
}
