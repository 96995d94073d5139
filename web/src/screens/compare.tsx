/** A game of the day that somebody shared, beside one's own: only once one has played it. */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { api } from '../api.ts';
import { speaker, t } from '../language.ts';
import type { ComparedMove, DailyComparison, DailyGameInfo, Message } from '../messages.ts';
import { reasonOf } from '../refusals.ts';
import { to } from '../route.ts';
import { say, type Values } from '../words.ts';
import { RecordBoard } from './analysis/record.tsx';
import { Logo } from './header.tsx';
import { hasName } from './seats.ts';
import { dayText, End, playDay } from './today.tsx';

export function ComparePage({ link }: { link: string }) {
  const found = useSignal<DailyComparison | null>(null);
  const own = useSignal('');
  const stage = useSignal<DailyGameInfo['stage'] | 'broken' | null>(null);
  const isReplayed = useSignal(false);
  const [, game = '', day = ''] = /^day-([a-z]+)-(\d{4}-\d\d-\d\d)-/.exec(link) ?? [];
  useEffect(() => {
    document.title = `${t('ui.today')} · Azulejos`;
    const open = async () => {
      const [me, games] = await Promise.all([api.me(), api.dailyGames({ day })]);
      own.value = hasName(me.name) ? me.name : t('ui.guest');
      const info = games.find(each => each.game === game);
      if (info?.stage === 'done') found.value = await api.compareDaily({ link });
      stage.value = info?.stage ?? 'broken';
    };
    open().catch(() => (stage.value = 'broken'));
  }, [link]);
  const both = found.value;
  if (!both && stage.value) return <NothingYet game={game} day={day} stage={stage.value} />;
  if (!both) return <p class="loading">{t('ui.today.comparing')}</p>;
  if (isReplayed.value) {
    return <RecordBoard replay={both.replay} record={both.record} close={() => (isReplayed.value = false)} />;
  }
  return (
    <main class="lobby compare">
      <header class="bar">
        <a class="home" href={to('/')} aria-label={t('ui.lobby')}>
          <Logo />
        </a>
        <h1>{t(`game.${both.game}`)}</h1>
        <time dateTime={both.day}>{dayText(both.day)}</time>
      </header>
      <section class="list ends">
        <h2>{own.value}</h2>
        <End end={both.own} />
        <h2>{t('ui.today.friend')}</h2>
        <End end={both.other} />
      </section>
      <section class="list parting">
        <h2>{t('ui.today.parting')}</h2>
        {both.ply === null ? <p>{t('ui.today.same')}</p> : <Parting both={both} own={own.value} />}
        <div class="row">
          <a class="button" href={to(`/t/${both.table}#review-${both.ply ?? 0}`)} data-do="review">
            {t('ui.today.review')}
          </a>
          <button onClick={() => (isReplayed.value = true)} data-do="replay">
            {t('ui.today.replay')}
          </button>
        </div>
      </section>
      {both.rounds.map(({ own: mine, other }, round) => (
        <section class="list round" key={round}>
          <h2>{t('ui.today.round', { n: round + 1 })}</h2>
          <div class="two">
            <Moves moves={mine} name={own.value} />
            <Moves moves={other} name={t('ui.today.friend')} />
          </div>
        </section>
      ))}
    </main>
  );
}

/** A sentence about the first seat under a name. */
const toldOf = (said: Message, name: string): string =>
  say({ ...speaker.value, names: [name, t('ui.bot-of.2')] }, said.message, said.values as Values);

function Moves({ moves, name }: { moves: readonly Message[]; name: string }) {
  return (
    <ol aria-label={name}>
      {moves.map((said, i) => (
        <li key={i}>{toldOf(said, name)}</li>
      ))}
    </ol>
  );
}

const tenths = (points: number) => Math.round(points * 10) / 10;

function Parting({ both, own }: { both: DailyComparison; own: string }) {
  const line = (move: ComparedMove, name: string) => (
    <li>
      {toldOf(move.told[0]!, name)}{' '}
      <b class={tenths(move.cost) ? 'bad' : ''}>
        {tenths(move.cost) ? t('ui.review.cost', { n: tenths(move.cost) }) : t('ui.review.right')}
      </b>
    </li>
  );
  return (
    <ul>
      {line(both.moves[0]!, own)}
      {line(both.moves[1]!, t('ui.today.friend'))}
    </ul>
  );
}

/** Before one has played nothing is told; then one comes back by the same link. */
function NothingYet({ game, day, stage }: { game: string; day: string; stage: DailyGameInfo['stage'] | 'broken' }) {
  const problem = useSignal<string | null>(null);
  const mayPlay = stage === 'new' || stage === 'playing';
  const play = () => playDay(game, day).catch(error => (problem.value = reasonOf(error)));
  return (
    <main class="nothing">
      <h1>{mayPlay ? t('ui.today.first', { game: `game.${game}`, day: dayText(day) }) : t(`ui.today.${stage}`)}</h1>
      {mayPlay && <p>{t('ui.today.then')}</p>}
      {problem.value && <p role="alert">{problem.value}</p>}
      <div class="row">
        {mayPlay && (
          <button class="main" onClick={() => void play()} data-do="play">
            {t('ui.today.play')}
          </button>
        )}
        <a class="button" href={to('/#today')}>
          {t('ui.today')}
        </a>
      </div>
    </main>
  );
}
