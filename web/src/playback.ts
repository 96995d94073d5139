/**
 * What happened at a table, shown one thing after the other, as slowly as the visitor likes.
 *
 * Headless. The game does not wait for it: what has come since lies in a queue, and whoever does
 * not want to wait skips to the present.
 */
import { signal } from '@preact/signals';
import type { EventInfo, Part, Scene, Update } from './messages.ts';

/** Makes visible what changes. Each resolves when it has been seen. */
export interface Show {
  /** Something changes; it may be a part of a scoring. */
  change(change: () => void, isCounted: boolean): Promise<void>;
  /** What a part of a scoring brought, quickly or not; `total` lets the new total be seen. */
  count(part: Part, total: () => void, isQuick: boolean): Promise<void>;
  /** End at once what is being shown. */
  finish(): void;
}

export interface Frame {
  scene: Scene;
  part: Part | null; // what has just been counted
  happened: EventInfo | null; // what is said with it
  update: Update | null; // with which everything has been shown
}

const BEHIND = 3; // updates that wait; beyond them nothing flies, and points are counted quickly
const MOST = 120; // frames that wait; who falls behind farther is brought to the present

/** The frames of an update; the last one is the table as it stands. */
export function framesOf(update: Update, isCounted: boolean): Frame[] {
  const frames: Frame[] = [];
  for (const happened of update.since) {
    if (!happened.scene) continue;
    const moments = isCounted ? happened.counted : [];
    for (const { part, scene } of moments) {
      frames.push({ scene: scene ?? happened.scene, part, happened: null, update: null });
    }
    if (moments.length) frames.at(-moments.length)!.happened = briefly(happened);
    if (!moments.length || moments.at(-1)!.scene) {
      const said = moments.length ? null : happened;
      frames.push({ scene: happened.scene, part: null, happened: said, update: null });
    }
  }
  return [...frames, { scene: update.scene, part: null, happened: null, update }];
}

/** An event whose scoring is said part by part. */
export function briefly(happened: EventInfo): EventInfo {
  return { ...happened, told: happened.told.slice(0, 1) };
}

/** The table just before a part was counted: all lies there, and only the points are to come. */
export function uncounted(scene: Scene, { seat, total, points }: Part): Scene {
  const boards = scene.boards.map((board, i) => (i === seat ? { ...board, score: total - points } : board));
  return { ...scene, boards } as Scene;
}

export class Playback {
  readonly isShowing = signal(false);
  readonly part = signal<Part | null>(null); // that is being counted

  isSkipped = false; // the frame that is being shown

  private frames: Frame[] = [];
  private skipped = 0; // of the frames that wait, those that nobody wants to see

  constructor(
    private readonly show: Show,
    private readonly apply: (frame: Frame) => void,
    private readonly ended: () => void,
  ) {}

  /** The frame that will be shown last. */
  get last(): Frame | undefined {
    return this.frames.at(-1);
  }

  add(frames: readonly Frame[]): void {
    if (frames.length === 0) return;
    this.frames.push(...frames);
    if (this.frames.length > MOST) this.skip();
    if (!this.isShowing.value) void this.run();
  }

  /** Go to the present. */
  skip(): void {
    this.skipped = this.frames.length;
    this.isSkipped = true;
    this.show.finish();
  }

  private async run(): Promise<void> {
    this.isShowing.value = true;
    for (let frame = this.frames.shift(); frame; frame = this.frames.shift()) {
      this.isSkipped = this.skipped > 0;
      if (this.isSkipped) this.skipped--;
      await this.shown(frame);
    }
    this.part.value = null;
    this.isShowing.value = false;
    this.ended();
  }

  private async shown(frame: Frame): Promise<void> {
    const { part } = frame;
    const isBehind = this.frames.filter(({ update }) => update).length > BEHIND;
    if (this.isSkipped || (isBehind && !part)) return this.apply(frame);
    this.part.value = part;
    if (!part) return this.show.change(() => this.apply(frame), false);
    const before = { ...frame, scene: uncounted(frame.scene, part) };
    if (isBehind) this.apply(before);
    else await this.show.change(() => this.apply(before), true);
    const total = () => this.apply({ ...frame, happened: null });
    if (this.isSkipped) total();
    else await this.show.count(part, total, isBehind);
  }
}
