import assert from 'node:assert/strict';
import { test } from 'node:test';
import { effect } from '@preact/signals';
import type { AzulScene, EventInfo, Update } from '../src/messages.ts';
import type { Show } from '../src/playback.ts';
import { TableState } from '../src/table.ts';

const AT_ONCE: Show = { change: async change => change(), count: async (_, total) => total(), finish: () => {} };
const PLAIN = { playsForced: () => false, asksToConfirm: () => false, countsSlowly: () => false };

const scene = (phase: string) => ({ type: 'azul', phase, boards: [] }) as unknown as AzulScene;
const update = (version: number, more: Partial<Update> = {}) =>
  ({
    type: 'update',
    version,
    since: [],
    scene: scene('offer'),
    choices: [{ move: '1B1', steps: ['display-1-blue', 'line-1'] }, { move: '1B2', steps: ['display-1-blue', 'line-2'] }],
    result: null,
    shared: [],
    has_secrets: false,
    seats: [],
    seat: 0,
    ...more,
  }) as unknown as Update;
const settled = () => new Promise(resolve => setTimeout(resolve, 5));

test('what may be clicked stays so while others come and go', async () => {
  const table = new TableState(AT_ONCE, PLAIN);
  table.received(update(7));
  await settled();
  table.click('display-1-blue');
  const seen: number[] = [];
  effect(() => void seen.push(table.targets.value.size));
  const others = [{ name: 'Ana' }] as unknown as Update['seats'];
  table.received(update(7, { seats: others }));
  await settled();
  assert.equal(table.update.value!.seats, others);
  assert.deepEqual(table.chosen.value, ['display-1-blue']);
  assert.ok(seen.every(targets => targets > 0), `targets: ${seen}`);
});

test('a move of another is shown before anything can be clicked', async () => {
  const table = new TableState(AT_ONCE, PLAIN);
  table.received(update(7));
  await settled();
  const seen: number[] = [];
  effect(() => void seen.push(table.targets.value.size));
  const moved = { ply: 7, seat: 1, text: '1B1', told: [], counted: [], scene: scene('after') } as unknown as EventInfo;
  table.received(update(8, { since: [moved] }));
  await settled();
  assert.ok(seen.includes(0), `targets: ${seen}`);
  assert.ok(seen.at(-1)! > 0);
});

test('nothing new is shown while a shared device is handed over', async () => {
  const table = new TableState(AT_ONCE, PLAIN);
  const shared = { shared: [0, 1], has_secrets: true } as Partial<Update>;
  table.received(update(7, shared));
  await settled();
  table.take();
  await settled();
  const secret = scene('of the other');
  table.received(update(7, { ...shared, seat: 1, scene: secret }));
  await settled();
  assert.notEqual(table.scene.value, secret);
  table.take();
  await settled();
  assert.equal(table.scene.value, secret);
});

test('what happened earlier is asked for, and told before the rest', async () => {
  const table = new TableState(AT_ONCE, PLAIN);
  const asked: unknown[] = [];
  table.door = { ask: question => `${asked.push(question)}` };
  const event = (ply: number) => ({ ply, seat: 0, text: '', told: [], counted: [], scene: null }) as EventInfo;
  const plies = () => table.log.value.map(({ ply }) => ply);
  table.received(update(7, { since: [event(2), event(3)], plies: 4, is_cut: true }));
  await settled();
  table.askEarlier();
  table.askEarlier();
  assert.deepEqual(asked, [{ type: 'ask_events', before: 2 }]);
  table.received({ type: 'events', id: '9', events: [event(0)] }); // asked before the page was loaded again
  assert.deepEqual(plies(), [2, 3]);
  table.received({ type: 'events', id: '1', events: [event(0), event(1)] });
  assert.deepEqual(plies(), [0, 1, 2, 3]);
  table.askEarlier();
  assert.equal(asked.length, 1);
  table.received(update(8, { since: [event(8)], plies: 9, is_cut: true }));
  await settled();
  assert.deepEqual(plies(), [8]);
});
