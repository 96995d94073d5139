// Compiles archives of Python by Pyodide: node compile.mjs PYODIDE COMPILING.PY [FROM TO]...
import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const [folder, program, ...files] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`).href);
const python = await loadPyodide({ env: { PYTHONHASHSEED: '0' } });
python.runPython(readFileSync(program, 'utf8'));
for (let i = 0; i < files.length; i += 2) {
  python.FS.writeFile('/from.zip', new Uint8Array(readFileSync(files[i])));
  python.runPython("open('/to.zip', 'wb').write(compiled(open('/from.zip', 'rb').read()))");
  writeFileSync(files[i + 1], python.FS.readFile('/to.zip'));
}
