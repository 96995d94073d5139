/** The first screen: play at once, go on with a game, join one, or set a table. */
import { useSignal, type Signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { api, Refusal } from '../api.ts';
import { GAMES } from '../games/games.ts';
import { isSaid, t } from '../language.ts';
import type { GameInfo, TableInfo, TablePage } from '../messages.ts';
import { isReached } from '../port.ts';
import { isSite, to } from '../route.ts';
import { toursSeen, wasHere } from '../settings.ts';
import { Logo } from './header.tsx';
import { LanguageChoice } from './languagechoice.tsx';
import { lazily } from './lazy.tsx';
import { QuickPlay } from './quick.tsx';
import { seatName } from './seats.ts';

const NewTableDialog = lazily(async () => (await import('./newtable.tsx')).NewTableDialog, false);
const Keeping = lazily(async () => (await import('./storage.tsx')).Keeping, false);
const Waiting = lazily(async () => (await import('./waiting.tsx')).Waiting, false);
const Settings = lazily(async () => (await import('./settings.tsx')).Settings, false);

const FEW = 10; // of one's tables
const NO_TABLES: TablePage = { tables: [], next: null };
const EVERY = 5000; // milliseconds between two looks at the lists

export function Lobby() {
  const games = useSignal<GameInfo[]>([]);
  const mine = useSignal<TableInfo[]>([]);
  const open = useSignal(NO_TABLES);
  const name = useSignal('');
  const problem = useSignal<string | null>(null);
  const dialog = useSignal<GameInfo | 'settings' | null>(null);
  useEffect(() => {
    document.title = 'Azulejos';
    const tried = (work: Promise<void>) => work.catch(error => (problem.value = codeOf(error)));
    void tried(api.games().then(found => void (games.value = found)));
    void tried(api.me().then(me => void (name.value = me.name)));
    const look = () =>
      tried(
        Promise.all([api.mine(), isSite ? NO_TABLES : others()]).then(([own, found]) => {
          mine.value = own.tables;
          wasHere.value = own.tables.length > 0;
          open.value = found;
          problem.value = null;
        }),
      );
    void look();
    const timer = setInterval(() => document.hidden || void look(), EVERY);
    return () => clearInterval(timer);
  }, []);
  return (
    <main class={wasHere.value ? 'lobby back' : 'lobby'}>
      <header class="bar">
        <Logo />
        <h1>Azulejos</h1>
        <span class="space" />
        <NameField name={name} />
        <button onClick={() => (dialog.value = 'settings')}>{t('ui.settings')}</button>
      </header>
      {!wasHere.value && <p class="motto">{t(isSite ? 'ui.motto.here' : 'ui.motto')}</p>}
      {problem.value && isReached.value && (
        <p class="notice" role="alert">
          {t(isSaid(`ui.refused.${problem.value}`) ? `ui.refused.${problem.value}` : 'ui.refused')}
        </p>
      )}
      {wasHere.value && <Waiting tables={mine.value} />}
      {!wasHere.value && toursSeen.value.length === 0 && (
        <p class="notice">
          {t('ui.tour.offer')}{' '}
          <a class="button main" href={to('/#tour-azul')}>
            {t('ui.tour.start')}
          </a>
        </p>
      )}
      <section class="games" aria-label={t('ui.games')}>
        {games.value.map(game => (
          <article class="game" key={game.name} data-game={game.name}>
            <Picture game={game.name} />
            <h2>{t(`game.${game.name}`)}</h2>
            {!wasHere.value && <p>{t(`ui.about.${game.name}`)}</p>}
            <QuickPlay game={game} refused={error => (problem.value = codeOf(error))} />
            <div class="row">
              <button data-do="new" onClick={() => (dialog.value = game)}>
                {t('ui.new-table')}
              </button>
              <a class="learn" href={to(`/#tour-${game.name}`)}>
                {t('ui.tour.learn')}
              </a>
            </div>
          </article>
        ))}
      </section>
      <nav class="ways" aria-label={t('ui.study')}>
        <a class="button" href={to('/#today')} data-do="today">
          {t('ui.today')}
        </a>
        <a class="button" href={to('/#puzzles')} data-do="puzzles">
          {t('ui.puzzles')}
        </a>
        <a class="button" href={to('/#analysis')} data-do="analysis">
          {t('ui.analysis.board')}
        </a>
        <a class="button" href={to('/#skill')} data-do="skill">
          {t('ui.skill')}
        </a>
      </nav>
      <div class="lists">
        <MyTables tables={mine.value} />
        {isSite ? <Keeping /> : <PagedTables name="ui.open" empty="ui.open.none" latest={open.value} go={others} />}
      </div>
      <footer>
        <LanguageChoice />
        <p>
          {t('ui.footer.about')} {t('ui.footer.licence')} {t('ui.footer.affiliation')}
        </p>
      </footer>
      {dialog.value === 'settings' && <Settings close={() => (dialog.value = null)} />}
      {dialog.value && dialog.value !== 'settings' && (
        <NewTableDialog games={games.value} game={dialog.value} close={() => (dialog.value = null)} />
      )}
    </main>
  );
}

/** Open tables at which one does not sit already. */
const others = async (after?: string) => {
  const { tables, next } = await api.openTables({ after });
  return { tables: tables.filter(({ seat }) => seat === null), next };
};

const codeOf = (error: unknown) => (error instanceof Refusal ? error.code : 'error');

function NameField({ name }: { name: Signal<string> }) {
  const typed = useSignal<string | null>(null); // stays, though the name is fetched only later
  const rename = async (text: string) => {
    const wanted = text.trim();
    if (wanted && wanted !== name.value) {
      await api.rename({ name: wanted }).then(
        me => (name.value = me.name),
        () => undefined,
      );
    }
    if (typed.value === text) typed.value = null;
  };
  return (
    <label class="me">
      <span>{t('ui.your-name')}</span>
      <input
        value={typed.value ?? name.value}
        maxLength={24}
        placeholder={t('ui.guest')}
        autocomplete="nickname"
        onInput={event => (typed.value = event.currentTarget.value)}
        onChange={event => void rename(event.currentTarget.value)}
      />
    </label>
  );
}

interface PagesProps {
  name: string;
  empty: string;
  latest: TablePage;
  go: (after: string) => Promise<TablePage>;
}

/** Tables: the first ones, looked up now and then, and more of them as they are asked for. */
function PagedTables({ name, empty, latest, go }: PagesProps) {
  const older = useSignal<TablePage | null>(null);
  const next = older.value ? older.value.next : latest.next;
  const more = (after: string) =>
    go(after).then(
      page => (older.value = { tables: [...(older.value?.tables ?? []), ...page.tables], next: page.next }),
      () => undefined, // then the button is still there
    );
  const known = new Set(latest.tables.map(({ table }) => table));
  const tables = [...latest.tables, ...(older.value?.tables ?? []).filter(({ table }) => !known.has(table))];
  return (
    <TableList name={name} tables={tables} empty={empty}>
      {next !== null && (
        <button data-do="more" onClick={() => void more(next)}>
          {t('ui.more')}
        </button>
      )}
    </TableList>
  );
}

/** One's latest tables; all of them, with results, are a page of their own. */
function MyTables({ tables }: { tables: TableInfo[] }) {
  return (
    <TableList name="ui.mine" tables={tables.slice(0, FEW)} empty="ui.mine.none">
      {tables.length > 0 && (
        <a class="button" href={to('/#history')} data-do="history">
          {t('ui.history')}
        </a>
      )}
    </TableList>
  );
}

function TableList(props: { name: string; tables: TableInfo[]; empty: string; children?: ComponentChildren }) {
  return (
    <section class="list">
      <h2>{t(props.name)}</h2>
      {props.tables.length === 0 && <p class="none">{t(props.empty)}</p>}
      <ul>
        {props.tables.map(table => (
          <li key={table.table}>
            <a href={to(`/t/${table.table}`)}>
              <b>{t(`game.${table.game}`)}</b>
              <span>{table.seats.map(seatName).join(' · ')}</span>
              <em>{stateOf(table)}</em>
            </a>
          </li>
        ))}
      </ul>
      {props.children}
    </section>
  );
}

function stateOf(table: TableInfo): string {
  if (table.is_outdated) return t('ui.old-rules');
  if (table.state === 'over') return table.result ? table.result.scores.join(' : ') : t('ui.over');
  if (table.state === 'open') return t('ui.waiting-seats');
  return table.to_move === table.seat && table.seat !== null
    ? t('ui.your-turn')
    : t('ui.turn-of', { seat: seatName(table.seats[table.to_move ?? 0]!, table.to_move ?? 0) });
}

function Picture({ game }: { game: string }) {
  const Art = GAMES[game]?.Art;
  return Art ? <Art /> : null;
}
