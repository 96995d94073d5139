import assert from 'node:assert/strict';
import { test } from 'node:test';
import { laid, piecesIn, placeOf, valueOf } from '../src/drafting.ts';
import type { PlaceInfo } from '../src/messages.ts';

const place = (kind: PlaceInfo['kind'], value: string, most = 4, name = 'display-1'): PlaceInfo => ({
  name,
  label: 'display',
  said: [1],
  seat: null,
  kind,
  pieces: ['B', 'Y', '*'],
  most,
  low: 0,
  high: 0,
  is_dealt: true,
  value,
});

test('what lies at a place is read piece by piece', () => {
  assert.deepEqual(piecesIn(place('tiles', 'B2Y')), ['B', 'B', 'Y']);
  assert.deepEqual(piecesIn(place('tiles', 'B12', 20)).length, 12);
  assert.deepEqual(piecesIn(place('tiles', '*Y')), ['*', 'Y']);
  assert.deepEqual(piecesIn(place('row', 'YBY')), ['Y', 'B', 'Y']);
  assert.deepEqual(piecesIn(place('pieces', 'BK,T')), ['BK', 'T']);
  for (const nothing of ['-', '.', '']) assert.deepEqual(piecesIn(place('tile', nothing)), []);
});

test('it is written as it was read', () => {
  assert.equal(valueOf(place('tiles', ''), ['B', 'B', 'Y']), 'BBY');
  assert.equal(valueOf(place('pieces', '', 4, 'plates'), ['3', '12']), '3 12');
  assert.equal(valueOf(place('pieces', '', 4, 'seat-0-chips'), ['BK', 'T']), 'BK,T');
  assert.equal(valueOf(place('tiles', 'B'), []), '-');
});

test('a piece is laid where there is room', () => {
  assert.deepEqual(laid(place('tiles', 'B2Y'), 'Y'), ['B', 'B', 'Y', 'Y']);
  assert.deepEqual(laid(place('tiles', 'B4'), 'Y'), ['B', 'B', 'B', 'B']);
  assert.deepEqual(laid(place('tile', 'B', 1), 'Y'), ['Y']);
  assert.deepEqual(laid(place('line', 'B2'), 'Y'), ['Y']);
  assert.deepEqual(laid(place('line', 'B2'), 'B'), ['B', 'B', 'B']);
});

test('things on the table belong to places', () => {
  const names = ['display-3', 'centre', 'seat-1-line-2', 'seat-1-wall-2-3', 'seat-1-c-4', 'seat-0-window-2', 'factory-1-sun'];
  const found = (thing: string) => placeOf(thing, 1, name => names.includes(name));
  assert.equal(found('display-3-blue'), 'display-3');
  assert.equal(found('centre'), 'centre');
  assert.equal(found('line-2'), 'seat-1-line-2');
  assert.equal(found('wall-2-3'), 'seat-1-wall-2-3');
  assert.equal(found('space-c-4'), 'seat-1-c-4');
  assert.equal(found('seat-0-window-2-1'), 'seat-0-window-2');
  assert.equal(found('sun-1-blue'), 'factory-1-sun');
  assert.equal(found('menu'), null);
});
