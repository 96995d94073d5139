/** How one plays: the level, progress, and in which phase and of which kind one's mistakes are. */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { api, Refusal } from '../api.ts';
import { isSaid, locale, t } from '../language.ts';
import { levelName } from '../levels.ts';
import type { ReviewedGame, Share, SkillInGame, TableInfo } from '../messages.ts';
import { to } from '../route.ts';
import { Logo } from './header.tsx';

const PARTS = ['opening', 'middle', 'end', 'early', 'late'] as const;
const KINDS = ['missed', 'greedy', 'outlook', 'victory'] as const;

export function SkillPage() {
  const found = useSignal<SkillInGame[] | null>(null);
  const problem = useSignal<string | null>(null);
  useEffect(() => {
    document.title = `${t('ui.skill')} · Azulejos`;
    api.skill().then(
      skill => (found.value = skill),
      (error: unknown) => (problem.value = error instanceof Refusal ? error.code : 'error'),
    );
  }, []);
  return (
    <main class="lobby history skill">
      <header class="bar">
        <a class="home" href={to('/')} aria-label={t('ui.lobby')}>
          <Logo />
        </a>
        <h1>{t('ui.skill')}</h1>
      </header>
      <p class="motto">{t('ui.skill.about')}</p>
      {problem.value && (
        <p role="alert">{t(isSaid(`ui.refused.${problem.value}`) ? `ui.refused.${problem.value}` : 'ui.refused')}</p>
      )}
      {found.value?.length === 0 && <p class="none">{t('ui.skill.none')}</p>}
      <LastGame known={found.value} />
      {found.value?.map(skill => <InGame key={`${skill.game} ${skill.players}`} skill={skill} />)}
      <a class="button" href={to('/#history')} data-do="history">
        {t('ui.history')}
      </a>
    </main>
  );
}

/** One's last finished game, if it was not reviewed yet. */
function LastGame({ known }: { known: SkillInGame[] | null }) {
  const last = useSignal<string | null>(null);
  useEffect(() => {
    const isOver = ({ state, seat, is_outdated }: TableInfo) => state === 'over' && seat !== null && !is_outdated;
    api.mine().then(({ tables }) => (last.value = tables.find(isOver)?.table ?? null), () => undefined);
  }, []);
  if (!known || !last.value) return null;
  if (known.some(({ history }) => history.some(({ table }) => table === last.value))) return null;
  return (
    <a class="button main" href={to(`/t/${last.value}#review`)} data-do="review">
      {t('ui.skill.review')}
    </a>
  );
}

function InGame({ skill }: { skill: SkillInGame }) {
  return (
    <section class="list" data-game={skill.game}>
      <h2>{t('ui.skill.game', { game: t(`game.${skill.game}`), players: skill.players })}</h2>
      <Level skill={skill} />
      {skill.unusual > 0 && skill.levels.length > 0 && <p class="none">{t('ui.skill.unusual', { n: skill.unusual })}</p>}
      {skill.history.length > 1 && <Progress skill={skill} />}
      <div class="sides">
        <Parts skill={skill} />
        <Kinds skill={skill} />
      </div>
      <Games skill={skill} />
    </section>
  );
}

/** The level with its interval, or what is missing before there is one. */
export function Level({ skill }: { skill: SkillInGame }) {
  const { rating, levels, fewest, games, unusual } = skill;
  if (!levels.length) return <p>{t('ui.skill.unmeasured')}</p>;
  if (!rating) return <p>{t('ui.skill.more', { n: Math.max(1, fewest - games + unusual) })}</p>;
  return (
    <p class="level">
      <b>{t('ui.skill.level', { level: levelName(rating.level) })}</b>{' '}
      {t(rating.lowest === rating.highest ? 'ui.skill.sure' : 'ui.skill.between', {
        low: levelName(rating.lowest),
        high: levelName(rating.highest),
        n: rating.games,
      })}{' '}
      <small>{t('ui.skill.elo', { elo: `${rating.elo}`, low: `${rating.low}`, high: `${rating.high}` })}</small>
    </p>
  );
}

const [WIDTH, HEIGHT, LEFT] = [340, 170, 84];
const AVERAGED = 10; // games that a point of the line rests on

