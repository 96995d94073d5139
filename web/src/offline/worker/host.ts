/**
 * The worker behind every page of a site. Of all of them one at a time has the games: whoever holds a
 * lock, which the browser gives to the next when a page is closed or dies. The others pass on what
 * their pages ask, so that any number of pages show the same games.
 */
import type { Begin, BotFailed, FromPage, ToPage } from '../messages.ts';
import { Owner } from './owner.ts';

type Passed = { from: string; message: FromPage | { kind: 'hello' } } | { to: string; message: ToPage };

const SELF = 'self'; // the client that is this worker's own page
const me = crypto.randomUUID();
const held: FromPage[] = []; // until somebody answers

let answer = (message: FromPage): void => void held.push(message);
let owner: Owner | null = null; // here, if this worker has the games

onmessage = ({ data }: MessageEvent<Begin | BotFailed | FromPage>) => {
  if (data.kind === 'begin') void begin(data);
  else if (data.kind === 'bot failed') owner?.botFailed(data);
  else answer(data);
};

const post = (message: ToPage): void => postMessage(message);

async function begin(wanted: Begin): Promise<void> {
  const others = new BroadcastChannel(wanted.name);
  const pass = (passed: Passed) => others.postMessage(passed);
  others.onmessage = ({ data }: MessageEvent<Passed>) => {
    if ('to' in data && (data.to === me || data.to === '*')) followed(data.message, pass);
  };
  await kept(`${wanted.name} ${me}`); // so that whoever has the games learns when this page is gone
  pass({ from: me, message: { kind: 'hello' } });
  await navigator.locks.request(wanted.name, () => keepGames(wanted, others));
}

/** Hear of another worker, which has the games. */
function followed(message: ToPage, pass: (passed: Passed) => void): void {
  if (message.kind === 'ready') answerBy(asked => pass({ from: me, message: asked }));
  post(message);
}

function answerBy(other: (message: FromPage) => void): void {
  answer = other;
  held.splice(0).forEach(other);
}

/** Have the games, for as long as this worker lives. */
async function keepGames(wanted: Begin, others: BroadcastChannel): Promise<never> {
  const known = new Set<string>();
  const own = (owner = new Owner((client, message) => {
    if (client === SELF || client === '*') post(message);
    if (client !== SELF) others.postMessage({ to: client, message } satisfies Passed);
  }));
  try {
    answer = message => void held.push(message);
    await own.start(wanted);
  } catch (error) {
    post({ kind: 'failed', message: String(error) });
    throw error; // and another page may try
  }
  others.onmessage = ({ data }: MessageEvent<Passed>) => {
    if (!('from' in data)) return;
    if (!known.has(data.from)) watch(data.from);
    if (data.message.kind === 'hello') own.greet(data.from);
    else own.hear(data.from, data.message);
  };
  const watch = (client: string): void => {
    known.add(client);
    void navigator.locks.request(`${wanted.name} ${client}`, () => {
      known.delete(client);
      own.left(client);
    });
  };
  own.greet('*');
  answerBy(message => own.hear(SELF, message));
  return new Promise<never>(() => undefined);
}

/** Hold a lock while this worker lives. */
function kept(name: string): Promise<void> {
  return new Promise(resolve => {
    void navigator.locks.request(name, () => {
      resolve();
      return new Promise<never>(() => undefined);
    });
  });
}
