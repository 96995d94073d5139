/** The cloth by day or by night: as the visitor chose, or else as the device is set. */
import type { Signal } from '@preact/signals';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];
export type Shown = Exclude<Theme, 'system'>;

/** What a browser paints its own frame with: `--cloth` in `colours.css`. */
export const CLOTH: Record<Shown, string> = { light: '#dce7f4', dark: '#0c1f38' };

const isDark = matchMedia('(prefers-color-scheme: dark)');
const isPrint = matchMedia('print'); // on white paper, whatever the screen shows

export function showTheme(wanted: Theme): void {
  const byDevice = isDark.matches ? 'dark' : 'light';
  const shown = isPrint.matches ? 'light' : wanted in CLOTH ? (wanted as Shown) : byDevice;
  document.documentElement.dataset.theme = shown;
  document.querySelector('meta[name=theme-color]')?.setAttribute('content', CLOTH[shown]);
}

/** Show what is chosen, now and whenever it or the device changes. */
export function followTheme(chosen: Signal<Theme>): void {
  chosen.subscribe(showTheme);
  for (const question of [isDark, isPrint]) question.addEventListener('change', () => showTheme(chosen.peek()));
}