/** What a move lost in each game, with the levels that lose as much: better is higher. */
function Progress({ skill: { history, levels } }: { skill: SkillInGame }) {
  const most = Math.max(...history.map(({ lost }) => lost), ...levels.map(({ lost }) => lost), 1);
  const x = (game: number) => LEFT + 8 + (game / Math.max(1, history.length - 1)) * (WIDTH - LEFT - 16);
  const y = (lost: number) => 12 + (lost / most) * (HEIGHT - 24);
  const line = history.map((_, game) => `${x(game).toFixed(1)},${y(average(history, game)).toFixed(1)}`).join(' ');
  const said = t('ui.skill.chart', { n: history.length, first: tenths(history[0]!.lost), last: tenths(average(history, history.length - 1)) });
  return (
    <svg class="skill-chart" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={said}>
      <title>{said}</title>
      {apart(levels, y).map(({ level, lost, at }) => (
        <g key={level}>
          <path class="axis" d={`M${LEFT} ${y(lost).toFixed(1)}H${WIDTH - 4}`} />
          <text x={LEFT - 6} y={at + 4} text-anchor="end">
            {levelName(level)}
          </text>
        </g>
      ))}
      <polyline points={line} />
      {history.map((game, n) => (
        <circle key={`${game.table} ${game.seat}`} cx={x(n)} cy={y(game.lost)} r={3} />
      ))}
    </svg>
  );
}

/** Where the names of levels are written, so that none lies on another. */
function apart(levels: SkillInGame['levels'], y: (lost: number) => number) {
  let above = -Infinity;
  return [...levels].sort((one, other) => one.lost - other.lost).map(({ level, lost }) => {
    above = Math.max(y(lost), above + 14);
    return { level, lost, at: above };
  });
}

function average(history: readonly ReviewedGame[], game: number): number {
  const some = history.slice(Math.max(0, game + 1 - AVERAGED), game + 1);
  return some.reduce((sum, { lost }) => sum + lost, 0) / some.length;
}

function Parts({ skill: { phases } }: { skill: SkillInGame }) {
  const lost = PARTS.map(part => perMove(phases[part]));
  const most = Math.max(...lost, 0.1);
  return (
    <table>
      <caption>{t('ui.skill.parts')}</caption>
      <tbody>
        {PARTS.map((part, n) => (
          <tr key={part}>
            <th scope="row">{t(`ui.skill.part.${part}`)}</th>
            <td>
              <i class="amount" style={{ width: `${Math.round((64 * lost[n]!) / most)}px` }} />
              {hundredths(lost[n]!)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Kinds({ skill: { kinds } }: { skill: SkillInGame }) {
  const shown = KINDS.filter(kind => kinds[kind]?.moves);
  if (!shown.length) return <p>{t('ui.review.none')}</p>;
  return (
    <table>
      <caption>{t('ui.skill.kinds')}</caption>
      <tbody>
        {shown.map(kind => (
          <tr key={kind}>
            <th scope="row">{t(`ui.skill.kind.${kind}`)}</th>
            <td>{kinds[kind]!.moves}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Games({ skill }: { skill: SkillInGame }) {
  const games = [...skill.history].reverse();
  return (
    <details>
      <summary>{t('ui.skill.games', { n: games.length })}</summary>
      <div class="wide">
        <table>
          <thead>
            <tr>
              {['when', 'lost', 'luck'].map(column => (
                <th key={column} scope="col">
                  {t(`ui.skill.${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {games.map(game => (
              <tr key={`${game.table} ${game.seat}`}>
                <th scope="row">
                  <a href={to(`/t/${game.table}#review`)}>{new Date(game.at * 1000).toLocaleDateString(locale())}</a>
                </th>
                <td>{hundredths(game.lost)}</td>
                <td>{game.luck === null ? '–' : signed(game.luck)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}

const perMove = (share: Share | undefined) => (share?.moves ? share.lost / share.moves : 0);
const tenths = (points: number) => Math.round(points * 10) / 10;
const hundredths = (points: number) =>
  new Intl.NumberFormat(locale(), { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(points);
const signed = (points: number) => (points > 0 ? `+${points}` : `${points}`.replace('-', '−'));
