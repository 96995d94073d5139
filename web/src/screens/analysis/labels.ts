/** Places of the editor, and what lies there, in words. */
import { isSaid, t } from '../../language.ts';
import type { DraftInfo, PlaceInfo } from '../../messages.ts';
import { optionName, valueName } from '../newtable.tsx';

const OPTION = 'option-';

export const isOption = (place: PlaceInfo): boolean => place.name.startsWith(OPTION);

/** What a place is called, with whose it is if it stands alone. */
export function labelOf(draft: DraftInfo, place: PlaceInfo, isAlone = false): string {
  const name = nameOf(draft, place);
  return isAlone && place.seat !== null ? `${t('ui.player', { number: place.seat + 1 })}: ${name}` : name;
}

function nameOf(draft: DraftInfo, place: PlaceInfo): string {
  if (isOption(place)) {
    const name = place.name.slice(OPTION.length);
    return name === 'players' ? t('ui.players') : optionName(draft.game, { name, meaning: name });
  }
  const id = `ui.place.${place.label}`;
  return isSaid(id) ? t(id, { a: place.said[0] ?? 0, b: place.said[1] ?? 0 }) : place.label;
}

export function pieceName(draft: DraftInfo, piece: string): string {
  const tile = draft.tiles[piece];
  if (!tile) return piece;
  return tile === 'first' ? t('ui.first') : tile === 'special' ? t('ui.duel.special') : t(`colour.${tile}`);
}

/** One of the values that may be chosen at a place. */
export function choiceName(draft: DraftInfo, place: PlaceInfo, value: string): string {
  if (isOption(place)) return valueName({ name: place.name.slice(OPTION.length) }, value);
  const known = {
    phase: `ui.phase.${value}`,
    ending: `${draft.game}.ending.${value}`,
    passed: `ui.value.floor_at_zero.${value}`,
    marker: value === 'centre' ? 'ui.place.centre' : '',
    first: value === 'factory' ? 'ui.place.moon-large' : '',
  }[place.label];
  if (known && isSaid(known)) return t(known);
  const isSeat = ['turn', 'start', 'marker', 'first', 'after'].includes(place.label);
  if (isSeat && Number(value) > 0) return t('ui.player', { number: Number(value) });
  return value === '-' || (isSeat && value === '0') ? '–' : value;
}
