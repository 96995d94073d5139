// Say how much the page itself is, compressed, and fail if it is too much: node size.mjs
// What a first visit loads until a table can be played is tested in tests/web/test_first_load.py.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const MOST = 85 * 1024;
const page = join(dirname(fileURLToPath(import.meta.url)), '../src/azulejos/server/static');
const html = readFileSync(join(page, 'index.html'));
const links = html.toString().replace(/<link rel="apple-touch-icon".*/, ''); // loaded when it is installed
const linked = [...links.matchAll(/(?:href|src)="\/(assets\/[^"]+)"/g)].map(match => match[1]);

const sizes = {};
for (const name of ['index.html', ...linked]) {
  const packed = join(page, `${name}.br`);
  sizes[name] = statSync(existsSync(packed) ? packed : join(page, name)).size;
}
const sum = Object.values(sizes).reduce((a, b) => a + b, 0);
for (const [name, size] of Object.entries(sizes)) console.log(`${String(size).padStart(8)}  ${name}`);
console.log(`${String(sum).padStart(8)}  in all, of at most ${MOST}`);
process.exit(sum > MOST ? 1 : 0);
