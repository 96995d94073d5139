// Say how much a first visit loads, compressed, and fail if it is too much: node size.mjs
import { readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const MOST = 150 * 1024;
const page = join(dirname(fileURLToPath(import.meta.url)), '../src/azulejos/server/static');
const html = readFileSync(join(page, 'index.html'));
const linked = [...html.toString().matchAll(/(?:href|src)="\/(assets\/[^"]+)"/g)].map(match => match[1]);

const sizes = { 'index.html': gzipSync(html).length };
for (const name of linked) {
  const file = join(page, name);
  sizes[name] = statSync(/\.(js|css|svg)$/.test(name) ? `${file}.gz` : file).size;
}
const sum = Object.values(sizes).reduce((a, b) => a + b, 0);
for (const [name, size] of Object.entries(sizes)) console.log(`${String(size).padStart(8)}  ${name}`);
console.log(`${String(sum).padStart(8)}  in all, of at most ${MOST}`);
process.exit(sum > MOST ? 1 : 0);
