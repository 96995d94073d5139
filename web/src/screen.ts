/** What kind of screen this is. The style sheet asks the same question. */
import { signal } from '@preact/signals';

const narrow = matchMedia('(max-width: 820px), (max-aspect-ratio: 1/1)');

export const isNarrow = signal(narrow.matches);
narrow.addEventListener('change', () => (isNarrow.value = narrow.matches));
