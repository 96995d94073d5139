import assert from 'node:assert/strict';
import { test } from 'node:test';
import { complete, pick, stepBack, targets } from '../src/interaction.ts';
import type { Choice } from '../src/messages.ts';

const choice = (steps: string, score = 0): Choice => ({
  move: steps.replaceAll(' ', '/'),
  steps: steps.split(' '),
  score,
});
const TAKES = [
  choice('display-1-blue line-1', 3),
  choice('display-1-blue line-2', 5),
  choice('centre-red line-2', 1),
  choice('pass', 0),
];

test('the first steps of all choices are targets', () => {
  assert.deepEqual([...targets(TAKES, []).keys()], ['display-1-blue', 'centre-red', 'pass']);
});

test('a target knows the best score behind it, and the move only if the click completes it', () => {
  const found = targets(TAKES, []);
  assert.equal(found.get('display-1-blue')!.best, 5);
  assert.equal(found.get('display-1-blue')!.choice, null);
  assert.equal(found.get('pass')!.choice!.move, 'pass');
});

test('two clicks make a move', () => {
  const first = pick(TAKES, [], 'display-1-blue');
  assert.deepEqual(first, { chosen: ['display-1-blue'], choice: null });
  assert.equal(pick(TAKES, first.chosen, 'line-2').choice, TAKES[1]);
});

test('another beginning starts anew, the same one takes the click back', () => {
  assert.deepEqual(pick(TAKES, ['display-1-blue'], 'centre-red').chosen, ['centre-red']);
  assert.deepEqual(pick(TAKES, ['display-1-blue'], 'display-1-blue').chosen, []);
});

test('a click that means nothing changes nothing', () => {
  assert.deepEqual(pick(TAKES, ['display-1-blue'], 'line-5'), {
    chosen: ['display-1-blue'],
    choice: null,
  });
});

const PLACES = [
  choice('space-1-1 tile-blue pay-1'),
  choice('space-1-2 tile-blue pay-2'),
  choice('space-1-2 tile-blue pay-1'),
  choice('space-1-3 tile-blue pay-1'),
  choice('space-1-3 tile-red pay-1'),
];

test('steps without an alternative that only say how are taken by themselves', () => {
  assert.equal(pick(PLACES, [], 'space-1-1').choice, PLACES[0]);
  assert.deepEqual(pick(PLACES, [], 'space-1-2'), {
    chosen: ['space-1-2', 'tile-blue'],
    choice: null,
  });
  assert.deepEqual(pick(PLACES, [], 'space-1-3').chosen, ['space-1-3']);
});

test('going back takes back what followed by itself', () => {
  assert.deepEqual(stepBack(PLACES, ['space-1-2', 'tile-blue']), []);
  assert.deepEqual(stepBack(PLACES, ['space-1-3', 'tile-red']), ['space-1-3']);
});

test('the first step is never taken by itself', () => {
  assert.equal(complete([choice('tile-blue')], []), null);
  assert.equal(targets([choice('tile-blue')], []).size, 1);
});

test('the same thing may be clicked twice where a move says so', () => {
  const stack = [choice('slot stack-blue stack-red'), choice('slot stack-red stack-blue')];
  const first = pick(stack, ['slot'], 'stack-red');
  assert.equal(first.choice, stack[1]);
});
