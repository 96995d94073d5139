/** The game of the day: one of each game, the same for everybody, and the days before. */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { api } from '../api.ts';
import { GAMES } from '../games/games.ts';
import { locale, t } from '../language.ts';
import { levelName } from '../levels.ts';
import type { DailyEnd, DailyGameInfo, DailyShare, ListedResult } from '../messages.ts';
import { today } from '../puzzling.ts';
import { reasonOf } from '../refusals.ts';
import { go, isSite, to } from '../route.ts';
import { plain } from '../words.ts';
import { Copy } from './copy.tsx';
import { Dialog } from './dialog.tsx';
import { Logo } from './header.tsx';
import { Par } from './par.tsx';
import { hasName } from './seats.ts';

const A_DAY = 24 * 3600 * 1000; // milliseconds
const SHOWN = 35; // days of the calendar

export const dayText = (day: string): string =>
  new Date(day).toLocaleDateString(locale(), { dateStyle: 'medium', timeZone: 'UTC' });

export const pointsOf = ({ points, theirs }: Pick<DailyEnd, 'points' | 'theirs'>): string =>
  `${plain(points)} : ${plain(theirs)}`;

export function TodayPage({ day = today() }: { day?: string | undefined }) {
  const games = useSignal<DailyGameInfo[]>([]);
  const problem = useSignal<string | null>(null);
  const refused = (error: unknown) => (problem.value = reasonOf(error));
  useEffect(() => {
    document.title = `${t('ui.today')} · Azulejos`;
    api.dailyGames({ day }).then(found => (games.value = found), refused);
  }, [day]);
  const level = games.value[0]?.level;
  return (
    <main class="lobby today">
      <header class="bar">
        <a class="home" href={to('/')} aria-label={t('ui.lobby')}>
          <Logo />
        </a>
        <h1>{t('ui.today')}</h1>
        <time dateTime={day}>{dayText(day)}</time>
      </header>
      {level && <p class="motto">{t('ui.today.about', { level: levelName(level) })}</p>}
      {problem.value && (
        <p class="notice" role="alert">
          {problem.value}
        </p>
      )}
      <section class="games" aria-label={t('ui.games')}>
        {games.value.map(info => (
          <Game key={`${info.game} ${day}`} info={info} refused={refused} />
        ))}
      </section>
      {games.value.length > 0 && <Calendar games={games.value} day={day} />}
    </main>
  );
}

/** Go to the table where one plays the game of a day. */
export const playDay = async (game: string, day: string): Promise<void> => {
  GAMES[game]?.view().catch(() => undefined); // meanwhile, so that nobody waits for it later
  go((await api.playDaily(game, { day })).link);
};

function Game({ info, refused }: { info: DailyGameInfo; refused: (error: unknown) => void }) {
  const { game, day, stage, table, progress } = info;
  const isBusy = useSignal(false);
  const Art = GAMES[game]?.Art;
  const play = () => {
    isBusy.value = true;
    playDay(game, day).catch(refused).finally(() => (isBusy.value = false));
  };
  const isOver = stage === 'done' || stage === 'given-up';
  return (
    <article class="game" data-game={game} data-stage={stage}>
      {Art && <Art />}
      <h2>{t(`game.${game}`)}</h2>
      {stage === 'done' ? <OwnResult game={game} day={day} /> : <p>{t(`ui.today.${stage}`)}</p>}
      {progress.days > 1 && <p class="streak">{t('ui.today.days', { n: progress.days, best: progress.best_days })}</p>}
      {isOver ? (
        <a class="button" href={to(`/t/${table}#review`)} data-do="review">
          {t('ui.review')}
        </a>
      ) : (
        <button class="main" onClick={play} disabled={isBusy.value} data-do="play">
          {t(stage === 'playing' ? 'ui.today.go-on' : 'ui.today.play')}
        </button>
      )}
    </article>
  );
}

/** How one did, to be shared. */
export function OwnResult({ game, day }: { game: string; day: string }) {
  const share = useSignal<DailyShare | null>(null);
  useEffect(() => {
    api.dailyShare(game, day).then(found => (share.value = found), () => undefined);
  }, [game, day]);
  const found = share.value;
  if (!found) return null;
  return (
    <div class="day-result">
      <End end={found.end} />
      <ShareDay game={game} day={day} share={found} />
      <Par game={game} day={day} lead={found.end.points - found.end.theirs} />
      {!isSite && <Listed game={game} day={day} />}
    </div>
  );
}

