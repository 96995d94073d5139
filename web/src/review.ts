/** What the moves of a finished game cost, as the server finds it out move by move. */
import { signal } from '@preact/signals';
import { api, Refusal } from './api.ts';
import type { MoveReview, ReviewEnd, ReviewLine } from './messages.ts';

export class Reviewing {
  readonly isRunning = signal(false);
  readonly total = signal(0);
  readonly moves = signal<readonly MoveReview[]>([]);
  readonly end = signal<ReviewEnd | null>(null);
  readonly problem = signal<string | null>(null); // the code of what went wrong
  private stopping = new AbortController();

  constructor(private readonly table: string) {}

  /** Begin, or go on; the server knows how far it was. */
  async start(): Promise<void> {
    if (this.isRunning.value || this.end.value) return;
    this.isRunning.value = true;
    this.problem.value = null;
    this.stopping = new AbortController();
    try {
      await api.review(this.table, line => this.heard(line), this.stopping.signal);
      if (!this.end.value) this.problem.value ??= 'offline';
    } catch (error) {
      if (!this.stopping.signal.aborted) this.problem.value = error instanceof Refusal ? error.code : 'offline';
    }
    this.isRunning.value = false;
  }

  stop(): void {
    this.stopping.abort();
  }

  /** What was said of the move after so many events. */
  at(ply: number): MoveReview | undefined {
    return this.moves.value.find(move => move.ply === ply);
  }

  private heard(line: ReviewLine): void {
    switch (line.type) {
      case 'begun':
        this.total.value = line.moves;
        this.moves.value = [];
        return;
      case 'move':
        this.moves.value = [...this.moves.value, line];
        return;
      case 'end':
        this.end.value = line;
        return;
      case 'failed':
        this.problem.value = line.code;
        return;
      default:
        line satisfies never;
    }
  }
}
