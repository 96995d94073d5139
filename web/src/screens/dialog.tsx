/** A sheet of paper above everything, closed by its cross, by Escape or beside it. */
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { t } from '../language.ts';

interface Props {
  title: string;
  name: string;
  close: () => void;
  children: ComponentChildren;
}

export function Dialog({ title, name, close, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const shown = dialog.current!;
    shown.showModal();
    shown.focus(); // rather than the cross
    return () => shown.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      class={name}
      tabIndex={-1}
      aria-labelledby={`${name}-title`}
      onCancel={event => (event.preventDefault(), close())}
      onClick={event => event.target === dialog.current && close()}
    >
      <h2 id={`${name}-title`}>{title}</h2>
      <button class="close" type="button" aria-label={t('ui.close')} onClick={close}>
        ✕
      </button>
      {children}
    </dialog>
  );
}
