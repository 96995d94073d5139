/** Who sits at a seat, in words. */
import { isSaid, t } from '../language.ts';
import type { SeatInfo } from '../messages.ts';

export function seatName(seat: SeatInfo): string {
  if (seat.kind === 'open') return t('ui.open-seat');
  if (seat.kind === 'bot' && seat.level) return t('ui.bot-name', { level: levelName(seat.level) });
  return seat.name || t('ui.guest');
}

const USUAL = ['casual', 'easy'];

/** The level of a bot for who did not choose one. */
export const usualLevel = (levels: readonly string[]): string =>
  USUAL.find(level => levels.includes(level)) ?? levels[0]!;

export const levelName = (level: string): string =>
  isSaid(`ui.level.${level}`) ? t(`ui.level.${level}`) : level;
