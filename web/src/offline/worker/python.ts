/** Python in a worker: Pyodide, the package, and the kernels that it calls. */

/** What is used of Pyodide, which is no part of the bundle: it lies beside it. */
export interface Pyodide {
  FS: { writeFile(path: string, content: Uint8Array): void; mkdirTree(path: string): void };
  unpackArchive(content: ArrayBuffer, format: string, options: { extractDir: string }): void;
  pyimport(module: string): unknown;
}

interface Options {
  indexURL: string;
  env: Record<string, string>;
}

type Load = (options: Options) => Promise<Pyodide>;

const HOME = '/azulejos';
const KERNELS = `${HOME}/kernels`;

/** Whether a module with an instruction on 16 bytes at once is one here. */
const HAS_SIMD = WebAssembly.validate(
  Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11),
);

/** Load Python from a folder, with the package in it; the files come while Python starts. */
export async function loadPython(folder: string): Promise<Pyodide> {
  const files = (await (await fetched(`${folder}files.json`)).json()) as { archives: string[]; kernels: string[] };
  const beside = (name: string) => content(folder + name);
  const archives = Promise.all(files.archives.map(beside));
  const names = files.kernels.filter(name => name.endsWith('.plain.so') !== HAS_SIMD);
  const kernels = Promise.all(names.map(beside));
  const { loadPyodide } = (await import(`${folder}pyodide.mjs`)) as { loadPyodide: Load };
  const env = { HOME, PYTHONPATH: HOME, AZULEJOS_KERNELS: KERNELS };
  const python = await loadPyodide({ indexURL: folder, env });
  for (const archive of await archives) python.unpackArchive(archive, 'zip', { extractDir: HOME });
  python.FS.mkdirTree(KERNELS);
  (await kernels).forEach((kernel, i) => {
    python.FS.writeFile(`${KERNELS}/${names[i]!.replace('.plain', '')}`, new Uint8Array(kernel));
  });
  return python;
}

export const content = (address: string): Promise<ArrayBuffer> =>
  fetched(address).then(answer => answer.arrayBuffer());

async function fetched(address: string): Promise<Response> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return answer;
}
