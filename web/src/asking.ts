/** How the page asks; see `port.ts` for who answers. */
import type { Problem, Message } from './messages.ts';
import { port } from './port.ts';

/** A request that was answered by a no; `code` is one of the server's. */
export class Refusal extends Error {
  constructor(
    readonly code: string,
    reason: string,
    readonly said: Message | null = null,
  ) {
    super(reason);
  }
}

export interface Asked {
  query?: Record<string, string | number | undefined>; // what is empty is left out
  body?: unknown; // a text is sent as it is, all else as JSON
  signal?: AbortSignal | undefined;
}

export async function ask<T>(method: string, path: string, { query, body, signal }: Asked): Promise<T> {
  const told =
    body === undefined
      ? {}
      : {
          body: typeof body === 'string' ? body : JSON.stringify(body),
          headers: { 'Content-Type': 'application/json' },
        };
  const answer = await answered(path + queryText(query), { method, signal: signal ?? null, ...told });
  return (await answer.json()) as T;
}

export const askText = async (path: string, { query, signal }: Asked): Promise<string> =>
  (await answered(path + queryText(query), { signal: signal ?? null })).text();

function queryText(query: Asked['query'] = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  return given.length ? `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}` : '';
}

/** The answer to a request, unless it is a no. */
export async function answered(path: string, request: RequestInit): Promise<Response> {
  let answer: Response;
  try {
    answer = await port().fetch(path, request);
  } catch {
    throw new Refusal('offline', 'no connection');
  }
  if (answer.ok) return answer;
  const problem = (await answer.json().catch(() => ({}))) as Partial<Problem>;
  throw new Refusal(problem.code ?? 'error', problem.reason ?? answer.statusText, problem.said);
}

/** JSON objects, a line each, as they come. */
export async function follow<T>(path: string, heard: (line: T) => void, signal: AbortSignal): Promise<void> {
  const answer = await answered(path, { signal });
  const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const lines = (rest + value).split('\n');
    rest = lines.pop()!;
    for (const line of lines) if (line) heard(JSON.parse(line) as T);
  }
}
