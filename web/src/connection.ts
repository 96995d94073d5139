/**
 * The socket of one table: it stays connected, and what was asked is asked again until it is
 * answered. Headless: sockets and time come from outside, so that a test can play both.
 */
import type { ClientMessage, ServerMessage } from './messages.ts';
import { readHere, writeHere } from './storage.ts';
import { port } from './port.ts';

export type Line = 'connecting' | 'open' | 'lost' | 'gone';

export interface Listener {
  received(message: ServerMessage): void;
  changed(line: Line): void;
}

/** What a socket has to offer; a browser's WebSocket does. */
export interface Socket {
  readyState: number;
  send(text: string): void;
  close(): void;
  onopen: (() => void) | null;
  onmessage: ((event: { data: string }) => void) | null;
  onclose: ((event?: { code: number }) => void) | null;
}

const OPEN = 1;
const PING_AFTER = 12_000; // of silence
const STALE_AFTER = 20_000; // of silence: nobody is there any more
const FIRST_WAIT = 250;
const MAX_WAIT = 8_000;
const REFUSED = [4403, 4404]; // no such table, or not for us: it makes no sense to come again

type Asked = Extract<ClientMessage, { id: string }>;
type WithoutId<M> = M extends { id: string } ? Omit<M, 'id'> : never;
/** What can be asked: any message of the browser that wants an answer, without its id. */
export type Question = WithoutId<ClientMessage>;

/** Keeps what was not answered yet, for when the page is left or reloaded in between. */
export interface Outbox {
  load(): Asked[];
  save(waiting: Asked[]): void;
}

export class Connection {
  private socket: Socket | null = null;
  private readonly waiting: Map<string, Asked>;
  private version = -1;
  private heard = 0;
  private wait = FIRST_WAIT;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private isClosed = false;

  constructor(
    private readonly listener: Listener,
    private readonly connect: (version: number) => Socket,
    private readonly outbox: Outbox = { load: () => [], save: () => undefined },
    private readonly now: () => number = () => Date.now(),
    private readonly newId: () => string = randomId,
  ) {
    this.waiting = new Map(outbox.load().map(message => [message.id, message]));
  }

  open(): void {
    if (this.isClosed || this.socket) return;
    this.listener.changed('connecting');
    const socket = (this.socket = this.connect(this.version));
    this.heard = this.now();
    socket.onopen = () => this.opened();
    socket.onmessage = event => this.received(JSON.parse(event.data) as ServerMessage);
    socket.onclose = event => this.closed(socket, event?.code ?? 0);
    this.schedule(PING_AFTER / 3, () => this.watch());
  }

  close(): void {
    this.isClosed = true;
    clearTimeout(this.timer);
    this.socket?.close();
    this.socket = null;
  }

  /** Ask for something; it is sent again after a broken connection until it is answered. */
  ask(question: Question): string {
    const message = { ...question, id: this.newId() } as Asked;
    this.waiting.set(message.id, message);
    this.keep();
    this.send(message);
    return message.id;
  }

  /** Reconnect as whoever the visitor is now. */
  reopen(): void {
    const socket = this.socket;
    this.socket = null;
    if (socket) {
      socket.onclose = socket.onmessage = socket.onopen = null;
      socket.close();
    }
    this.open();
  }

  /** The device woke up, or the network is back: find out at once whether anybody is there. */
  wake(): void {
    if (!this.socket) {
      this.wait = FIRST_WAIT;
      clearTimeout(this.timer);
      this.open();
    } else if (this.now() - this.heard > STALE_AFTER) {
      this.dropped(this.socket);
    } else {
      this.send({ type: 'ping' });
    }
  }

  private opened(): void {
    this.wait = FIRST_WAIT;
    this.listener.changed('open');
    for (const message of this.waiting.values()) this.send(message);
  }

  private received(message: ServerMessage): void {
    this.heard = this.now();
    if (message.type === 'update') this.version = message.version;
    if (message.type === 'chat') this.version = Math.max(this.version, message.number);
    if ('id' in message && this.waiting.delete(message.id)) this.keep();
    this.listener.received(message);
  }

  private send(message: ClientMessage): void {
    if (this.socket?.readyState === OPEN) this.socket.send(JSON.stringify(message));
  }

  private keep(): void {
    this.outbox.save([...this.waiting.values()]);
  }

  /** Ping after a silence; give up after a longer one. */
  private watch(): void {
    const silence = this.now() - this.heard;
    if (silence > STALE_AFTER) return this.socket ? this.dropped(this.socket) : undefined;
    if (silence > PING_AFTER) this.send({ type: 'ping' });
    this.schedule(PING_AFTER / 3, () => this.watch());
  }

  private closed(socket: Socket, code: number): void {
    if (socket !== this.socket) return;
    if (!REFUSED.includes(code)) return this.dropped(socket);
    this.close();
    this.listener.changed('gone');
  }

  private dropped(socket: Socket): void {
    if (socket !== this.socket) return;
    this.socket = null;
    socket.onclose = socket.onmessage = socket.onopen = null;
    socket.close();
    if (this.isClosed) return;
    this.listener.changed('lost');
    this.schedule(this.wait * (0.75 + Math.random() / 2), () => this.open());
    this.wait = Math.min(this.wait * 2, MAX_WAIT);
  }

  private schedule(delay: number, task: () => void): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(task, delay);
  }
}

/** The real thing: the socket of a table. */
export function tableSocket(table: string): (version: number) => Socket {
  return version => port().open(`tables/${table}/socket${version >= 0 ? `?version=${version}` : ''}`);
}

/** What was asked at a table, as long as this tab is open. */
export function outboxOf(table: string): Outbox {
  const name = `asked.${table}`;
  return {
    load: () => readHere<Asked[]>(name, []),
    save: waiting => writeHere(name, waiting.length ? waiting : null),
  };
}

/** `crypto.randomUUID` exists on secure pages only; a server at home may speak plain HTTP. */
function randomId(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(3)), n => n.toString(36)).join('');
}
