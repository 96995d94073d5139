/** Who sits at a seat, in words. */
import { t } from '../language.ts';
import type { SeatInfo } from '../messages.ts';

/** A bot has a name by its seat, so that several of them can be told apart. */
export function seatName(seat: SeatInfo, number: number): string {
  if (seat.kind === 'open') return t('ui.open-seat');
  if (seat.kind === 'bot' && seat.level) return t(`ui.bot-of.${number + 1}`);
  return hasName(seat.name) ? seat.name : t('ui.guest');
}

/** Whether somebody has chosen a name; the server calls all others so, in English. */
export const hasName = (name: string | null): name is string => !!name && name !== 'Guest';
