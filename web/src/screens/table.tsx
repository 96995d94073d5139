/** A table that is played at: the state, its connection, and what stands around it. */
import { useSignal, useSignalEffect, type Signal } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { api } from '../api.ts';
import { keepSiteLater } from '../away.ts';
import { Connection, outboxOf, tableSocket } from '../connection.ts';
import { GAMES } from '../games/games.ts';
import type { View } from '../games/view.ts';
import { t } from '../language.ts';
import type { Message, Update } from '../messages.ts';
import { useNotices } from '../notices.ts';
import { isSite, to } from '../route.ts';
import { isNarrow } from '../screen.ts';
import { asksToConfirm, playsForced, sawTour, tempo, toursOffered, toursSeen } from '../settings.ts';
import { show } from '../show.ts';
import { TableState } from '../table.ts';
import { offer } from './bar.tsx';
import { HandOver } from './handover.tsx';
import { lazily } from './lazy.tsx';
import { Log, Talk } from './log.tsx';
import { Menu } from './menu.tsx';
import { Prompt } from './prompt.tsx';
import { hasName } from './seats.ts';
import { Spoken } from './spoken.tsx';
import { TableView } from './stage.tsx';
import { Tabs } from './tabs.tsx';

const NOTHING_TO_PLAY = ['not_found', 'other_rules', 'unreadable'];
const NameDialog = lazily(async () => (await import('./sitting.tsx')).NameDialog, false);
const NotifyOffer = lazily(async () => (await import('./notify.tsx')).NotifyOffer, false);
const Rules = lazily(async () => (await import('./rules.tsx')).Rules);
const ResultDialog = lazily(async () => (await import('./result.tsx')).ResultDialog, false);
const Download = lazily(async () => (await import('./download.tsx')).Download, false);
const [LOG, CHAT] = [0, 1]; // tabs of the panel
const FEW = 14; // events of a game that has hardly begun

export function TablePage({ table }: { table: string }) {
  const state = useMemo(newState, [table]);
  const connection = useRef<Connection | null>(null);
  const missing = useSignal<string | null>(null); // why there is nothing to play at
  const asking = useSignal<number | null>(null); // for a name, to sit down at this seat
  useEffect(() => {
    const socket = new Connection(
      { received: message => state.received(message), changed: line => (state.line.value = line) },
      tableSocket(table),
      outboxOf(table),
    );
    connection.current = socket;
    state.door = socket;
    const wake = () => document.hidden || socket.wake();
    api.table(table).then(
      () => socket.open(),
      error => (NOTHING_TO_PLAY.includes(error.code) ? (missing.value = error.code) : socket.open()),
    );
    addEventListener('online', wake);
    document.addEventListener('visibilitychange', wake);
    return () => {
      socket.close();
      removeEventListener('online', wake);
      document.removeEventListener('visibilitychange', wake);
    };
  }, [table]);
  if (missing.value && missing.value !== 'not_found') return <OldTable table={table} code={missing.value} />;
  if (missing.value || state.line.value === 'gone') return <NoTable />;
  const sit = async (seat: number) => {
    asking.value = null;
    await api.sit(table, seat).catch(() => (state.refused.value = 'seat_taken'));
    connection.current?.reopen(); // as the guest who sits there
  };
  const askToSit = async (seat: number) => {
    const me = await api.me().catch(() => null);
    if (me && hasName(me.name)) await sit(seat);
    else asking.value = seat;
  };
  return (
    <>
      <Table state={state} sit={seat => void askToSit(seat)} />
      {asking.value !== null && (
        <NameDialog sit={() => void sit(asking.value!)} close={() => (asking.value = null)} />
      )}
    </>
  );
}

export function NoTable() {
  return (
    <main class="nothing">
      <h1>{t('ui.no-table')}</h1>
      <a class="button main" href={to('/')}>
        {t('ui.lobby')}
      </a>
    </main>
  );
}

/** A table of other rules, or one that cannot be read: what there was can be taken along. */
function OldTable({ table, code }: { table: string; code: string }) {
  return (
    <main class="nothing">
      <h1>{t(`ui.refused.${code}`)}</h1>
      <Download path={`tables/${table}/log.json`}>{t('ui.download')}</Download>
      <a class="button main" href={to('/')}>
        {t('ui.lobby')}
      </a>
    </main>
  );
}

export const newState = () =>
  new TableState(show, {
    playsForced: () => playsForced.value,
    asksToConfirm: () => asksToConfirm.value,
    countsSlowly: () => tempo.value !== 'off',
  });

