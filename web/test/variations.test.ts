import assert from 'node:assert/strict';
import { test } from 'node:test';
import { analysisOf, editOf, positionIn } from '../src/positionlink.ts';
import { Variations } from '../src/variations.ts';

function tree(...moves: string[]): Variations<string> {
  const found = new Variations<string>(what => what);
  for (const move of moves) found.add(move);
  return found;
}

const here = (of: Variations<string>) => of.path().map(({ what }) => what).join(' ');

test('moves lead on, back and on again', () => {
  const tried = tree('start', 'a', 'b');
  assert.equal(here(tried), 'start a b');
  assert.ok(tried.back() && tried.back());
  assert.ok(!tried.back());
  assert.ok(tried.on() && tried.on());
  assert.ok(!tried.on());
  assert.equal(here(tried), 'start a b');
});

test('another move begins a branch, the same one follows the one that is there', () => {
  const tried = tree('start', 'a', 'b');
  tried.back();
  tried.add('c');
  assert.equal(here(tried), 'start a c');
  tried.back();
  tried.add('b');
  assert.deepEqual(tried.root!.next[0]!.next.map(({ what }) => what), ['b', 'c']);
  assert.ok(tried.aside(1));
  assert.equal(here(tried), 'start a c');
  assert.ok(!tried.aside(1));
});

test('what is forgotten takes along all that follows, and whoever was there', () => {
  const tried = tree('start', 'a', 'b', 'c');
  const branch = tried.path()[2]!;
  tried.forget(branch);
  assert.equal(here(tried), 'start a');
  tried.add('d');
  tried.forget(tried.root!);
  assert.equal(here(tried), 'start a d');
});

test('a link holds a position', () => {
  const position = 'azul players=2\nround 1 phase=offer turn=1\nseat 1 floor=*R wall=..R../.....';
  const path = analysisOf(position);
  assert.ok(!/[\s%]/.test(path));
  assert.deepEqual(positionIn(path.slice(1)), { at: 'position', position });
  assert.deepEqual(positionIn(encodeURI(path.slice(1))), { at: 'position', position });
  assert.deepEqual(positionIn(editOf(position).slice(1)), { at: 'edit', position });
  assert.deepEqual(positionIn('#analysis=%'), { at: 'position', position: '%' });
  assert.equal(positionIn('#history'), null);
});
