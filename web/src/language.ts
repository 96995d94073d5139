/** The language of the page: its catalogue, fetched when it is first chosen. */
import { computed, effect, signal } from '@preact/signals';
import english from 'english';
import { LANGUAGES } from 'languages';
import { language } from './settings.ts';
import { has, say, type Catalogue, type Speaker, type Values } from './words.ts';

const spoken = signal<{ language: string; catalogue: Catalogue }>({
  language: 'en',
  catalogue: english,
});

/** The names of those who sit at the table in view. */
export const names = signal<readonly string[]>([]);

const fallback = signal<Catalogue>(english);
let later: Promise<void> | null = null;

/** Fetch the English words of screens that are fetched later; the other languages have all of theirs. */
export function laterWords(): Promise<void> {
  later ??= import('english-later').then(
    ({ default: rest }) => void (fallback.value = { ...english, ...rest }),
    (error: unknown) => ((later = null), Promise.reject(error)),
  );
  return later;
}

export const speaker = computed<Speaker>(() => ({
  ...spoken.value,
  fallback: fallback.value,
  names: names.value,
}));

/** Says a message in the language of the page. Whoever calls it while rendering follows. */
export const t = (id: string, values?: Values): string => say(speaker.value, id, values);

/** How dates and numbers are written: as the visitor's own device does, if it speaks this language. */
export const locale = (): string => {
  const { language } = speaker.value;
  return navigator.languages.find(each => each.split('-')[0] === language) ?? document.documentElement.lang;
};

export const isSaid = (id: string): boolean => has(speaker.value, id);

/** Fetch the chosen language, now and whenever it changes; resolves when the first is there. */
export function followLanguage(): Promise<void> {
  return new Promise(resolve =>
    effect(() => {
      const chosen = language.value;
      LANGUAGES[chosen]!.load()
        .then(({ default: catalogue }) => {
          if (language.peek() !== chosen) return;
          spoken.value = { language: chosen, catalogue };
          document.documentElement.lang = LANGUAGES[chosen]!.tag;
        })
        .catch(() => undefined) // offline: the language stays as it was
        .finally(resolve);
    }),
  );
}
