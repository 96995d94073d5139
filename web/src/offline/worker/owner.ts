/** The one worker that has the games: Python runs here, for all pages of this site. */
import type { Begin, BotFailed, FromPage, ToPage } from '../messages.ts';
import { PARTS } from '../messages.ts';
import { BotPorts } from './botports.ts';
import { Disk } from './disk.ts';
import { content, loadPython } from './python.ts';

interface Door {
  hear(message: string, text: string): void; // what was said goes as it is, not within the JSON of the message
}

/** Where bots think depends on it: see `offline/ports.py`. */
interface Device {
  cores: number;
  isSmall: boolean;
}

interface Browser {
  start(disk: Disk, spawn: unknown, fetched: unknown, device: Device, post: (message: string, text: string) => void): Promise<Door>;
}

const LITTLE_MEMORY = 4; // gigabytes
const PHONE = /Android|iPhone|iPad|Mobile/;

type Post = (client: string, message: ToPage) => void;
type Asker = { client: string; id: number }; // and how it calls what it asked for

export class Owner {
  private readonly numbers = new Map<string, number>(); // by client and what it calls it
  private readonly askers = new Map<number, Asker>();
  private readonly bots = new BotPorts();
  private last = 0;
  private door: Door | null = null;
  private storage: ToPage | null = null;

  constructor(private readonly post: Post) {}

  /** Start Python and read what is kept; resolves when everything can be asked. */
  async start({ python: folder, name }: Begin): Promise<void> {
    const progress = (part: (typeof PARTS)[number]) =>
      this.post('*', { kind: 'progress', part, done: PARTS.indexOf(part), total: PARTS.length });
    progress('engine');
    const python = await loadPython(folder);
    progress('games');
    const browser = python.pyimport('azulejos.offline.browser') as Browser;
    progress('store');
    const later = (file: string) => content(folder + file).then(found => new Uint8Array(found));
    const said = (message: string, text: string) => this.said({ ...(JSON.parse(message) as ToPage), text } as ToPage);
    this.door = await browser.start(new Disk(name), this.bots.spawn, later, device(), said);
  }

  /** What a new client has to know. */
  greet(client: string): void {
    if (this.storage) this.post(client, this.storage);
    this.post(client, { kind: 'ready' });
  }

  hear(client: string, message: FromPage): void {
    const key = `${client} ${message.id}`;
    if (!this.numbers.has(key)) {
      if (message.kind === 'send' || message.kind === 'close') return; // it has ended already
      this.numbers.set(key, ++this.last);
      this.askers.set(this.last, { client, id: message.id });
    }
    const id = this.numbers.get(key)!;
    if (message.kind === 'close') this.forget(id);
    const { text, ...rest } = { text: '', ...message, id };
    this.door!.hear(JSON.stringify(rest), text);
  }

  botFailed({ bot }: BotFailed): void {
    this.bots.failed(bot);
  }

  /** A client is gone: nobody listens to what it has opened. */
  left(client: string): void {
    for (const asker of [...this.askers.values()]) {
      if (asker.client === client) this.hear(client, { kind: 'close', id: asker.id });
    }
  }

  private said(message: ToPage): void {
    if (!('id' in message)) {
      if (message.kind === 'storage') this.storage = message;
      return this.post('*', message);
    }
    const asker = this.askers.get(message.id);
    if (!asker) return;
    if (message.kind !== 'text') this.forget(message.id);
    this.post(asker.client, { ...message, id: asker.id });
  }

  private forget(id: number): void {
    const { client, id: own } = this.askers.get(id)!;
    this.askers.delete(id);
    this.numbers.delete(`${client} ${own}`);
  }
}

/** A phone whose browser does not tell its memory is taken for one that has little. */
function device(): Device {
  const { deviceMemory, hardwareConcurrency, userAgent } = navigator as Navigator & { deviceMemory?: number };
  const isSmall = deviceMemory === undefined ? PHONE.test(userAgent) : deviceMemory <= LITTLE_MEMORY;
  return { cores: hardwareConcurrency, isSmall };
}
