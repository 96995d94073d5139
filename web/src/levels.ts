/** The levels of bots, in words. */
import { isSaid, t } from './language.ts';

const USUAL = ['casual', 'easy'];

/** The level of a bot for who did not choose one. */
export const usualLevel = (levels: readonly string[]): string =>
  USUAL.find(level => levels.includes(level)) ?? levels[0]!;

export const levelName = (level: string): string =>
  isSaid(`ui.level.${level}`) ? t(`ui.level.${level}`) : level;
