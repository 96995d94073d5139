/** Games looked at again, and positions to try things out in: a table without a socket. */
import { effect, signal, untracked } from '@preact/signals';
import { api, Refusal } from './api.ts';
import type { Question } from './connection.ts';
import type { AskedPosition, Replay, SeatInfo, Trial, Update } from './messages.ts';
import type { Door, TableState } from './table.ts';
import { Variations, type Tried } from './variations.ts';

/** The visitor, who plays a seat. */
export const person = (name: string): SeatInfo => ({
  kind: 'person',
  name,
  level: null,
  bot: null,
  instead: null,
  is_here: true,
  clock: null,
  has_resigned: false,
});

/** Who sat there, without clocks; nobody is away where nobody has to come. */
const seated = (seats: SeatInfo[]): SeatInfo[] => seats.map(seat => ({ ...seat, is_here: true, clock: null }));

/** An update about a table that nobody sits at. */
export function updateOf(
  known: Pick<Update, 'game' | 'options' | 'scene' | 'seats'> & Partial<Update>,
  version: number,
): Update {
  return {
    type: 'update',
    table: '',
    version,
    seat: null,
    pace: 'live',
    to_move: null,
    choices: [],
    since: [],
    plies: 0,
    may_undo: false,
    result: null,
    requests: [],
    next_table: null,
    spectators: 0,
    tally: [],
    shared: [],
    has_secrets: false,
    is_cut: false,
    day: null,
    ...known,
  };
}

/** A game that is over, at any of its events. */
export class Replaying {
  private version = 0;
  private shown = 0;

  constructor(
    private readonly state: TableState,
    readonly replay: Replay,
    readonly seat: number | null,
  ) {
    state.line.value = 'open';
  }

  get length(): number {
    return this.replay.events.length;
  }

  /** Show the table after so many events; one step on, what the event scored is counted. */
  show(ply: number): void {
    const { events, first, game, options, seats, result, table } = this.replay;
    const isNext = ply === this.shown + 1;
    const log = events.slice(0, ply).map((event, i) => (isNext && i === ply - 1 ? event : { ...event, scene: null }));
    this.shown = ply;
    this.state.skip();
    this.state.received(
      updateOf(
        {
          table,
          game,
          options,
          seats: seated(seats),
          seat: this.seat,
          scene: events[ply - 1]?.scene ?? first,
          since: log,
          plies: ply,
          result: ply === events.length ? result : null,
        },
        ++this.version,
      ),
    );
  }
}

const AGAIN_AFTER = 2000; // milliseconds until a bot that could not think tries again

/** Where moves are tried: seats are played by the visitor or by bots; what was tried stays, as a tree. */
export class Sandbox implements Door {
  readonly bots = signal<ReadonlyMap<number, string>>(new Map()); // levels, by the seats they play

  readonly tree = new Variations<Trial>(trial => trial.position);

  private version = 0;
  private asked = 0;
  private front: number | null = null; // whose board is in front
  private awaited: Trial | null = null; // the position that a bot thinks about
  private again: ReturnType<typeof setTimeout> | undefined;
  private readonly stop: () => void;

  constructor(
    private readonly state: TableState,
    private readonly seats: SeatInfo[],
    private readonly options: {
      seat?: number; // whose board is in front; otherwise that of whoever is to move
      filter?: (trial: Trial) => Trial; // what a visitor may do
      table?: string;
    } = {},
  ) {
    state.door = this;
    state.line.value = 'open';
    this.stop = effect(() => {
      const isShown = !state.isShowing.value && state.update.value?.version === this.version;
      if (this.bots.value.size && isShown) untracked(() => void this.letBotMove());
    });
  }

  /** Think and show no more. */
  close(): void {
    this.stop();
    clearTimeout(this.again);
    this.awaited = null;
  }

  /** Let a bot of a level play a seat, or nobody but the visitor. */
  seatBot(seat: number, level: string | null): void {
    const bots = new Map(this.bots.value);
    if (level === null) bots.delete(seat);
    else bots.set(seat, level);
    this.awaited = null;
    this.bots.value = bots;
    if (this.trial) this.show({ ...this.trial, since: [] });
  }

