/**
 * The workers in which bots think. It is the page that starts them, and not the worker that asks them:
 * in Firefox (153) a worker that starts another one now and then stands still for ever.
 */
import type { BeginBot, BotFailed, ForBots } from './messages.ts';

declare const BOT: string; // the name of their script, beside this one

export class Bots {
  private readonly workers = new Map<number, Worker>();

  constructor(
    private readonly python: string,
    private readonly failed: (message: BotFailed) => void,
  ) {}

  heard(wanted: ForBots): void {
    if (wanted.kind === 'terminate') return this.terminate(wanted.bot);
    const { bot, port } = wanted;
    const worker = new Worker(new URL(BOT, import.meta.url), { type: 'module', name: 'bot' });
    worker.onerror = () => {
      this.terminate(bot);
      this.failed({ kind: 'bot failed', bot });
    };
    worker.postMessage({ python: this.python, port } satisfies BeginBot, [port]);
    this.workers.set(bot, worker);
  }

  private terminate(bot: number): void {
    this.workers.get(bot)?.terminate();
    this.workers.delete(bot);
  }
}
