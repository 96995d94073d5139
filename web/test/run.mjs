// Bundle the tests, which are TypeScript, and let node run them: node test/run.mjs
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { languages } from '../languages.mjs';

const here = import.meta.dirname ?? new URL('.', import.meta.url).pathname;
const out = mkdtempSync(join(tmpdir(), 'azulejos-page-tests-'));
const tests = readdirSync(here).filter(name => name.endsWith('.test.ts'));
await build({
  entryPoints: tests.map(name => join(here, name)),
  outdir: out,
  outExtension: { '.js': '.mjs' },
  bundle: true,
  platform: 'node',
  format: 'esm',
  sourcemap: 'inline',
  jsx: 'automatic',
  jsxImportSource: 'preact',
  plugins: [languages()],
});
const files = tests.map(name => join(out, name.replace('.ts', '.mjs')));
const { status } = spawnSync(process.execPath, ['--enable-source-maps', '--test', ...files], {
  stdio: 'inherit',
});
rmSync(out, { recursive: true });
process.exit(status ?? 1);
