/** A text to copy, like a link. */
import { useSignal } from '@preact/signals';
import { t } from '../language.ts';

export function Copy({ text, label }: { text: string; label: string }) {
  const isDone = useSignal(false);
  const copy = async (event: Event) => {
    const field = (event.currentTarget as HTMLElement).previousElementSibling as HTMLInputElement;
    field.select();
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      document.execCommand('copy'); // a page over plain HTTP has no clipboard of its own
    }
    isDone.value = true;
  };
  return (
    <div class="copy">
      <input readOnly value={text} aria-label={label} onFocus={event => event.currentTarget.select()} />
      <button type="button" onClick={event => void copy(event)}>
        {t(isDone.value ? 'ui.copied' : 'ui.copy')}
      </button>
    </div>
  );
}
