/** What kind of screen this is. The style sheet asks the same questions. */
import { signal, type Signal } from '@preact/signals';

/** One column, as on a phone or a tablet held upright. */
export const isNarrow = matching('(max-width: 820px), (max-aspect-ratio: 1/1)');

/** Of such screens, one that has no room for the boards of the others. */
export const isShort = matching('(max-height: 760px)');

function matching(query: string): Signal<boolean> {
  const list = matchMedia(query);
  const is = signal(list.matches);
  list.addEventListener('change', () => (is.value = list.matches));
  return is;
}
