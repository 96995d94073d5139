/**
 * Whoever answers the page: a server, over the network, or a worker of the page itself. Both know the
 * same paths and say the same, so that nothing else has to know which it is.
 */
import type { Socket } from './connection.ts';

export interface Port {
  /** Like the browser's own `fetch`, for what lies under `/api/`. */
  fetch(path: string, request: RequestInit): Promise<Response>;
  /** Like a new `WebSocket`. */
  open(path: string): Socket;
}

const server: Port = {
  fetch: (path, request) => fetch(`/api/${path}`, request),
  open: path => {
    const address = new URL(`/api/${path}`, location.href);
    address.protocol = address.protocol.replace('http', 'ws');
    return new WebSocket(address) as Socket;
  },
};

let chosen = server;

export const port = (): Port => chosen;

/** Let somebody else answer, before anything is asked. */
export function answeredBy(other: Port): void {
  chosen = other;
}