/** The results of those on this server who show them, and whether one is among them. */
function Listed({ game, day }: { game: string; day: string }) {
  const results = useSignal<ListedResult[]>([]);
  const take = (found: ListedResult[]) => void (results.value = found);
  useEffect(() => void api.listedDaily(game, day).then(take, () => undefined), [game, day]);
  const isListed = results.value.some(({ is_me }) => is_me);
  const change = () => (isListed ? api.unlistDaily : api.listDaily)(game, day).then(take, () => undefined);
  return (
    <div class="listed">
      <button onClick={() => void change()} aria-pressed={isListed} data-do="list">
        {t(isListed ? 'ui.today.unlist' : 'ui.today.list')}
      </button>
      {results.value.length > 0 && (
        <ol aria-label={t('ui.today.listed')}>
          {results.value.map((result, i) => (
            <li key={i} class={result.is_me ? 'me' : ''}>
              <span>{hasName(result.name) ? result.name : t('ui.guest')}</span> <b>{pointsOf(result)}</b>
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}

/** The squares of a game, and its points. */
export function End({ end }: { end: DailyEnd }) {
  return (
    <p class="end">
      <span class="squares" role="img" aria-label={t('ui.today.squares', { text: squaresText(end.squares) })}>
        {[...end.squares].map((each, round) => (
          <i key={round} class={KINDS[each]!.name}>
            {KINDS[each]!.sign}
          </i>
        ))}
      </span>
      <b>{pointsOf(end)}</b>
    </p>
  );
}

/** Squares are drawn, since not every device has a font with them. */
const KINDS: Record<string, { name: string; sign: string }> = {
  '🟦': { name: 'more', sign: '+' },
  '🟨': { name: 'equal', sign: '=' },
  '🟥': { name: 'fewer', sign: '−' },
};
const squaresText = (squares: string): string => [...squares].map(each => KINDS[each]!.sign).join(' ');

/** A text with the result and a link: to the menu of a phone, else to the clipboard. */
function ShareDay({ game, day, share }: { game: string; day: string; share: DailyShare }) {
  const isCopied = useSignal(false);
  const isOpen = useSignal(false);
  const url = location.origin + to(`/#${share.link}`);
  const text = `Azulejos · ${t(`game.${game}`)} · ${dayText(day)}\n${share.end.squares} ${pointsOf(share.end)}\n${url}`;
  const give = async () => {
    try {
      if ('share' in navigator && matchMedia('(pointer: coarse)').matches) return void (await navigator.share({ text }));
      await navigator.clipboard.writeText(text);
      isCopied.value = true;
    } catch (error) {
      isOpen.value = !(error instanceof DOMException && error.name === 'AbortError'); // no menu, no clipboard
    }
  };
  return (
    <>
      <button onClick={() => void give()} data-do="share">
        <span role="status">{t(isCopied.value ? 'ui.copied' : 'ui.today.share')}</span>
      </button>
      {isOpen.value && (
        <Dialog name="share" title={t('ui.today.share')} close={() => (isOpen.value = false)}>
          <Copy text={url} label={t('ui.today.share')} />
        </Dialog>
      )}
    </>
  );
}

/** The last weeks: how many games of each day one has finished, and the way to each day. */
function Calendar({ games, day }: { games: readonly DailyGameInfo[]; day: string }) {
  const done = (each: string) => games.filter(({ progress }) => progress.results.some(result => result.day === each)).length;
  const now = Date.parse(today());
  const last = now + ((7 - new Date(now).getUTCDay()) % 7) * A_DAY; // the Sunday of this week
  const days = Array.from({ length: SHOWN }, (_, i) => new Date(last - (SHOWN - 1 - i) * A_DAY).toISOString().slice(0, 10));
  return (
    <section class="list calendar">
      <h2>{t('ui.today.calendar')}</h2>
      <ol>
        {days.map(each => {
          const n = done(each);
          const label = `${dayText(each)}: ${t('ui.today.finished', { n })}`;
          return (
            <li key={each}>
              {each > today() ? (
                <span />
              ) : (
                <a
                  href={to(`/#today-${each}`)}
                  class={`done-${n}`}
                  aria-label={label}
                  title={label}
                  aria-current={each === day ? 'date' : undefined}
                >
                  {Number(each.slice(8))}
                </a>
              )}
            </li>
          );
        })}
      </ol>
    </section>
  );
}
