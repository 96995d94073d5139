// Build the page: node build.mjs [--dev | ENTRY FOLDER]
//
// Writes the static files that the server hands out. With --dev it builds the page that shows
// tables from files instead, and serves it; see dev/README.md. With an entry, the page that begins
// there, into a folder.
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build, context } from 'esbuild';
import { fonts, writeTrueType } from './fonts.mjs';
import { languages } from './languages.mjs';

const web = dirname(fileURLToPath(import.meta.url));
const isDev = process.argv.includes('--dev');
const [entry = isDev ? 'dev/main.tsx' : 'src/main.tsx', folder] = isDev ? [] : process.argv.slice(2);
const built = isDev ? join(web, 'dev', 'built') : join(web, '..', 'src', 'azulejos', 'server', 'static');
const out = folder ?? built;
const FIRST = join(web, 'src/screens/app.tsx');
const COMPRESSIBLE = /\.(js|css|svg|html|webmanifest)$/;

const options = {
  absWorkingDir: web,
  entryPoints: { page: entry },
  outdir: join(out, 'assets'),
  bundle: true,
  splitting: true,
  format: 'esm',
  target: 'es2022',
  minify: !isDev,
  sourcemap: isDev ? 'inline' : false,
  entryNames: '[name]-[hash]',
  chunkNames: '[name]-[hash]',
  assetNames: '[name]-[hash]',
  loader: { '.svg': 'text', '.woff2': 'file' },
  jsx: 'automatic',
  jsxImportSource: 'preact',
  legalComments: 'none',
  charset: 'utf8',
  metafile: true,
  plugins: [languages(), fonts()],
};

/**
 * Lets all parts that are loaded later import what a first visit loads, so that esbuild makes it one chunk. It would split it
 * by which of them need what, into two dozen files that are too small to be compressed well.
 */
const later = {
  name: 'later',
  setup(build) {
    build.onResolve({ filter: /^\./ }, async ({ kind, path, importer, resolveDir }) => {
      if (kind !== 'dynamic-import') return null;
      const found = await build.resolve(path, { kind: 'import-statement', importer, resolveDir });
      return { path: found.path, namespace: 'later' };
    });
    build.onLoad({ filter: /.*/, namespace: 'later' }, ({ path }) => ({
      contents: `import ${JSON.stringify(FIRST)}; export * from ${JSON.stringify(path)};`,
      resolveDir: dirname(path),
    }));
  },
};

/** The service workers lie beside the page, under names that stay; that of a site is finished by its build. */
const worker = name => ({
  ...options,
  entryPoints: { [name]: `src/worker/${name}.ts` },
  outdir: out,
  splitting: false,
  format: 'iife',
  entryNames: '[name]',
});

/** What runs behind the standalone page: the worker that has the games, and those of its bots. */
async function writeWorkers() {
  const beside = async name => {
    const { outputFiles } = await build({
      ...options,
      entryPoints: [`src/offline/worker/${name}.ts`],
      splitting: false,
      write: false,
    });
    return hashed(`${name}.js`, outputFiles[0].contents);
  };
  const [bot, host] = await Promise.all([beside('bot'), beside('host')]);
  return { bot, host };
}

