/**
 * Whoever answers the page: a server, over the network, or a worker of the page itself. Both know the
 * same paths and say the same, so that nothing else has to know which it is.
 */
import { signal } from '@preact/signals';
import type { Socket } from './connection.ts';

export interface Port {
  /** Like the browser's own `fetch`, for what lies under `/api/`. */
  fetch(path: string, request: RequestInit): Promise<Response>;
  /** Like a new `WebSocket`. */
  open(path: string): Socket;
}

/** Whether the server answered when it was last asked. */
export const isReached = signal(true);

const server: Port = {
  fetch: (path, request) => noticed(fetch(`/api/${path}`, request)),
  open: path => {
    const address = new URL(`/api/${path}`, location.href);
    address.protocol = address.protocol.replace('http', 'ws');
    const socket = new WebSocket(address);
    const refused = () => void isThere().catch(() => undefined); // a refusal looks like nobody there
    socket.addEventListener('close', refused, { once: true });
    socket.addEventListener('open', () => {
      isReached.value = true;
      socket.removeEventListener('close', refused); // a moment's interruption is none of this
    });
    return socket as Socket;
  },
};

/** Find out whether the server answers. */
export const isThere = (): Promise<Response> => noticed(fetch('/health', { cache: 'no-store' }));

/** Take note of whether there was an answer; that of a proxy, that the server is gone, is none. */
async function noticed(asked: Promise<Response>): Promise<Response> {
  try {
    const answer = await asked;
    const isOurs = answer.status < 502 || (answer.headers.get('Content-Type') ?? '').includes('json');
    isReached.value = isOurs;
    return answer;
  } catch (error) {
    if ((error as Error).name !== 'AbortError') isReached.value = false;
    throw error;
  }
}

let chosen = server;

export const port = (): Port => chosen;

/** Let somebody else answer, before anything is asked. */
export function answeredBy(other: Port): void {
  chosen = other;
}
