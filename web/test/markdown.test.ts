import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blocks } from '../src/markdown.ts';

test('headings, paragraphs and lists', () => {
  assert.deepEqual(blocks('# Azul\n\nTake\ntiles.\n\n- **AZ-1** one\n  more\n- two\n'), [
    { kind: 'heading', level: 1, text: 'Azul' },
    { kind: 'paragraph', text: 'Take tiles.' },
    { kind: 'list', items: ['**AZ-1** one more', 'two'] },
  ]);
});

test('a table, also within an item of a list', () => {
  const table = { kind: 'table', rows: [['side', 'points'], ['1A', '3 a row']] };
  assert.deepEqual(blocks('| side | points |\n|---|---|\n| 1A | 3 a row |'), [table]);
  assert.deepEqual(blocks('- item\n\n  | side | points |\n  |---|---|\n  | 1A | 3 a row |\n'), [
    { kind: 'list', items: ['item'] },
    table,
  ]);
});