async function page() {
  await rm(out, { recursive: true, force: true });
  await mkdir(join(out, 'assets'), { recursive: true });
  const { icon, touch, small, manifest } = await writeIdentity();
  const { bot, host } = await writeWorkers();
  const names = { ICON: `/assets/${small}`, HOST: `./${host}`, BOT: `./${bot}` };
  options.define = Object.fromEntries(Object.entries(names).map(([name, value]) => [name, JSON.stringify(value)]));
  const { metafile } = await build({ ...options, plugins: [...options.plugins, later] });
  if (!isDev) {
    await Promise.all([build(worker('worker')), build(worker('site'))]);
    await writeTrueType(join(web, 'src/style/fonts.css'), join(out, 'fonts'));
  }
  const [script, output] = Object.entries(metafile.outputs).find(([, each]) => each.entryPoint === entry);
  const style = output.cssBundle;
  const letters = Object.keys(metafile.outputs).filter(name => /-first-.*woff2$/.test(name));
  const early = await writeEarly();
  const head = [
    `<script src="/assets/${early}"></script>`,
    `<link rel="icon" type="image/svg+xml" href="/assets/${icon}">`,
    `<link rel="apple-touch-icon" href="/assets/${touch}">`,
    `<link rel="manifest" href="/assets/${manifest}">`,
    ...letters.map(
      name => `<link rel="preload" as="font" type="font/woff2" crossorigin href="/assets/${basename(name)}">`,
    ),
    ...output.imports
      .filter(({ kind, external }) => kind === 'import-statement' && !external)
      .map(({ path }) => `<link rel="modulepreload" href="/assets/${basename(path)}">`),
    `<link rel="stylesheet" href="/assets/${basename(style)}">`,
    `<script type="module" src="/assets/${basename(script)}"></script>`,
  ];
  const html = await readFile(join(web, 'index.html'), 'utf8');
  await writeFile(join(out, 'index.html'), html.replace(/<!-- the build .*-->/, head.join('\n    ')));
  const files = [
    ...Object.keys(metafile.outputs).map(name => join(web, name)),
    ...[icon, manifest, early, host, bot].map(name => join(out, 'assets', name)),
    join(out, 'index.html'),
    join(out, 'worker.js'),
  ];
  if (isDev) await cp(join(web, 'dev', 'updates.json'), join(out, 'updates.json'));
  else await Promise.all(files.filter(name => COMPRESSIBLE.test(name)).map(compress));
}

/** What has to run before the page is painted, as a script that the browser waits for. */
async function writeEarly() {
  const { outputFiles } = await build({
    absWorkingDir: web,
    entryPoints: ['src/early.ts'],
    bundle: true,
    format: 'iife',
    target: options.target,
    minify: options.minify,
    write: false,
  });
  return hashed('early.js', outputFiles[0].contents);
}

/** A blue tile as the sign of the page, and what a device needs to know to install it. */
async function writeIdentity() {
  const [icon, small, touch, large] = await Promise.all(
    ['icon.svg', 'icon-192.png', 'icon-180.png', 'icon-512.png'].map(async name =>
      hashed(name, await readFile(join(web, 'src', 'art', name))),
    ),
  );
  const described = JSON.parse(await readFile(join(web, 'manifest.json'), 'utf8'));
  described.icons = [
    { src: icon, type: 'image/svg+xml', sizes: 'any' },
    { src: small, type: 'image/png', sizes: '192x192' },
    { src: large, type: 'image/png', sizes: '512x512', purpose: 'any maskable' },
  ];
  const manifest = await hashed('azulejos.webmanifest', JSON.stringify(described));
  return { icon, touch, small, manifest };
}

/** Write a file under a name that changes with what is in it, and return that. */
async function hashed(name, content) {
  const digest = createHash('sha256').update(content).digest('hex').slice(0, 8);
  const named = name.replace(/\.(\w+)$/, `-${digest}.$1`);
  await writeFile(join(out, 'assets', named), content);
  return named;
}

/** Beside every file its compressed forms, so that the server has not to do it again and again. */
async function compress(name) {
  const bytes = await readFile(name);
  await writeFile(`${name}.gz`, gzipSync(bytes, { level: 9 }));
  await writeFile(
    `${name}.br`,
    brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
  );
}

await page();
if (isDev) {
  const port = Number(process.env.PORT ?? 8765);
  const watching = await context({ ...options, write: false });
  await watching.serve({ servedir: out, port, host: '127.0.0.1', fallback: join(out, 'index.html') });
  console.log(`http://127.0.0.1:${port}/  (Ctrl-C ends)`);
}
