import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { test } from 'node:test';
import { LATER } from '../languages.mjs';
import english from '../../src/azulejos/languages/en.json';

const SOURCES = join(process.cwd(), 'src');

/** The ids of messages that the sources name whole. */
function named(): Set<string> {
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' });
  const texts = files.filter(name => /\.tsx?$/.test(name)).map(name => readFileSync(join(SOURCES, name), 'utf8'));
  return new Set(texts.flatMap(text => [...text.matchAll(/['"](ui\.[\w.+-]+)['"]/g)].map(match => match[1]!)));
}

/** Sources that are loaded with the first screen, and with any table. */
function atOnce(): Set<string> {
  const found = new Set<string>();
  const read = (file: string): void => {
    if (found.has(file) || !existsSync(file)) return;
    found.add(file);
    const text = readFileSync(file, 'utf8');
    for (const [said, path] of text.matchAll(/^(?:import|export)\s[^;]*?from '(\.[^']+)'/gms)) {
      if (!said.startsWith('import type')) read(resolve(dirname(file), path!));
    }
  };
  read(join(SOURCES, 'main.tsx'));
  for (const game of ['azul', 'sintra', 'pavilion', 'duel']) read(join(SOURCES, 'games', game, 'view.tsx'));
  return found;
}

test('the first screens say nothing that comes later', () => {
  const texts = [...atOnce()].filter(name => /\.tsx?$/.test(name)).map(name => readFileSync(name, 'utf8'));
  assert.ok(texts.length > 40);
  const said = new RegExp(`['"\`](${LATER.map(start => start.replaceAll('.', '\\.')).join('|')})`);
  assert.deepEqual(texts.flatMap(text => said.exec(text)?.[0] ?? []), []);
});

test('every message that the page says is in the catalogue', () => {
  const missing = [...named()].filter(id => !(id in english));
  assert.deepEqual(missing, []);
});

test('every message of the catalogue is said somewhere', () => {
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' });
  const text = files
    .filter(name => /\.tsx?$/.test(name))
    .map(name => readFileSync(join(SOURCES, name), 'utf8'))
    .join('\n');
  const made = [...text.matchAll(/[`'](ui\.[\w.-]*)\$\{/g)].map(match => match[1]!); // `ui.do.${name}`
  const unused = Object.keys(english).filter(
    id => id.startsWith('ui.') && !named().has(id) && !made.some(start => id.startsWith(start)),
  );
  assert.deepEqual(unused, []);
});
