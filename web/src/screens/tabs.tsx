/** Several panels in one place, one in view. */
import { useSignal, type Signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { t } from '../language.ts';

export interface Tab {
  name: string; // a message
  news?: number; // how many that one has not seen
  content: () => ComponentChildren;
}

interface Props {
  tabs: readonly Tab[];
  first?: number;
  open?: Signal<number>; // which one is in view, where others care
}

export function Tabs({ tabs, first = 0, open: given }: Props) {
  const own = useSignal(first);
  const open = given ?? own;
  const shown = Math.min(open.value, tabs.length - 1);
  const turn = (event: KeyboardEvent) => {
    const by = { ArrowRight: 1, ArrowLeft: tabs.length - 1 }[event.key];
    if (by === undefined) return;
    event.stopPropagation();
    open.value = (shown + by) % tabs.length;
    const list = event.currentTarget as HTMLElement;
    requestAnimationFrame(() => list.querySelector<HTMLElement>('[aria-selected=true]')?.focus());
  };
  return (
    <>
      <div class="tabs" role="tablist" onKeyDown={turn}>
        {tabs.map((tab, i) => (
          <button
            key={tab.name}
            role="tab"
            id={`tab-${i}`}
            aria-selected={i === shown}
            aria-controls="tab-panel"
            tabindex={i === shown ? 0 : -1}
            onClick={() => (open.value = i)}
          >
            {t(tab.name)}
            {!!tab.news && i !== shown && <i class="news">{tab.news}</i>}
          </button>
        ))}
      </div>
      <div class="tab" role="tabpanel" id="tab-panel" aria-labelledby={`tab-${shown}`}>
        {tabs[shown]!.content()}
      </div>
    </>
  );
}
