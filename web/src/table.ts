/**
 * One table as its page knows it: what is shown, what may be clicked, what was said.
 *
 * Headless. Messages come in by `received`; what the visitor wants goes out by the door: a socket,
 * or something else that answers alike. Scenes are shown one after the other: see `playback.ts`.
 */
import { batch, computed, signal } from '@preact/signals';
import type { Line, Question } from './connection.ts';
import { pick, stepBack, targets } from './interaction.ts';
import type { Chat, Choice, EventInfo, Hint, Scene, ServerMessage, Update } from './messages.ts';
import { briefly, framesOf, Playback, type Frame, type Show } from './playback.ts';

/** Where what the visitor wants goes. It returns the id of what was asked. */
export interface Door {
  ask(question: Question): string;
}

export interface Preferences {
  playsForced(): boolean;
  asksToConfirm(): boolean;
  countsSlowly(): boolean; // points are counted one after the other
}

const FORCED_AFTER = 500; // so that one sees what happens
const FORCED_LATEST = 2500; // so that nobody waits for somebody with slow playback

export class TableState {
  readonly update = signal<Update | null>(null); // as it is shown
  readonly scene = signal<Scene | null>(null);
  readonly log = signal<EventInfo[]>([]);
  readonly chats = signal<Chat[]>([]);
  readonly hints = signal<Hint[]>([]);
  readonly isThinking = signal(false); // hints are under way
  readonly line = signal<Line>('connecting');
  readonly refused = signal<string | null>(null); // the code of the last refusal
  readonly chosen = signal<string[]>([]);
  readonly pending = signal<Choice | null>(null); // complete, to be confirmed
  readonly loose = signal<string[]>([]); // targets that lie nowhere on the table
  readonly handedTo = signal<number | null>(null); // who has a shared device, where something is secret
  readonly awaits = signal<number | null>(null); // who is to be given it next
  readonly latest = signal<EventInfo[]>([]); // what was just shown

  readonly choices = computed<Choice[]>(() =>
    this.isShowing.value || this.asked.value !== null ? [] : (this.update.value?.choices ?? []),
  );
  readonly targets = computed(() =>
    this.pending.value ? new Map<never, never>() : targets(this.choices.value, this.chosen.value),
  );

  private readonly asked = signal<string | null>(null); // the move or undo under way
  private readonly earlier = signal<string | null>(null); // the question what happened before
  private undone = -1; // the version after which nothing is played by itself
  private wantsUndo = false;
  private forced: ReturnType<typeof setTimeout> | undefined;

  private readonly playback: Playback;
  private readonly held: Frame[] = []; // until the next one has a shared device

  constructor(
    show: Show,
    private readonly preferences: Preferences,
  ) {
    this.playback = new Playback(show, frame => this.show(frame), () => this.playIfForced());
  }

  get isShowing() {
    return this.playback.isShowing;
  }

  /** The part of a scoring that is being counted. */
  get part() {
    return this.playback.part;
  }

  door: Door = { ask: () => '' };
  isEdited = false; // nobody plays: what lies there is put there

  received(message: ServerMessage): void {
    switch (message.type) {
      case 'update':
        return this.updated(message);
      case 'done':
        return this.answered(message.id);
      case 'refused':
        this.refused.value = message.code;
        this.isThinking.value = false;
        if (message.id === this.asked.value) this.chosen.value = []; // what was chosen cannot be
        return this.answered(message.id);
      case 'chat':
        if (!this.chats.value.some(chat => chat.number === message.number)) {
          this.chats.value = [...this.chats.value, message];
        }
        return;
      case 'hints':
        this.isThinking.value = false;
        if (message.version === this.update.value?.version) this.hints.value = message.hints;
        return;
      case 'events':
        this.log.value = preceded(this.log.value, message.events);
        return this.answered(message.id);
      case 'pong':
        return;
      default:
        message satisfies never;
    }
  }

  /** Click a thing on the table. */
  click(name: string): void {
    const { chosen, choice } = pick(this.choices.value, this.chosen.value, name);
    batch(() => {
      this.refused.value = null;
      this.pending.value = null;
      this.chosen.value = chosen;
    });
    if (choice && this.preferences.asksToConfirm()) this.pending.value = choice;
    else if (choice) this.play(choice.move);
  }

  confirm(): void {
    if (this.pending.value) this.play(this.pending.value.move);
  }

  /** Go to the present. */
  skip(): void {
    if (this.isShowing.value) this.playback.skip();
  }

  /** Take back the last click. */
  back(): void {
    this.pending.value = null;
    this.chosen.value = stepBack(this.choices.value, this.chosen.value);
  }

  play(move: string): void {
    clearTimeout(this.forced);
    const version = this.update.value?.version;
    if (version === undefined || this.asked.value !== null) return;
    this.asked.value = this.door.ask({ type: 'move', version, move });
  }

