// The module `languages` of the page, written from the catalogues that there are: a language more
// is a file more. hatch_build.py puts those that are made of others into build/languages. On the way
// every catalogue is set as a printer would: no line begins with a dash.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const web = dirname(fileURLToPath(import.meta.url));
export const FOLDERS = [join(web, '..', 'src', 'azulejos', 'languages'), join(web, 'build', 'languages')];

/** A plugin for esbuild. */
export const languages = (folders = FOLDERS) => ({
  name: 'languages',
  setup(build) {
    build.onResolve({ filter: /^languages$/ }, () => ({ path: 'languages', namespace: 'languages' }));
    build.onLoad({ filter: /.*/, namespace: 'languages' }, () => ({
      contents: languagesModule(folders),
      resolveDir: web,
      watchDirs: folders.filter(existsSync),
    }));
    build.onLoad({ filter: /languages[\\/][\w-]+\.json$/ }, ({ path }) => ({
      contents: unbroken(readFileSync(path, 'utf8')),
      loader: 'json',
    }));
  },
});

/** With a space before each dash that no line is broken at. */
export const unbroken = text => text.replaceAll(' —', '\u00a0—');

/** English first, since what a language lacks is said in it; fetched are only the others. */
export function languagesModule(folders = FOLDERS) {
  const files = folders
    .filter(existsSync)
    .flatMap(folder => readdirSync(folder).map(name => [name.replace(/\.json$/, ''), join(folder, name)]))
    .sort(([a], [b]) => Number(b === 'en') - Number(a === 'en') || (a < b ? -1 : 1));
  const entries = files.map(([language, file]) => {
    const messages = JSON.parse(readFileSync(file, 'utf8'));
    const load = language === 'en' ? 'Promise.resolve({ default: english })' : `import(${JSON.stringify(file)})`;
    const { language: name, 'language.tag': tag } = messages;
    return `${JSON.stringify(language)}: { ...${JSON.stringify({ name, tag })}, load: () => ${load} }`;
  });
  const english = files.find(([language]) => language === 'en')[1];
  return `import english from ${JSON.stringify(english)};
export const LANGUAGES = { ${entries.join(', ')} };
`;
}
