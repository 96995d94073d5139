// The fonts of the page: a plugin for esbuild that cuts each file of `style/fonts.css` down to the
// `unicode-range` and the weights that stand beside it there, so that a visitor loads no letter
// that nobody asked for.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';

const installed = createRequire(import.meta.url);
export const FACE = /@font-face\s*{[^}]*}/g;
const WEIGHTS = [400, 600, 700]; // in pictures
const FEATURES = ['kern', 'liga', 'mark', 'tnum']; // of which the page has a use

/** A plugin for esbuild. */
export const fonts = () => ({
  name: 'fonts',
  setup(build) {
    const faces = new Map(); // by the address that stands for a face until its file is written
    build.onLoad({ filter: /fonts\.css$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8').replace(FACE, face => {
        const { file, name } = described(face);
        faces.set(`${name}.woff2`, face);
        return face.replace(file, `font:${name}.woff2`);
      }),
      loader: 'css',
    }));
    build.onResolve({ filter: /^font:/ }, ({ path }) => ({ path: path.slice(5), namespace: 'font' }));
    build.onLoad({ filter: /.*/, namespace: 'font' }, async ({ path }) => ({
      contents: await cut(faces.get(path)),
      loader: 'file',
    }));
  },
});

/** The file of a face, its name among the built ones, its characters and its weights. */
export function described(face) {
  const [, file, first] = /url\('([^'?]+)(\?first)?'\)/.exec(face);
  const [, ranges] = /unicode-range:([^;]+);/.exec(face);
  const weights = /font-weight:\s*(\d+)\s+(\d+)/.exec(face);
  const name = basename(file, '.woff2') + (first ? '-first' : '');
  return {
    file: file + (first ?? ''),
    font: file,
    name,
    characters: charactersOf(ranges),
    axes: weights && { wght: { min: Number(weights[1]), max: Number(weights[2]), default: Number(weights[1]) } },
  };
}

function charactersOf(ranges) {
  const codes = ranges.split(',').flatMap(range => {
    const [from, to = from] = range.trim().replace(/^U\+/, '').split('-').map(code => parseInt(code, 16));
    return Array.from({ length: to - from + 1 }, (_, index) => from + index);
  });
  return String.fromCodePoint(...codes);
}

const cut = face => {
  const { font, characters, axes } = described(face);
  return subset(font, characters, 'woff2', axes);
};

/** Write the same letters as TrueType, a file for each weight: for programs that draw pictures and know no WOFF2. */
export async function writeTrueType(css, folder) {
  const fonts = new Map(); // the parts of a file together
  for (const face of readFileSync(css, 'utf8').match(FACE).map(described)) {
    const { characters } = fonts.get(face.font) ?? { characters: '' };
    fonts.set(face.font, { axes: face.axes, characters: characters + face.characters });
  }
  mkdirSync(folder, { recursive: true });
  for (const [font, { characters, axes }] of fonts) {
    for (const wght of axes ? WEIGHTS : [400]) {
      const file = join(folder, `${basename(font, '.woff2')}-${wght}.ttf`);
      writeFileSync(file, await subset(font, characters, 'truetype', axes && { wght }));
    }
  }
}

function subset(font, characters, targetFormat, variationAxes) {
  return installed('subset-font')(readFileSync(installed.resolve(font)), characters, {
    targetFormat,
    keepFeatures: FEATURES,
    noHinting: true, // screens are fine enough by now
    ...(variationAxes && { variationAxes }),
  });
}
