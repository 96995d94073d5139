import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AzulScene, EventInfo, ScoringStep, Part, Update } from '../src/messages.ts';
import { framesOf, Playback, uncounted, type Frame, type Show } from '../src/playback.ts';

const scene = (phase: string, score = 0) => ({ type: 'azul', phase, boards: [{ score }, { score: 9 }] }) as unknown as AzulScene;
const part = (points: number, total: number): Part => ({
  seat: 0,
  name: 'azul.tile',
  points,
  total,
  said: { message: 'azul.tile.part', values: {} },
  places: ['wall-1-1'],
});
const event = (ply: number, counted: ScoringStep[] = []): EventInfo => ({
  ply,
  seat: 0,
  text: '1B1',
  told: [{ message: 'azul.take', values: {} }, { message: 'game.counted', values: {} }],
  counted,
  scene: scene(`after ${ply}`, 3),
});
const updateWith = (...since: EventInfo[]) => ({ since, scene: scene('now'), version: 1 }) as unknown as Update;
const phases = (frames: readonly Frame[]) => frames.map(frame => frame.scene.phase);

const COUNTED = event(0, [
  { part: null, scene: scene('before') },
  { part: part(2, 2), scene: scene('laid', 2) },
  { part: part(1, 3), scene: null },
]);

test('a scoring is shown part by part, then the table as it stands', () => {
  const frames = framesOf(updateWith(COUNTED, event(1)), true);
  assert.deepEqual(phases(frames), ['before', 'laid', 'after 0', 'after 1', 'now']);
  assert.deepEqual(frames.map(frame => frame.part?.points ?? null), [null, 2, 1, null, null]);
  assert.equal(frames[0]!.happened!.told.length, 1); // its points are said one by one
  assert.equal(frames[3]!.happened!.told.length, 2);
});

test('at tempo off only what happened is shown', () => {
  assert.deepEqual(phases(framesOf(updateWith(COUNTED), false)), ['after 0', 'now']);
});

test('a tile lies there before its points are counted', () => {
  const before = uncounted(scene('laid', 2), part(2, 2));
  assert.deepEqual(before.boards.map(board => board.score), [0, 9]);
});

/** A show in which everything takes until it is finished. */
class Slow implements Show {
  private waiting: (() => void) | null = null;
  counted = 0;

  private wait(): Promise<void> {
    return new Promise(resolve => (this.waiting = resolve));
  }

  async change(change: () => void): Promise<void> {
    change();
    await this.wait();
  }

  async count(_: Part, total: () => void): Promise<void> {
    this.counted++;
    await this.wait();
    total();
  }

  finish(): void {
    this.waiting?.();
    this.waiting = null;
  }
}

const settled = () => new Promise(resolve => setTimeout(resolve, 5));

test('skipping leads to the present at once, and what comes later is shown again', async () => {
  const shown: Frame[] = [];
  let ends = 0;
  const show = new Slow();
  const playback = new Playback(show, frame => shown.push(frame), () => ends++);
  playback.add(framesOf(updateWith(COUNTED), true));
  assert.equal(playback.isShowing.value, true);
  playback.skip();
  await settled();
  assert.equal(shown.at(-1)!.update!.version, 1);
  assert.equal(show.counted, 0);
  assert.deepEqual([playback.isShowing.value, playback.part.value, ends], [false, null, 1]);
  playback.add(framesOf(updateWith(COUNTED), true));
  show.finish();
  await settled();
  show.finish();
  await settled();
  assert.equal(show.counted, 1);
  assert.equal(playback.part.value!.points, 2);
});

test('what comes while something else is skipped is shown', async () => {
  const shown: Frame[] = [];
  const show = new Slow();
  const playback = new Playback(show, frame => shown.push(frame), () => undefined);
  playback.add(framesOf(updateWith(COUNTED), true));
  playback.skip();
  playback.add(framesOf(updateWith(COUNTED), true));
  await settled();
  assert.equal(playback.isShowing.value, true);
  assert.equal(shown.at(-1)!.scene.phase, 'before');
});

test('who falls far behind is brought to the present', async () => {
  const shown: Frame[] = [];
  const playback = new Playback(new Slow(), frame => shown.push(frame), () => undefined);
  for (let n = 0; n < 60; n++) playback.add(framesOf(updateWith(COUNTED), true));
  await settled();
  assert.ok(shown.length > 120);
});

test('who falls behind a little sees tiles without their flights, and points', async () => {
  const shown: Frame[] = [];
  const show = new Slow();
  const playback = new Playback(show, frame => shown.push(frame), () => undefined);
  for (let n = 0; n < 6; n++) playback.add(framesOf(updateWith(event(n)), true));
  playback.add(framesOf(updateWith(COUNTED), true));
  show.finish(); // the flight that had begun
  await settled();
  assert.deepEqual(phases(shown).slice(0, 6), ['after 0', 'now', 'after 1', 'now', 'after 2', 'now']);
  assert.equal(playback.isShowing.value, true); // the last three updates, at leisure
});
