import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { FACE, described } from '../fonts.mjs';
import { unbroken } from '../languages.mjs';

const CATALOGUES = join(process.cwd(), '..', 'src', 'azulejos', 'languages');
const STYLE = readFileSync(join(process.cwd(), 'src', 'style', 'fonts.css'), 'utf8');
const FAMILIES = ['Marcellus', 'Nunito Sans'];

/** The letters of a family's files, by their names. */
function letters(family: string): Map<string, Set<string>> {
  const faces = STYLE.match(FACE)!.filter(face => face.includes(family));
  return new Map(faces.map(described).map(({ name, characters }) => [name, new Set(characters)]));
}

function first(family: string): Set<string> {
  return [...letters(family)].find(([name]) => name.endsWith('-first'))![1];
}

const said = (language: string) =>
  new Set(unbroken(Object.values(JSON.parse(readFileSync(join(CATALOGUES, language), 'utf8'))).join('')));

for (const family of FAMILIES) {
  test(`all English words are in the first file of ${family}`, () => {
    const missing = [...said('en.json')].filter(sign => !first(family).has(sign));
    assert.deepEqual(missing, []);
  });

  test(`no other language needs a file of ${family} for its signs alone`, () => {
    for (const language of readdirSync(CATALOGUES)) {
      const signs = [...said(language)].filter(sign => !/\p{L}/u.test(sign));
      assert.deepEqual(signs.filter(sign => !first(family).has(sign)), [], language);
    }
  });

  test(`no letter is in two files of ${family}`, () => {
    const files = [...letters(family).values()];
    const all = files.flatMap(file => [...file]);
    assert.equal(new Set(all).size, all.length);
    assert.ok(files.length > 2);
  });
}
