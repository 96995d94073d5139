/** A note above everything, about the server or the browser; it can be put away until it comes up again. */
import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { t } from '../language.ts';

interface Props {
  is: string; // what it is about
  isUrgent?: boolean;
  children: ComponentChildren;
}

export function Bar({ is, isUrgent = false, children }: Props) {
  const isPutAway = useSignal(false);
  if (isPutAway.value) return null;
  return (
    <div class="site-bar" role={isUrgent ? 'alert' : 'status'} data-site={is}>
      <p>{children}</p>
      <button class="quiet" type="button" aria-label={t('ui.close')} onClick={() => (isPutAway.value = true)}>
        ✕
      </button>
    </div>
  );
}
