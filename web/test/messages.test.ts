import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import english from '../../src/azulejos/languages/en.json';

const SOURCES = join(process.cwd(), 'src');

/** The ids of messages that the sources name whole. */
function named(): Set<string> {
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' });
  const texts = files.filter(name => /\.tsx?$/.test(name)).map(name => readFileSync(join(SOURCES, name), 'utf8'));
  return new Set(texts.flatMap(text => [...text.matchAll(/['"](ui\.[\w.+-]+)['"]/g)].map(match => match[1]!)));
}

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
