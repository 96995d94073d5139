/** What to do now: a sentence, and buttons for all that is no thing on the table. */
import { isSaid, t } from '../language.ts';
import type { TableState } from '../table.ts';

export function Prompt({ state }: { state: TableState }) {
  const update = state.update.value;
  if (!update) return null;
  const isMine = update.to_move !== null && update.to_move === update.seat;
  return (
    <>
      <p class={isMine && state.choices.value.length ? 'ask mine' : 'ask'}>{sentence(state)}</p>
      <div class="actions">
        {state.pending.value && (
          <button class="main" onClick={() => state.confirm()} data-do="confirm">
            {t('ui.confirm')}
          </button>
        )}
        {!state.pending.value &&
          state.loose.value.map(name => (
            <button class="main" key={name} data-thing={name} data-legal onClick={() => state.click(name)}>
              {looseName(update.game, name)}
            </button>
          ))}
        {state.chosen.value.length > 0 && (
          <button onClick={() => state.back()} data-do="back">
            {t('ui.back')}
          </button>
        )}
        {update.may_undo && state.chosen.value.length === 0 && (
          <button onClick={() => state.undo()} data-do="undo">
            {t('ui.undo')}
          </button>
        )}
      </div>
    </>
  );
}

function sentence(state: TableState): string {
  const update = state.update.value!;
  if (state.refused.value) return t(refusal(state.refused.value));
  if (update.seats.some(seat => seat.kind === 'open')) return t('ui.waiting-seats');
  if (update.to_move === null) return t(update.result ? 'ui.over' : 'ui.waiting');
  if (update.to_move !== update.seat) return t('ui.turn-of', { seat: update.to_move });
  if (state.isShowing.value) return '…';
  if (state.pending.value) return t('ui.prompt.confirm');
  const phase = `ui.prompt.${update.game}.${state.scene.value!.phase}.${state.chosen.value.length}`;
  if (isSaid(phase)) return t(phase);
  return t(state.chosen.value.length ? 'ui.prompt.next' : 'ui.prompt.first');
}

const refusal = (code: string) => (isSaid(`ui.refused.${code}`) ? `ui.refused.${code}` : 'ui.refused');

/** A target that lies nowhere on the table, in words. */
export function looseName(game: string, name: string): string {
  for (const id of [`ui.do.${game}.${name}`, `ui.do.${name}`]) if (isSaid(id)) return t(id);
  const [kind, ...rest] = name.split('-');
  const said = rest.map(word => (isSaid(`colour.${word}`) ? t(`colour.${word}`) : word)).join(' ');
  return isSaid(`ui.do.${kind}`) ? `${t(`ui.do.${kind}`)} ${said}`.trim() : name;
}
