/** What is asked, each question answered once; see `port.ts` for who answers. */
import type {
  Analysis,
  DailyPuzzle,
  Devices,
  DraftInfo,
  FoundGames,
  GameInfo,
  Graded,
  Link,
  LinkOwner,
  Me,
  MistakeInfo,
  NewSubscription,
  NewTable,
  Opened,
  Problem,
  PushInfo,
  PuzzleAnswer,
  PuzzleInfo,
  PuzzleProgress,
  PuzzleSet,
  ReachInfo,
  Replay,
  ReviewLine,
  Message,
  SkillInGame,
  Statistics,
  TableInfo,
  TableMade,
  TablePage,
  Trial,
} from './messages.ts';
import { port } from './port.ts';
import type { PuzzleWish } from './settings.ts';

/** A position to study: by its text, or after so many events of a table that is done. */
export type Place = ({ position: string } | { table: string; ply: number } | { record: string; ply: number }) & { move?: string };

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

async function ask<T>(method: string, path: string, body?: unknown, signal: AbortSignal | null = null): Promise<T> {
  const told =
    body === undefined
      ? {}
      : {
          body: typeof body === 'string' ? body : JSON.stringify(body),
          headers: { 'Content-Type': 'application/json' },
        };
  const answer = await answered(path, { method, signal, ...told });
  return (await answer.json()) as T;
}

/** The answer to a request, unless it is a no. */
async function answered(path: string, request: RequestInit): Promise<Response> {
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
async function follow<T>(path: string, heard: (line: T) => void, signal: AbortSignal): Promise<void> {
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

export const api = {
  games: once(() => ask<GameInfo[]>('GET', 'games')),
  me: () => ask<Me>('GET', 'me'),
  rename: (name: string) => ask<Me>('PUT', 'me', { name }),
  forget: () => ask<Me>('DELETE', 'me'),
  link: () => ask<Link>('POST', 'me/link'),
  linkOwner: (secret: string) => ask<LinkOwner>('GET', `links/${secret}`),
  openLink: (secret: string) => ask<Me>('POST', `links/${secret}`),
  devices: () => ask<Devices>('GET', 'me/links'),
  revoke: (link: string) => ask<Devices>('DELETE', `me/links/${link}`),
  revokeAll: () => ask<Devices>('DELETE', 'me/links'),
  push: () => ask<PushInfo>('GET', 'me/push'),
  subscribe: (subscription: NewSubscription) => ask<PushInfo>('PUT', 'me/push', subscription),
  unsubscribe: () => ask<PushInfo>('DELETE', 'me/push'),
  mine: (after = '', game = '') =>
    ask<TablePage>('GET', `mine?${new URLSearchParams({ ...(after && { after }), ...(game && { game }) })}`),
  skill: () => ask<SkillInGame[]>('GET', 'me/skill'),
  statistics: () => ask<Statistics[]>('GET', 'mine/statistics'),
  openTables: (after?: string) => ask<TablePage>('GET', after ? `tables?after=${after}` : 'tables'),
  table: (table: string) => ask<TableInfo>('GET', `tables/${table}`),
  create: (wanted: Omit<NewTable, 'record'> & { record?: string | null }) => ask<TableMade>('POST', 'tables', wanted),
  sit: (table: string, seat: number) => ask<unknown>('POST', `tables/${table}/seats/${seat}`),
  leave: (table: string, seat: number) => ask<unknown>('DELETE', `tables/${table}/seats/${seat}`),
  reach: () => ask<ReachInfo>('GET', 'reach'),
  openToNetwork: () => ask<ReachInfo>('POST', 'reach'),
  replay: (table: string) => ask<Replay>('GET', `tables/${table}/replay`),
  review: (table: string, heard: (line: ReviewLine) => void, signal: AbortSignal) =>
    follow(`tables/${table}/review`, heard, signal),
  sandbox: (place: Place) => ask<Trial>('POST', 'sandbox', place),
  edit: (asked: ({ position: string } | { game: string }) & { edits: Record<string, string> }) =>
    ask<DraftInfo>('POST', 'editor', asked),
  open: (text: string) => ask<Opened>('POST', 'open', { text }),
  botMove: (turn: { position: string; level: string }) => ask<Trial>('POST', 'sandbox/bot', turn),
  analysis: (place: Place, effort?: number, signal?: AbortSignal) =>
    ask<Analysis>('POST', 'analysis', { ...place, ...(effort !== undefined && { effort }) }, signal),
  puzzleSets: once(() => ask<PuzzleSet[]>('GET', 'puzzles')),
  dailyPuzzles: (day: string) => ask<DailyPuzzle[]>('GET', `puzzles/daily?day=${day}`),
  nextPuzzle: (game: string, wish: PuzzleWish = {}) =>
    ask<PuzzleInfo>('GET', `puzzles/next?${new URLSearchParams({ game, ...chosen(wish) })}`),
  puzzle: (puzzle: string) => ask<PuzzleInfo>('GET', `puzzles/${puzzle}`),
  answerPuzzle: (puzzle: string, answer: PuzzleAnswer) => ask<Graded>('POST', `puzzles/${puzzle}/answers`, answer),
  puzzleProgress: () => ask<PuzzleProgress[]>('GET', 'mine/puzzles'),
  mistakes: () => ask<MistakeInfo[]>('GET', 'mine/mistakes'),
  rules: async (game: string, language: string) =>
    (await answered(`games/${game}/rules?language=${language}`, {})).text(),
  readFile: (text: string) => ask<FoundGames>('POST', 'files', { text }),
  importGames: (file: string) => ask<{ tables: string[] }>('POST', 'import', file),
  file: async (path: string): Promise<{ name: string; file: Blob }> => {
    const answer = await answered(path, {});
    const name = /filename="([^"]+)"/.exec(answer.headers.get('Content-Disposition') ?? '')?.[1];
    return { name: name ?? path.split('/').at(-1)!, file: await answer.blob() };
  },
};

/** What somebody has chosen, without what is left open. */
const chosen = (wish: PuzzleWish): Record<string, string> =>
  Object.fromEntries(Object.entries(wish).filter(([, value]) => value));

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
