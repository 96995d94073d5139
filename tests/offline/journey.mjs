// Runs journey.py on a bundle, as a worker of a page would: node journey.mjs BUNDLE TESTS LEVEL [STDLIB]
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { Worker, isMainThread, parentPort, workerData } from 'node:worker_threads';

const HOME = '/azulejos';

class Disk {
  values = new Map();
  async load() {
    return [...this.values];
  }
  async write(changes) {
    for (const [key, value] of changes) value ? this.values.set(key, value) : this.values.delete(key);
  }
}

export async function load(folder, stdlib) {
  const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`).href);
  const { archives, kernels } = JSON.parse(readFileSync(`${folder}/files.json`, 'utf8'));
  const env = { HOME, PYTHONPATH: HOME, ...(kernels.length ? { AZULEJOS_KERNELS: `${HOME}/kernels` } : {}) };
  const python = await loadPyodide({ indexURL: `${folder}/`, env, ...(stdlib ? { stdLibURL: stdlib } : {}) });
  const content = name => new Uint8Array(readFileSync(`${folder}/${name}`));
  for (const name of archives) python.unpackArchive(content(name), 'zip', { extractDir: HOME });
  python.FS.mkdirTree(`${HOME}/kernels`);
  for (const name of kernels) python.FS.writeFile(`${HOME}/kernels/${name}`, content(name));
  return python;
}

if (isMainThread) await main(process.argv.slice(2));
else await think(workerData);

async function main([folder, tests, level, stdlib]) {
  const begun = performance.now();
  const python = await load(folder, stdlib);
  const loaded = performance.now();
  python.pyimport('azulejos.offline.browser');
  const imported = performance.now();
  for (const name of ['pages.py', 'journey.py']) python.FS.writeFile(`${HOME}/${name}`, readFileSync(`${tests}/${name}`));
  let thinker = 0; // the most memory of one
  const spawn = hear => {
    const worker = new Worker(new URL(import.meta.url), { workerData: { folder, stdlib } });
    worker.on('message', said => (typeof said === 'string' ? hear(said) : (thinker = Math.max(thinker, said.heap))));
    worker.on('error', error => (console.error(error.message.slice(0, 2000)), hear('')));
    return { send: text => worker.postMessage(text), close: () => void worker.terminate() };
  };
  const fetched = async name => new Uint8Array(readFileSync(`${folder}/${name}`));
  const found = JSON.parse(await python.pyimport('journey').main(new Disk(), spawn, fetched, level));
  const heap = python._module.HEAP8.length;
  console.log(JSON.stringify({ ...found, heap, thinker, load: loaded - begun, import: imported - loaded }));
  process.exit();
}

async function think({ folder, stdlib }) {
  const waiting = [];
  parentPort.on('message', text => waiting.push(text));
  const python = await load(folder, stdlib);
  const thinker = python.pyimport('azulejos.offline.thinker').PortThinker();
  const answer = text => {
    const found = thinker.hear(text);
    parentPort.postMessage({ heap: python._module.HEAP8.length });
    if (found) parentPort.postMessage(found);
  };
  parentPort.removeAllListeners('message').on('message', answer);
  waiting.forEach(answer);
}
