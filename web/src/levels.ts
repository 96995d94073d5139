/** The bots that play a game: of a level, or from outside by the names that the server offers. */
import { isSaid, t } from './language.ts';
import type { GameInfo, NewSeat } from './messages.ts';

const USUAL = ['casual', 'easy'];

/** The level of a bot for who did not choose one. */
export const usualLevel = (levels: readonly string[]): string =>
  USUAL.find(level => levels.includes(level)) ?? levels[0]!;

/** All bots that play a game; no name is a level, too. */
export const botsOf = (game: GameInfo): string[] => [...game.levels, ...game.bots.map(bot => bot.name)];

export const NOBODY: NewSeat = { kind: 'open', level: null, bot: null, name: null };

export const botSeat = (game: GameInfo, name: string): NewSeat => ({
  ...NOBODY,
  kind: 'bot',
  ...(game.levels.includes(name) ? { level: name } : { bot: name }),
});

/** A level in words; a bot from outside has its name. */
export const levelName = (level: string): string =>
  isSaid(`ui.level.${level}`) ? t(`ui.level.${level}`) : level;
