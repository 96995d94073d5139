import assert from 'node:assert/strict';
import { test } from 'node:test';
import { say, signed, type Catalogue, type Speaker } from '../src/words.ts';

const speaker = (catalogue: Catalogue, language = 'en'): Speaker => ({
  language,
  catalogue,
  fallback: { only: 'in English' },
  names: ['Ana', 'Ben'],
});

test('values, seats and words of the catalogue are put in', () => {
  const english = speaker({ take: '{seat} takes {n} {colour}.', 'colour.blue': 'blue' });
  assert.equal(say(english, 'take', { seat: 1, n: 3, colour: 'colour.blue' }), 'Ben takes 3 blue.');
});

test('plural forms, exact numbers first', () => {
  const text = '{n, plural, =0 {none} one {# tile} few {# плитки} other {# tiles}}';
  const english = speaker({ text });
  assert.deepEqual(
    [0, 1, 2, 5].map(n => say(english, 'text', { n })),
    ['none', '1 tile', '2 tiles', '5 tiles'],
  );
  assert.equal(say(speaker({ text }, 'ru'), 'text', { n: 22 }), '22 плитки');
});

test('a branch of a plural may have places of its own', () => {
  const nested = speaker({ text: '{n, plural, one {{seat} alone} other {{seat} and #}}' });
  assert.equal(say(nested, 'text', { n: 1, seat: 0 }), 'Ana alone');
  assert.equal(say(nested, 'text', { n: 2, seat: 0 }), 'Ana and 2');
});

test('forms of words, or the word itself', () => {
  const russian = speaker({
    text: 'берёт {colour:acc}',
    'colour.blue': 'синяя',
    'colour.blue.acc': 'синюю',
    'colour.red': 'красная',
  });
  assert.equal(say(russian, 'text', { colour: 'colour.blue' }), 'берёт синюю');
  assert.equal(say(russian, 'text', { colour: 'colour.red' }), 'берёт красная');
});

test('lists, and sentences within sentences', () => {
  const english = speaker({ list: 'laid: {laid}', one: '{n} on row {row}' });
  const laid = [
    { message: 'one', values: { n: 1, row: 2 } },
    { message: 'one', values: { n: 3, row: 4 } },
  ];
  assert.equal(say(english, 'list', { laid }), 'laid: 1 on row 2, 3 on row 4');
});

test('what a language lacks is said in English, what English lacks by its id', () => {
  assert.equal(say(speaker({}), 'only'), 'in English');
  assert.equal(say(speaker({}), 'nowhere'), 'nowhere');
});

test('signs', () => {
  assert.deepEqual([3, 0, -2].map(signed), ['+3', '±0', '−2']);
  const text = '{n:sign}, now {n}, {n, plural, other {# points}}';
  assert.equal(say(speaker({ text }), 'text', { n: -2 }), '−2, now −2, −2 points');
});
