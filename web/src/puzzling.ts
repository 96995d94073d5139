/** A puzzle: a position without a socket, where one move is the answer, and what is said of it. */
import { batch, computed, effect, signal, untracked } from '@preact/signals';
import { api, Refusal } from './api.ts';
import type { Question } from './connection.ts';
import { t } from './language.ts';
import type { Choice, Graded, EventInfo, PuzzleInfo, PuzzleProgress, Trial } from './messages.ts';
import { person, updateOf } from './study.ts';
import type { Door, TableState } from './table.ts';

/** One's rating, and how certain it is. */
export const ratingText = ({ rating: { rating, deviation } }: PuzzleProgress): string =>
  t('ui.puzzles.rating', { n: String(Math.round(rating)), deviation: 2 * Math.round(deviation) });

/** The day of whoever looks at a clock, the same all over the world. */
export const today = (): string => new Date().toISOString().slice(0, 10);

/** Asking for a move, showing what the answer led to, or going through the best line. */
type Stage = 'asking' | 'answered' | 'line';

export class Puzzling implements Door {
  readonly stage = signal<Stage>('asking');
  readonly graded = signal<Graded | null>(null); // the last answer
  readonly step = signal(0); // how many events of the line are to be shown
  readonly length = computed(() => this.graded.value?.line.length ?? 0);

  private shown = 0; // events of the line
  private version = 0;
  private asked = 0;
  private trial: Trial | null = null;
  private readonly stop: () => void;

  constructor(
    private readonly state: TableState,
    readonly info: PuzzleInfo,
    private readonly names: (players: number, own: number) => string[],
  ) {
    state.door = this;
    state.line.value = 'open';
    this.stop = effect(() => {
      const step = this.step.value;
      if (this.stage.value === 'line') untracked(() => this.showLine(step)); // it reads what it changes
    });
  }

  async open(): Promise<void> {
    this.trial = await api.sandbox({ position: this.info.position });
    this.again();
  }

  close(): void {
    this.stop();
  }

  /** Ask for the move, again if it was answered before. */
  again(): void {
    this.stage.value = 'asking';
    this.state.skip();
    this.show([], { choices: this.trial!.choices });
  }

  /** Show the best line, from its first move on. */
  solve(): void {
    this.state.skip();
    this.show([]);
    this.shown = 0;
    batch(() => {
      this.stage.value = 'line';
      this.step.value = 1;
    });
  }

  ask(question: Question): string {
    const id = `puzzle-${++this.asked}`;
    if (question.type === 'move') void this.answer(id, question.move);
    return id;
  }

  private async answer(id: string, move: string): Promise<void> {
    try {
      const graded = await api.answerPuzzle(this.info.puzzle, { move, day: today() });
      batch(() => {
        this.graded.value = graded;
        this.stage.value = 'answered';
      });
      this.show(graded.made);
      this.state.received({ type: 'done', id, version: this.version });
    } catch (error) {
      const code = error instanceof Refusal ? error.code : 'error';
      this.state.received({ type: 'refused', id, code, reason: '', version: this.version });
    }
  }

  /** The line after so many events; one step on, what the event scored is counted. */
  private showLine(step: number): void {
    const isNext = step === this.shown + 1;
    this.shown = step;
    this.state.skip();
    this.show(this.graded.value!.line.slice(0, step), { isNext });
  }

  /** The position after some events, of which the last one has just happened, or not. */
  private show(events: EventInfo[], { isNext = true, choices = [] as Choice[] } = {}): void {
    const { game, options, scene, to_move } = this.trial!;
    const seats = this.names(scene.boards.length, to_move!).map(person);
    this.state.received(
      updateOf(
        {
          game,
          options,
          seats,
          seat: to_move,
          to_move: choices.length ? to_move : null,
          scene: events.at(-1)?.scene ?? scene,
          choices,
          since: events.map((event, i) => (isNext && i === events.length - 1 ? event : { ...event, scene: null })),
          plies: events.length,
        },
        ++this.version,
      ),
    );
  }
}

const DAY = 86_400_000; // milliseconds

/** Whether the puzzle of a day was solved today or yesterday: then what is in a row can go on. */
export const isCurrent = (day: string): boolean => Date.parse(today()) - Date.parse(day) <= DAY;
