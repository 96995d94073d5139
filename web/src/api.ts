/** What is asked: every request of the table of routes, and a few more. */
import { answered, ask, Refusal } from './asking.ts';
import { requests } from './requests.ts';

export { Refusal };

export const api = {
  ...requests,
  games: once(() => requests.games()),
  puzzleSets: once(() => requests.puzzleSets()),
  importGames: (file: string) => ask<{ tables: string[] }>('POST', 'import', { body: file }),
  file: async (path: string): Promise<{ name: string; file: Blob }> => {
    const answer = await answered(path, {});
    const name = /filename="([^"]+)"/.exec(answer.headers.get('Content-Disposition') ?? '')?.[1];
    return { name: name ?? path.split('/').at(-1)!, file: await answer.blob() };
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