  /** Go to a position, or make a move there. */
  async go(place: AskedPosition): Promise<void> {
    try {
      this.arrive(await api.sandbox(place));
    } catch (error) {
      this.state.refused.value = error instanceof Refusal ? error.code : 'error';
      this.done();
    }
  }

  /** Make some moves, one after the other, as far as they lead. */
  async follow(moves: readonly string[]): Promise<void> {
    for (const move of moves) {
      const { trial, version } = this;
      if (!trial) return;
      await this.go({ position: trial.position, move });
      if (this.trial === trial || this.version !== version + 1) return; // refused, or somebody went elsewhere
    }
  }

  /** Look at something that was tried before; no bot goes on from there by itself. */
  look(tried: Tried<Trial> | null | undefined): void {
    if (!tried || tried === this.tree.here.value) return;
    this.tree.go(tried);
    this.lookAgain();
  }

  /** Show where one is in the tree. */
  lookAgain(): void {
    this.awaited = this.trial ?? null;
    if (this.trial) this.show({ ...this.trial, since: [] });
  }

  get trial(): Trial | undefined {
    return this.tree.here.value?.what;
  }

  ask(question: Question): string {
    const id = `sandbox-${++this.asked}`;
    const position = this.trial?.position ?? '';
    if (question.type === 'move') void this.go({ position, move: question.move });
    if (question.type === 'undo' && this.tree.here.value?.before) {
      do this.tree.back();
      while (this.tree.here.value.before && this.isBots(this.trial!.to_move)); // to a choice of one's own
      queueMicrotask(() => this.lookAgain());
    }
    return id;
  }

  private isBots(seat: number | null): boolean {
    return seat !== null && this.bots.value.has(seat);
  }

  /** If it is a bot's turn, ask for its move, which counts if nothing has changed meanwhile. */
  private async letBotMove(): Promise<void> {
    const here = this.trial;
    if (!here || this.awaited === here || !this.isBots(here.to_move)) return;
    this.awaited = here;
    clearTimeout(this.again);
    const level = this.bots.value.get(here.to_move!)!;
    try {
      const trial = await api.botMove({ position: here.position, level });
      if (this.awaited !== here) return;
      this.awaited = null;
      this.arrive(trial);
    } catch (error) {
      if (this.awaited !== here) return;
      this.state.refused.value = error instanceof Refusal ? error.code : 'error';
      this.again = setTimeout(() => {
        this.awaited = null;
        void this.letBotMove();
      }, AGAIN_AFTER);
    }
  }

  /** Who plays which seat now. */
  private get players(): SeatInfo[] {
    return seated(this.seats).map((seat, number) => ({ ...seat, level: this.bots.value.get(number) ?? seat.level }));
  }

  /** A visitor who plays several seats sits at that of whoever is to move. */
  private sitsAt(toMove: number | null): number | null {
    if (this.seats.every((_, seat) => this.isBots(seat))) return null;
    if (this.options.seat !== undefined) return this.options.seat;
    if (toMove !== null && !this.isBots(toMove)) this.front = toMove;
    if (this.isBots(this.front)) this.front = null;
    return this.front ?? this.seats.findIndex((_, seat) => !this.isBots(seat));
  }

  arrive(trial: Trial): void {
    this.tree.add(trial);
    this.show(trial);
  }

  private show(trial: Trial): void {
    const { game, options, scene, to_move, result, since } = trial;
    const { choices } = this.options.filter?.(trial) ?? trial;
    const told = this.tree.path().flatMap(known => known.what.since).map((event, ply) => ({ ...event, ply }));
    const shown = told.map((event, i) =>
      i < told.length - since.length ? { ...event, scene: null } : event,
    );
    const seat = this.sitsAt(to_move);
    this.state.refused.value = null;
    this.state.received(
      updateOf(
        {
          table: this.options.table ?? '',
          game,
          options,
          scene,
          seats: this.players,
          to_move,
          seat,
          choices: seat === to_move ? choices : [],
          result,
          since: shown,
          plies: shown.length,
          may_undo: this.tree.here.value?.before != null && !this.options.filter,
        },
        ++this.version,
      ),
    );
    this.done();
  }

  /** What was asked is answered. */
  private done(): void {
    this.state.received({ type: 'done', id: `sandbox-${this.asked}`, version: this.version });
  }
}
