/**
 * Runs before anything is painted, so that nobody sees the wrong theme first: the page itself comes
 * later. It is a file of its own, since the content policy forbids scripts within the page.
 */
import { read } from './storage.ts';
import { showTheme, type Theme } from './theme.ts';

showTheme(read<Theme>('theme', 'system'));
