/** The engine thinks along: about the position that is shown, longer and longer, until it is told to stop. */
import { effect, signal, untracked, type ReadonlySignal } from '@preact/signals';
import { api, Refusal } from './api.ts';
import type { Analysis } from './messages.ts';
import { thinksAlong } from './settings.ts';

const SETTLED = 200; // milliseconds that one stays at a position before it is thought about
const AGAIN = 3000; // until somebody who asked too often asks again
const MOST = 200; // positions that are remembered
const PASSING = ['too_many', 'busy', 'offline']; // refusals that are over soon

interface Known {
  found: Analysis;
  effort: number;
}

export class Thinking {
  readonly found = signal<Analysis | null>(null); // about what is shown
  readonly isBusy = signal(false);
  readonly problem = signal<string | null>(null);

  private readonly known = new Map<string, Known>();
  private readonly stop: () => void;
  private under: AbortController | null = null;

  /** Think about a position, whenever there is one. */
  constructor(position: ReadonlySignal<string | null>) {
    this.stop = effect(() => {
      const [about, isOn] = [position.value, thinksAlong.value];
      untracked(() => this.turnTo(about, isOn));
    });
  }

  close(): void {
    this.stop();
    this.under?.abort();
  }

  private turnTo(about: string | null, isOn: boolean): void {
    this.under?.abort();
    this.under = new AbortController();
    this.problem.value = null;
    this.found.value = (about !== null && this.known.get(about)?.found) || null;
    this.isBusy.value = false;
    if (about !== null && isOn) void this.think(about, this.under.signal);
  }

  private async think(position: string, ended: AbortSignal): Promise<void> {
    const before = this.known.get(position);
    let effort = before ? before.effort + 1 : 0;
    if (before?.found.is_last) return;
    this.isBusy.value = true;
    await pause(SETTLED, ended);
    while (!ended.aborted) {
      try {
        const found = await api.analysis({ position, effort }, ended);
        this.remember(position, { found, effort });
        if (ended.aborted) return;
        this.found.value = found;
        this.problem.value = null;
        if (found.is_last) break;
        effort++;
      } catch (error) {
        if (ended.aborted) return;
        this.problem.value = error instanceof Refusal ? error.code : 'error';
        if (!PASSING.includes(this.problem.value)) break;
        await pause(AGAIN, ended);
      }
    }
    if (!ended.aborted) this.isBusy.value = false;
  }

  private remember(position: string, known: Known): void {
    this.known.delete(position);
    this.known.set(position, known);
    if (this.known.size > MOST) this.known.delete(this.known.keys().next().value!);
  }
}

const pause = (milliseconds: number, ended: AbortSignal) =>
  new Promise<void>(done => {
    const timer = setTimeout(done, milliseconds);
    ended.addEventListener('abort', () => (clearTimeout(timer), done()), { once: true });
  });
