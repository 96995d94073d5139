/** A table that is played at: the state, its connection, and what stands around it. */
import { useEffect, useMemo } from 'preact/hooks';
import { useSignal } from '@preact/signals';
import { Connection, tableSocket } from '../connection.ts';
import { VIEWS, type View } from '../games/view.ts';
import { t } from '../language.ts';
import { asksToConfirm, playsForced } from '../settings.ts';
import { TableState } from '../table.ts';
import { animated } from '../animation.ts';
import { Log, Talk } from './log.tsx';
import { Prompt } from './prompt.tsx';
import { Spoken } from './spoken.tsx';
import { TableView } from './stage.tsx';
import { Tabs } from './tabs.tsx';

export function TablePage({ table }: { table: string }) {
  const state = useMemo(newState, [table]);
  useEffect(() => {
    const connection = new Connection(
      { received: message => state.received(message), changed: line => (state.line.value = line) },
      tableSocket(table),
    );
    const wake = () => document.hidden || connection.wake();
    state.door = connection;
    connection.open();
    addEventListener('online', wake);
    document.addEventListener('visibilitychange', wake);
    return () => {
      connection.close();
      removeEventListener('online', wake);
      document.removeEventListener('visibilitychange', wake);
    };
  }, [table]);
  return <Table state={state} />;
}

export const newState = () =>
  new TableState(animated, {
    playsForced: () => playsForced.value,
    asksToConfirm: () => asksToConfirm.value,
  });

export function Table({ state }: { state: TableState }) {
  const view = useView(state);
  if (!view) return <p class="loading">{t('ui.loading')}</p>;
  return (
    <>
      <TableView
        state={state}
        view={view}
        prompt={<Prompt state={state} />}
        panel={
          <Tabs
            tabs={[
              { name: 'ui.log', content: () => <Log log={state.log.value} /> },
              {
                name: 'ui.chat',
                content: () => (
                  <Talk chats={state.chats.value} say={text => state.door.ask({ type: 'say', text })} />
                ),
              },
            ]}
          />
        }
        menu={null}
      />
      <Spoken state={state} />
    </>
  );
}

/** How the game of a table is shown, once both are there. */
export function useView(state: TableState): View | null {
  const view = useSignal<View | null>(null);
  const game = state.scene.value?.type;
  useEffect(() => {
    if (game) void VIEWS[game]?.().then(loaded => (view.value = loaded));
  }, [game]);
  return view.value;
}
