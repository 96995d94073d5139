// The module `languages` of the page, written from the catalogues that there are: a language more
// is a file more. hatch_build.py puts those that are made of others into build/languages. On the way
// every catalogue is set as a printer would: no line begins with a dash.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const web = dirname(fileURLToPath(import.meta.url));
export const FOLDERS = [join(web, '..', 'src', 'azulejos', 'languages'), join(web, 'build', 'languages')];

/** How the names of messages begin that only screens say which are fetched later: see `screens/lazily.tsx`. */
export const LATER = [
  ...['fault.', 'puzzle.', 'ui.bring', 'ui.clock.', 'ui.data', 'ui.devices', 'ui.editor', 'ui.engine', 'ui.friends', 'ui.home.'],
  ...['ui.history.', 'ui.link.', 'ui.opening', 'ui.option.', 'ui.place.', 'ui.puzzle.', 'ui.puzzles.', 'ui.review.'],
  ...['ui.skill.', 'ui.tempo.', 'ui.theme.', 'ui.tour.azul.', 'ui.tour.duel.', 'ui.tour.pavilion.', 'ui.tour.sintra.'],
  ...['ui.ending.', 'ui.notify', 'ui.pace', 'ui.personal', 'ui.picture.', 'ui.preset', 'ui.replay', 'ui.seat.', 'ui.site.'],
  ...['ui.statistics', 'ui.today.', 'ui.tree', 'ui.value.'],
];

const isLater = id => LATER.some(start => id.startsWith(start));

/** The English messages that the first screens say, or the others. */
export function english(part, folder = FOLDERS[0]) {
  const messages = Object.entries(JSON.parse(unbroken(readFileSync(join(folder, 'en.json'), 'utf8'))));
  return Object.fromEntries(messages.filter(([id]) => isLater(id) === (part === 'english-later')));
}

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
    build.onResolve({ filter: /^english(-later)?$/ }, ({ path }) => ({ path, namespace: 'english' }));
    build.onLoad({ filter: /.*/, namespace: 'english' }, ({ path }) => ({
      contents: JSON.stringify(english(path, folders[0])),
      loader: 'json',
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
  return `import english from 'english';
export const LANGUAGES = { ${entries.join(', ')} };
`;
}
