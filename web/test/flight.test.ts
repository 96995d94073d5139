import assert from 'node:assert/strict';
import { test } from 'node:test';
import { flights, type Spot } from '../src/flight.ts';

const spots = (text: string): Spot<string>[] =>
  text.split(' ').filter(Boolean).map((word, i) => {
    const [place, colour] = word.split(':');
    return { place: place!, colour: colour!, box: `${place}#${i}`, symbol: '', element: null };
  });
const flown = (before: string, after: string) =>
  flights(spots(before), spots(after), 'bag', 'discard').map(
    ({ from, to }) => `${from.colour} ${from.box.split('#')[0]}>${to.box.split('#')[0]}`,
  );

test('what was taken flies to the line, the rest to the centre', () => {
  assert.deepEqual(
    flown('display:blue display:blue display:red', 'centre:red line:blue line:blue'),
    ['red display>centre', 'blue display>line', 'blue display>line'],
  );
});

test('what stays does not fly', () => {
  assert.deepEqual(flown('line:blue centre:red', 'line:blue line:blue centre:red'), [
    'blue bag>line',
  ]);
});

test('what is gone flies to the discard', () => {
  assert.deepEqual(flown('line:blue line:blue', 'wall:blue'), [
    'blue line>wall',
    'blue line>discard',
  ]);
});
