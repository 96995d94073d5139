/** A note above everything, about the server or the browser; it can be put away until it comes up again. */
import { signal, useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { t } from '../language.ts';

/** An offer of the screen below, such as the tour of its game. */
export const offer = signal<ComponentChildren>(null);

/** All notes in one place above the screen, which has the rest of the window: they cover nothing. */
export function Bars({ children }: { children: ComponentChildren }) {
  const bars = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const observer = new ResizeObserver(([entry]) => {
      document.documentElement.style.setProperty('--bars', `${Math.ceil(entry!.contentRect.height)}px`);
    });
    observer.observe(bars.current!);
    return () => observer.disconnect();
  }, []);
  return (
    <div class="site-bars" ref={bars}>
      {children}
      {offer.value}
    </div>
  );
}

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
