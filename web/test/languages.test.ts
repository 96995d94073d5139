import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { LANGUAGES } from 'languages';
import { languagesModule, unbroken } from '../languages.mjs';
import { negotiated } from '../src/negotiation.ts';
import { say } from '../src/words.ts';

const CATALOGUES = join(process.cwd(), '..', 'src', 'azulejos', 'languages');

test('every catalogue is offered by its own name', () => {
  const written = readdirSync(CATALOGUES).map(name => name.replace('.json', ''));
  assert.deepEqual(Object.keys(LANGUAGES).filter(language => language !== 'sr-Cyrl').sort(), written.sort());
  assert.deepEqual(Object.keys(LANGUAGES)[0], 'en');
  assert.deepEqual([LANGUAGES['sr']!.name, LANGUAGES['sr-Cyrl']!.name], ['Srpski', 'Српски']);
});

test('a language more is a file more', () => {
  const folder = mkdtempSync(join(tmpdir(), 'azulejos-languages-'));
  writeFileSync(join(folder, 'pl.json'), JSON.stringify({ language: 'Polski', 'language.tag': 'pl' }));
  const written = languagesModule([CATALOGUES, folder]);
  rmSync(folder, { recursive: true });
  assert.match(written, /"pl": \{ \.\.\.\{"name":"Polski","tag":"pl"\}, load: \(\) => import\(".*pl\.json"\) \}/);
});

test('a language counts as CLDR says', () => {
  const text = '{n, plural, zero {0 z} one {1 o} two {2 t} few {# f} many {# m} other {# x}}';
  const said = (language: string) =>
    [0, 1, 2, 5, 12, 22].map(n => say({ language, catalogue: { text }, fallback: {}, names: [] }, 'text', { n }));
  assert.deepEqual(said('pl'), ['0 m', '1 o', '2 f', '5 m', '12 m', '22 f']);
  assert.deepEqual(said('cy'), ['0 z', '1 o', '2 t', '5 x', '12 x', '22 x']);
  assert.deepEqual(said('sr-Cyrl'), ['0 x', '1 o', '2 f', '5 x', '12 x', '22 f']);
});

test('a visitor gets the language of the browser, in the script it asks for', () => {
  const wanted: Record<string, string> = {
    'ru-RU': 'ru',
    uk: 'uk',
    sr: 'sr-Cyrl',
    'sr-RS': 'sr-Cyrl',
    'sr-ME': 'sr',
    'sr-Latn': 'sr',
    'sr-Cyrl-BA': 'sr-Cyrl',
    'hr-HR': 'sr',
    fr: 'en',
    '': 'en',
    'no tag': 'en',
  };
  for (const [tag, language] of Object.entries(wanted)) assert.equal(negotiated([tag], LANGUAGES), language, tag);
  assert.equal(negotiated(['fr', 'uk', 'en'], LANGUAGES), 'uk');
});

test('no line begins with a dash', async () => {
  assert.equal(unbroken('Tab — назад'), 'Tab\u00a0— назад');
  const { default: russian } = await LANGUAGES['ru']!.load();
  const dashes = Object.values(russian).filter(text => text.includes('—'));
  assert.ok(dashes.length > 0);
  assert.deepEqual(dashes.filter(text => text.includes(' —')), []);
});
