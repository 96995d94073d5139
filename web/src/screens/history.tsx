/** All of one's games: how one has done, and every table with its result, to go on or look back. */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { api } from '../api.ts';
import { locale, t } from '../language.ts';
import { levelName } from '../levels.ts';
import type { GameInfo, Statistics, TableInfo, TablePage } from '../messages.ts';
import { to } from '../route.ts';
import { Logo } from './header.tsx';
import { seatName } from './seats.ts';

export function HistoryPage() {
  const statistics = useSignal<Statistics[]>([]);
  const page = useSignal<TablePage | null>(null);
  const game = useSignal('');
  const games = useSignal<GameInfo[]>([]);
  const more = async (after?: string) => {
    const found = await api.mine({ after, game: game.value }).catch(() => null);
    if (found) page.value = { ...found, tables: [...(after ? page.value!.tables : []), ...found.tables] };
  };
  useEffect(() => {
    document.title = `${t('ui.mine')} · Azulejos`;
    api.games().then(found => (games.value = found), () => undefined);
    api.statistics().then(found => (statistics.value = found), () => undefined);
  }, []);
  useEffect(() => void more(), [game.value]);
  return (
    <main class="lobby history">
      <header class="bar">
        <a class="home" href={to('/')} aria-label={t('ui.lobby')}>
          <Logo />
        </a>
        <h1>{t('ui.mine')}</h1>
      </header>
      <a class="button" href={to('/#skill')} data-do="skill">
        {t('ui.skill')}
      </a>
      {statistics.value.length > 0 && <StatisticsTable statistics={statistics.value} />}
      <section class="list">
        <label class="field">
          <span>{t('ui.game')}</span>
          <select value={game.value} onChange={event => (game.value = event.currentTarget.value)}>
            <option value="">{t('ui.history.all')}</option>
            {games.value.map(({ name }) => (
              <option key={name} value={name}>
                {t(`game.${name}`)}
              </option>
            ))}
          </select>
        </label>
        {page.value?.tables.length === 0 && <p class="none">{t('ui.mine.none')}</p>}
        <ul>
          {page.value?.tables.map(table => <Line key={table.table} table={table} />)}
        </ul>
        {page.value?.next && (
          <button data-do="more" onClick={() => void more(page.value!.next!)}>
            {t('ui.more')}
          </button>
        )}
      </section>
    </main>
  );
}

function StatisticsTable({ statistics }: { statistics: Statistics[] }) {
  const number = (value: number) => new Intl.NumberFormat(locale(), { maximumFractionDigits: 1 }).format(value).replace('-', '−');
  return (
    <section class="list">
      <h2>{t('ui.history.statistics')}</h2>
      <div class="wide">
        <table>
          <thead>
            <tr>
              {['game', 'against', 'played', 'won', 'average', 'best'].map(column => (
                <th key={column} scope="col">
                  {t(`ui.history.${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {statistics.map(row => (
              <tr key={`${row.game} ${row.against}`}>
                <th scope="row">{t(`game.${row.game}`)}</th>
                <td>{row.against === 'people' ? t('ui.history.people') : levelName(row.against)}</td>
                <td>{row.played}</td>
                <td>{t('ui.history.share', { n: row.won, percent: Math.round((100 * row.won) / row.played) })}</td>
                <td>{number(row.points)}</td>
                <td>{number(row.best)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function Line({ table }: { table: TableInfo }) {
  const { seat, result, seats } = table;
  const others = seats.flatMap((other, number) => (number === seat ? [] : [seatName(other, number)]));
  return (
    <li class="game-line">
      <b>{t(`game.${table.game}`)}</b>
      <span>{t('ui.history.with', { names: others.join(', ') })}</span>
      <time dateTime={new Date(table.updated * 1000).toISOString()}>
        {new Date(table.updated * 1000).toLocaleDateString(locale())}
      </time>
      {result && seat !== null && (
        <em>{t('ui.history.result', { place: result.places[seat]!, points: result.scores[seat]! })}</em>
      )}
      {table.state === 'over' ? (
        <>
          <a class="button" href={to(`/t/${table.table}#replay`)}>
            {t('ui.replay')}
          </a>
          <a class="button" href={to(`/t/${table.table}#review`)}>
            {t('ui.review')}
          </a>
        </>
      ) : (
        <a class="button main" href={to(`/t/${table.table}`)} data-do="go-on">
          {t('ui.history.go-on')}
        </a>
      )}
    </li>
  );
}
