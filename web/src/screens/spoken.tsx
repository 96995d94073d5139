/** What happened and whose turn it is, said aloud by a screen reader. */
import { t } from '../language.ts';
import type { TableState } from '../table.ts';
import { counted } from './counting.tsx';
import { sentences } from './log.tsx';

export function Spoken({ state }: { state: TableState }) {
  const update = state.update.value;
  const { part } = state;
  const said = part.value ? [counted(part.value)] : sentences(state.latest.value);
  if (update && !state.isShowing.value) {
    if (update.result) said.push(t('ui.over'));
    else if (update.to_move === update.seat && update.seat !== null) said.push(t('ui.your-turn'));
    else if (update.to_move !== null) said.push(t('ui.turn-of', { seat: update.to_move }));
  }
  return (
    <p class="spoken" role="status">
      {said.join(' ')}
    </p>
  );
}