  undo(): void {
    const version = this.update.value?.version;
    if (version === undefined || this.asked.value !== null) return;
    clearTimeout(this.forced);
    this.wantsUndo = true;
    this.asked.value = this.door.ask({ type: 'undo', version });
  }

  askHints(): void {
    const version = this.update.value?.version;
    if (version === undefined || this.isThinking.value) return;
    this.isThinking.value = true;
    this.door.ask({ type: 'ask_hints', version });
  }

  /** Ask what happened before what is told, if something did. */
  askEarlier(): void {
    const first = this.log.value[0];
    if (!first?.ply || this.earlier.value !== null) return;
    this.earlier.value = this.door.ask({ type: 'ask_events', before: first.ply });
  }

  private answered(id: string): void {
    if (id === this.asked.value) this.asked.value = null;
    if (id === this.earlier.value) this.earlier.value = null;
  }

  private updated(update: Update): void {
    const known = (this.held.at(-1) ?? this.playback.last)?.update ?? this.update.value;
    if (known && update.version < known.version) return;
    if (this.wantsUndo) {
      this.wantsUndo = false;
      this.undone = update.version;
    }
    this.handOver(update);
    if (!this.isShowing.value) this.latest.value = [];
    const isOld = !known && update.result !== null; // somebody comes back to a game that is over
    const seen = isOld ? { ...update, since: update.since.map(event => ({ ...event, scene: null })) } : update;
    const frames = framesOf(seen, this.preferences.countsSlowly());
    if (this.isShown(update, frames)) return this.show(frames[0]!);
    this.held.push(...frames);
    if (this.awaits.value === null || !this.update.value) this.release();
    if (update.choices.length !== 1 || !this.preferences.playsForced()) return;
    setTimeout(() => {
      if (this.playback.last?.update === seen) this.skip();
    }, FORCED_LATEST);
  }

  /**
   * Whether the table stands as it is shown, and only something about it is new, as who is there. While
   * something is shown nothing can be clicked, and whoever plays by the keyboard would lose their place.
   */
  private isShown({ version }: Update, frames: readonly Frame[]): boolean {
    const isAtRest = !this.isShowing.value && this.held.length === 0 && this.awaits.value === null;
    return isAtRest && version === this.update.value?.version && frames.length === 1;
  }

  private release(): void {
    this.playback.add(this.held.splice(0));
  }

  /** Before anything of it is shown: the next at a shared device has secrets of their own. */
  private handOver({ seat, shared, has_secrets, result }: Update): void {
    const isSecret = has_secrets && shared.length > 1 && !result;
    if (!isSecret) this.handedTo.value = this.awaits.value = null;
    else if (seat !== this.handedTo.value) this.awaits.value = seat;
  }

  /** The one who was waited for has the device, and sees what happened. */
  take(): void {
    this.handedTo.value = this.awaits.value;
    this.awaits.value = null;
    this.release();
  }

  private show({ scene, happened, update }: Frame): void {
    batch(() => {
      this.scene.value = scene;
      if (happened) {
        this.latest.value = [...this.latest.value, happened];
        this.chosen.value = []; // the table is another one now
      }
      if (!update) return;
      this.log.value = grown(this.log.value, update);
      this.latest.value = update.since.slice(-8).map(event => (this.isCounted(event) ? briefly(event) : event));
      if (update.version !== this.update.value?.version) {
        this.chosen.value = [];
        this.pending.value = null;
        this.hints.value = [];
      }
      this.update.value = update;
    });
  }

  /** Whether the points of an event have been said one by one. */
  private isCounted(event: EventInfo): boolean {
    const isPlayed = !this.playback.isSkipped && this.preferences.countsSlowly();
    return isPlayed && event.scene !== null && event.counted.length > 0;
  }

  private playIfForced(): void {
    const [only, ...others] = this.choices.value;
    const version = this.update.value?.version;
    if (!only || others.length || version === this.undone || !this.preferences.playsForced()) return;
    clearTimeout(this.forced);
    this.forced = setTimeout(() => {
      if (this.update.value?.version === version) this.play(only.move);
    }, FORCED_AFTER);
  }
}

/** What was told so far, after an update: what was taken back is forgotten. */
function grown(log: EventInfo[], { since, plies, is_cut }: Update): EventInfo[] {
  const known = is_cut ? 0 : plies - since.length;
  return [...log.filter(happened => happened.ply < known), ...since];
}

/** What was told so far, with what happened right before it. */
function preceded(log: EventInfo[], events: readonly EventInfo[]): EventInfo[] {
  return events.at(-1)?.ply === (log[0]?.ply ?? 0) - 1 ? [...events, ...log] : log;
}
