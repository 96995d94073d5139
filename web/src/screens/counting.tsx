/** What is being counted, in words, and a way not to wait for it. */
import { useEffect } from 'preact/hooks';
import { t } from '../language.ts';
import type { Part } from '../messages.ts';
import type { TableState } from '../table.ts';

/** A part of a scoring and the total after it. */
export const counted = ({ seat, said, points, total }: Part): string =>
  t('game.counted', { seat, parts: [said], number: 1, gained: points, points: total });

export function Counting({ state }: { state: TableState }) {
  const part = state.part.value;
  if (!part) return null;
  return (
    <>
      <p class="ask counting">{counted(part)}</p>
      <div class="actions">
        <button onClick={() => state.skip()} data-do="skip">
          {t('ui.skip')}
        </button>
      </div>
    </>
  );
}

const KEYS = ['Enter', ' ', 'Escape'];

/** Whoever clicks or presses a key while something is shown wants to go on. */
export function useSkipping(state: TableState): void {
  useEffect(() => {
    const isAtTable = ({ target }: Event) =>
      target instanceof Element && !target.closest('dialog, .panel, header, input, select, textarea');
    const clicked = (event: Event) => {
      if (!state.isShowing.value || !isAtTable(event)) return;
      state.skip();
      const isButton = (event.target as Element).closest('button, a');
      if (!isButton) event.stopPropagation(); // what lies there now is not what was clicked
    };
    const keyed = (event: KeyboardEvent) => {
      if (!state.isShowing.value || !isAtTable(event) || !isKey(event)) return;
      state.skip();
      if (!KEYS.includes(event.key)) return;
      event.preventDefault();
      event.stopPropagation();
    };
    addEventListener('click', clicked, true);
    addEventListener('keydown', keyed, true);
    return () => {
      removeEventListener('click', clicked, true);
      removeEventListener('keydown', keyed, true);
    };
  }, [state]);
}

const isKey = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) =>
  !ctrlKey && !metaKey && !altKey && (KEYS.includes(key) || key.startsWith('Arrow') || key.length === 1);
