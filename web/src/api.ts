/** What is asked over HTTP. */
import type {
  Analysis,
  Devices,
  GameInfo,
  Link,
  Me,
  NewTable,
  Problem,
  Replay,
  TableInfo,
  TableMade,
  Trial,
} from './messages.ts';

/** A position to study: by its text, or after so many events of a table that is done. */
export type Place = ({ position: string } | { table: string; ply: number }) & { move?: string };

/** A request that was answered by a no; `code` is one of the server's. */
export class Refusal extends Error {
  constructor(
    readonly code: string,
    reason: string,
  ) {
    super(reason);
  }
}

async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch(`/api/${path}`, {
      method,
      ...(body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }),
    });
  } catch {
    throw new Refusal('offline', 'no connection');
  }
  if (answer.ok) return (await answer.json()) as T;
  const problem = (await answer.json().catch(() => ({}))) as Partial<Problem>;
  throw new Refusal(problem.code ?? 'error', problem.reason ?? answer.statusText);
}

export const api = {
  games: once(() => ask<GameInfo[]>('GET', 'games')),
  me: () => ask<Me>('GET', 'me'),
  rename: (name: string) => ask<Me>('PUT', 'me', { name }),
  link: () => ask<Link>('POST', 'me/link'),
  devices: () => ask<Devices>('GET', 'me/links'),
  revoke: (link: string) => ask<Devices>('DELETE', `me/links/${link}`),
  revokeAll: () => ask<Devices>('DELETE', 'me/links'),
  mine: () => ask<TableInfo[]>('GET', 'mine'),
  openTables: () => ask<TableInfo[]>('GET', 'tables'),
  table: (table: string) => ask<TableInfo>('GET', `tables/${table}`),
  create: (wanted: NewTable) => ask<TableMade>('POST', 'tables', wanted),
  sit: (table: string, seat: number) => ask<unknown>('POST', `tables/${table}/seats/${seat}`),
  leave: (table: string, seat: number) => ask<unknown>('DELETE', `tables/${table}/seats/${seat}`),
  replay: (table: string) => ask<Replay>('GET', `tables/${table}/replay`),
  sandbox: (place: Place) => ask<Trial>('POST', 'sandbox', place),
  analysis: (place: Place) => ask<Analysis>('POST', 'analysis', place),
  rules: async (game: string) => {
    const answer = await fetch(`/api/games/${game}/rules`);
    if (!answer.ok) throw new Refusal('error', answer.statusText);
    return answer.text();
  },
};

/** What does not change while the page is open is asked once; a failure is asked again. */
function once<T>(question: () => Promise<T>): () => Promise<T> {
  let answer: Promise<T> | null = null;
  return () => {
    answer ??= question().catch((error: unknown) => {
      answer = null;
      throw error;
    });
    return answer;
  };
}