interface Props {
  state: TableState;
  sit?: (seat: number) => void;
}

export function Table({ state, sit }: Props) {
  const view = useView(state);
  const result = useSignal<'new' | 'open' | 'closed'>('new');
  const isPanelOpen = useSignal(false);
  const heard = useSignal(0); // how many lines of the chat were in view
  const tab = useSignal(LOG);
  useNotices(state);
  useSignalEffect(() => {
    const isOver = state.update.value?.result != null && !state.isShowing.value;
    if (isOver && result.value === 'new') result.value = 'open';
  });
  const update = state.update.value;
  useEffect(() => void (update && keepSiteLater()), [!update]);
  useTourOffer(update);
  if (!view || !update) return <p class="loading">{t('ui.loading')}</p>;
  const prompt = { state, showResult: () => (result.value = 'open'), ...(sit ? { sit } : {}) };
  return (
    <>
      <TableView
        state={state}
        view={view}
        prompt={
          <>
            <Prompt {...prompt} />
            {update.pace === 'turns' && <NotifyOffer update={update} />}
          </>
        }
        panel={<Panel state={state} view={view} game={update.game} heard={heard} isOpen={isPanelOpen} tab={tab} />}
        menu={<Menu state={state} />}
        isPanelOpen={isPanelOpen}
        news={Math.max(0, state.chats.value.length - heard.value)}
        showNews={() => (tab.value = CHAT)}
      />
      {state.awaits.value === null && <Spoken state={state} />}
      <HandOver state={state} seats={update.seats} />
      {result.value === 'open' && update.result && (
        <ResultDialog state={state} update={update} view={view} close={() => (result.value = 'closed')} />
      )}
    </>
  );
}

/** Whether somebody sits at the first table of a game that has hardly begun: later ones offer nothing. */
const isNewHere = ({ table, seat, game, plies, result }: Update) =>
  seat !== null &&
  !result &&
  plies <= FEW &&
  !toursSeen.value.includes(game) &&
  (toursOffered.value[game] ?? table) === table;

/** A newcomer is offered the tour above the table, once. */
function useTourOffer(update: Update | null): void {
  const isOffered = update !== null && isNewHere(update);
  const [table, game] = [update?.table ?? '', update?.game ?? ''];
  useEffect(() => {
    if (!isOffered) return;
    toursOffered.value = { ...toursOffered.peek(), [game]: table };
    offer.value = <TourOffer table={table} game={game} />;
    return () => void (offer.value = null);
  }, [isOffered, table]);
}

function TourOffer({ table, game }: { table: string; game: string }) {
  return (
    <aside class="site-bar tour-offer" aria-label={t('ui.tour.again')}>
      <p>
        {t('ui.tour.new', { game: `game.${game}` })}{' '}
        <a href={to(`/t/${table}#tour-${game}`)} data-do="tour">
          {t('ui.tour.learn')}
        </a>
      </p>
      <button class="quiet" type="button" onClick={() => sawTour(game)} aria-label={t('ui.tour.no')} data-do="no-tour">
        ✕
      </button>
    </aside>
  );
}

interface PanelProps {
  state: TableState;
  view: View;
  game: string;
  heard: Signal<number>;
  isOpen: Signal<boolean>;
  tab: Signal<number>;
}

function Panel({ state, view, game, heard, isOpen, tab }: PanelProps) {
  const chats = state.chats.value;
  const talk = {
    name: 'ui.chat',
    news: chats.length - heard.value,
    content: () => {
      if (!isNarrow.value || isOpen.value) heard.value = chats.length;
      return <Talk chats={chats} say={text => state.door.ask({ type: 'say', text })} />;
    },
  };
  return (
    <Tabs
      open={tab}
      tabs={[
        { name: 'ui.log', content: () => <Log log={state.log.value} earlier={() => state.askEarlier()} pictures={picturesOf(view, state)} /> },
        ...(isSite ? [] : [talk]), // nobody else would read it
        { name: 'ui.rules', content: () => <Rules game={game} /> },
      ]}
    />
  );
}

/** Pictures of what the log names, by the table as it is. */
export const picturesOf = (view: View, { scene }: TableState) => (said: Message) =>
  scene.value && (view.pictures?.(scene.value, said) ?? null);

/** How the game of a table is shown, once both are there. */
export function useView(state: TableState): View | null {
  const view = useSignal<View | null>(null);
  const game = state.scene.value?.type;
  useEffect(() => {
    if (game) void GAMES[game]?.view().then(loaded => (view.value = loaded));
  }, [game]);
  return view.value;
}
