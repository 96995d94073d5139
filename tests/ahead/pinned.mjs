// Runs pinned.py in Pyodide, with kernels that were compiled ahead of time:
// node pinned.mjs PYODIDE STAND-IN-FOR-NUMPY MSGSPEC SOURCES TESTS KERNELS GAMES

import { pathToFileURL } from "node:url";

const [, , pyodide, ...folders] = process.argv;
const games = folders.pop();
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`).href);
const names = ["/modules/numpy", "/msgspec", "/sources", "/tests", "/kernels"];
const env = {
  PYTHONPATH: "/modules:/msgspec:/sources:/tests:/tests/support:/tests/bots:/tests/ahead",
  PYTHONDONTWRITEBYTECODE: "1",
  AZULEJOS_KERNELS: "/kernels",
};
const python = await loadPyodide({ indexURL: `${pyodide}/`, env });
names.forEach((name, place) => {
  python.FS.mkdirTree(name);
  python.FS.mount(python.FS.filesystems.NODEFS, { root: folders[place] }, name);
});
python.pyimport("importlib").invalidate_caches(); // the folders were not there before
try {
  console.log(python.pyimport("pinned").found(games));
} catch (error) {
  console.error(error.message); // else Node shows the line where it was thrown: all of Pyodide
  process.exitCode = 1;
}
