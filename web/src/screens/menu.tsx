/** What can be done at a table beside playing. */
import { useSignal } from '@preact/signals';
import { t } from '../language.ts';
import { isNarrow } from '../screen.ts';
import type { TableState } from '../table.ts';
import { lazily } from './lazy.tsx';

const Settings = lazily(async () => (await import('./settings.tsx')).Settings, false);
const TableMenu = lazily(async () => (await import('./tablemenu.tsx')).TableMenu, false);

export function Menu({ state }: { state: TableState }) {
  const open = useSignal<'menu' | 'settings' | null>(null);
  return (
    <div class="menu">
      <button onClick={() => (open.value = 'settings')} aria-label={t('ui.settings')} data-do="settings">
        <span aria-hidden="true">⚙</span>
      </button>
      <button onClick={() => (open.value = 'menu')} aria-label={t('ui.menu')} data-do="menu">
        {isNarrow.value ? <span aria-hidden="true">☰</span> : t('ui.menu')}
      </button>
      {open.value === 'settings' && <Settings close={() => (open.value = null)} />}
      {open.value === 'menu' && (
        <TableMenu state={state} update={state.update.value!} close={() => (open.value = null)} />
      )}
    </div>
  );
}
