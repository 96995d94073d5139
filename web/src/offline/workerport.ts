/** A worker of the page that answers like a server: see `../port.ts`. */
import type { Socket } from '../connection.ts';
import type { Port } from '../port.ts';
import type { FromPage, ToPage } from './messages.ts';

type Sending = FromPage extends infer M ? (M extends { id: number } ? Omit<M, 'id'> : never) : never;
type Answer = Extract<ToPage, { kind: 'answer' }>;

const [OPEN, CLOSED] = [1, 3];
const DONE = 1000; // a channel that has ended as it should
const RESTARTED = 1012; // whoever answered is gone, and somebody else does now
const REVIEW = /\/review$/; // what comes line by line

interface Asked {
  message: FromPage;
  answered(answer: Answer): void;
  failed(error: Error): void;
}

export class WorkerPort implements Port {
  private readonly asked = new Map<number, Asked>();
  private readonly channels = new Map<number, Channel>();
  private last = 0;
  private isReady = false;

  constructor(
    private readonly post: (message: FromPage) => void,
    private readonly known: Readonly<Record<string, string>> = {}, // files that need nobody to answer
  ) {}

  fetch(path: string, { method = 'GET', headers = {}, body, signal }: RequestInit): Promise<Response> {
    if (method === 'GET' && this.known[path]) return fetch(this.known[path]);
    if (REVIEW.test(path)) return Promise.resolve(this.stream(path, signal ?? null));
    return new Promise((resolve, reject) => {
      const request = { method, path: `/api/${path}`, headers: headers as Record<string, string> };
      const id = this.send({ kind: 'request', ...request, text: (body as string | undefined) ?? '' }, message => {
        this.asked.set(message.id, {
          message,
          answered: answer => resolve(responseOf(answer)),
          failed: reject,
        });
      });
      signal?.addEventListener('abort', () => this.asked.delete(id) && reject(signal.reason as Error));
    });
  }

  open(path: string): Socket {
    return this.channel(`/api/${path}`);
  }

  /** What the worker says. */
  heard(message: ToPage): void {
    switch (message.kind) {
      case 'answer':
        this.asked.get(message.id)?.answered(message);
        this.asked.delete(message.id);
        return;
      case 'text':
        this.channels.get(message.id)?.onmessage?.({ data: message.text });
        return;
      case 'closed':
        return this.closed(message.id, message.code);
      case 'ready':
        return this.begun();
      default:
        return;
    }
  }

  /** Somebody answers from now on. What was under way with somebody before is asked again, if it may be. */
  private begun(): void {
    if (this.isReady) {
      for (const id of [...this.channels.keys()]) this.closed(id, RESTARTED);
      for (const [id, { message, failed }] of [...this.asked]) {
        if (message.kind === 'request' && message.method === 'GET') this.post(message);
        else if (this.asked.delete(id)) failed(new TypeError('nobody has answered'));
      }
    }
    this.isReady = true;
    for (const channel of this.channels.values()) channel.opened();
  }

  private send(message: Sending, before: (message: FromPage) => void): number {
    const numbered = { ...message, id: ++this.last } as FromPage;
    before(numbered);
    this.post(numbered);
    return numbered.id;
  }

  private channel(path: string): Channel {
    const post = (kind: 'send' | 'close', text = ''): void => {
      if (kind === 'send') this.post({ kind, id, text });
      else if (this.channels.delete(id)) this.post({ kind, id });
    };
    const channel = new Channel(post);
    const id = this.send({ kind: 'open', path }, message => this.channels.set(message.id, channel));
    if (this.isReady) queueMicrotask(() => channel.opened());
    return channel;
  }

  private closed(id: number, code: number): void {
    const channel = this.channels.get(id);
    this.channels.delete(id);
    channel?.ended(code);
  }

  /** An answer whose lines come one after the other. */
  private stream(path: string, signal: AbortSignal | null): Response {
    const channel = this.channel(`/api/${path}`);
    const encoder = new TextEncoder();
    const body = new ReadableStream<Uint8Array>({
      start: lines => {
        channel.onmessage = ({ data }) => lines.enqueue(encoder.encode(`${data}\n`));
        channel.onclose = event => (event?.code === DONE ? lines.close() : lines.error(new TypeError('it broke off')));
        signal?.addEventListener('abort', () => (channel.close(), lines.error(signal.reason)));
      },
      cancel: () => channel.close(),
    });
    return new Response(body);
  }
}

const WITHOUT_BODY = [204, 304];

function responseOf({ status, headers, text }: Answer): Response {
  return new Response(WITHOUT_BODY.includes(status) ? null : text, { status, headers });
}

class Channel implements Socket {
  readyState = 0;
  onopen: Socket['onopen'] = null;
  onmessage: Socket['onmessage'] = null;
  onclose: Socket['onclose'] = null;

  constructor(private readonly post: (kind: 'send' | 'close', text?: string) => void) {}

  send(text: string): void {
    if (this.readyState === OPEN) this.post('send', text);
  }

  close(): void {
    this.readyState = CLOSED;
    this.post('close');
  }

  opened(): void {
    if (this.readyState !== 0) return;
    this.readyState = OPEN;
    this.onopen?.();
  }

  ended(code: number): void {
    this.readyState = CLOSED;
    this.onclose?.({ code });
  }
}
