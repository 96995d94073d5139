/** What kind of screen this is. The style sheet asks the same questions. */
import { signal, type Signal } from '@preact/signals';

/** Little room: a phone, or a tablet held upright. */
export const isNarrow = matching('(max-width: 820px), (max-aspect-ratio: 1/1), (max-height: 500px)');

/** Of such screens, a phone held sideways: the middle of the table beside one's own board. */
export const isSideways = matching('(max-height: 500px) and (min-aspect-ratio: 1/1)');

/** Of such screens, one that has no room for the boards of the others. */
export const isShort = matching('(max-height: 760px), (max-width: 599px)');

function matching(query: string): Signal<boolean> {
  const list = matchMedia(query);
  const is = signal(list.matches);
  list.addEventListener('change', () => (is.value = list.matches));
  return is;
}
