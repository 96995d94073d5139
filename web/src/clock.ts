/** The time, for clocks that run on the screen. */
import { signal } from '@preact/signals';

export const now = signal(Date.now());
setInterval(() => (now.value = Date.now()), 500);
