/** A finished game judged: how it went, what each move cost, and what had been better. */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { api } from '../api.ts';
import { isSaid, t } from '../language.ts';
import type { MoveReview, Replay, SkillInGame } from '../messages.ts';
import type { Reviewing } from '../review.ts';
import { to } from '../route.ts';
import { told } from './log.tsx';
import { plain, signed } from '../words.ts';
import { seatName } from './seats.ts';
import { Level } from './skill.tsx';

interface Props {
  reviewing: Reviewing;
  replay: Replay;
  ply: number; // what is shown
  go: (ply: number) => void;
  starts: boolean; // without being asked
}

export function Review({ reviewing, replay, ply, go, starts }: Props) {
  useEffect(() => {
    if (starts) void reviewing.start();
  }, []);
  const [moves, end] = [reviewing.moves.value, reviewing.end.value];
  const isBegun = reviewing.isRunning.value || moves.length > 0;
  return (
    <div class="text review" tabindex={0} role="region" aria-label={t('ui.review')}>
      {!isBegun && <p>{t('ui.review.about')}</p>}
      {!end && <Progress reviewing={reviewing} />}
      {moves.length > 1 && <Chart moves={moves} replay={replay} ply={ply} go={go} />}
      {end && (
        <>
          <ul class="figures">
            {end.seats.map(({ right, moves, mistakes, lost }, seat) => (
              <li key={seat} class={`seat-${seat}`}>
                {t('ui.review.seat', { name: seatName(replay.seats[seat]!, seat), right, moves, mistakes, lost: tenths(lost) })}
              </li>
            ))}
          </ul>
          {end.luck && <p class="luck">{luckText(end.luck, replay)}</p>}
          {replay.seats.length > 2 && <p class="luck">{t('ui.review.luck.two')}</p>}
          <OwnLevel replay={replay} />
          <h2>{t(end.worst.length ? 'ui.review.worst' : 'ui.review.none')}</h2>
          <ol class="worst">
            {end.worst.map(worst => (
              <Judged key={worst} move={reviewing.at(worst)!} replay={replay} isNow={worst === ply} go={go} isFull />
            ))}
          </ol>
          <h2>{t('ui.review.every')}</h2>
        </>
      )}
      <ol class="judged">
        {moves.map(move => (
          <Judged key={move.ply} move={move} replay={replay} isNow={move.ply === ply} go={go} />
        ))}
      </ol>
    </div>
  );
}

/** To whom the deals were kinder: about, for each was looked at for a moment. */
function luckText(luck: readonly number[], replay: Replay): string {
  const seat = luck[0]! > 0 ? 0 : 1;
  if (!luck[seat]) return t('ui.review.luck.even');
  return t('ui.review.luck', { name: seatName(replay.seats[seat]!, seat), n: luck[seat]! });
}

/** The level that one plays like, now that this game is among those that were reviewed. */
function OwnLevel({ replay }: { replay: Replay }) {
  const found = useSignal<SkillInGame | null>(null);
  useEffect(() => {
    const isThis = ({ game, players }: SkillInGame) => game === replay.game && players === replay.seats.length;
    api.skill().then(skill => (found.value = skill.find(isThis) ?? null), () => undefined);
  }, []);
  if (!found.value) return null;
  return (
    <>
      <Level skill={found.value} />
      <a class="button" href={to('/#skill')} data-do="skill">
        {t('ui.skill')}
      </a>
    </>
  );
}

function Progress({ reviewing }: { reviewing: Reviewing }) {
  const [n, total, problem] = [reviewing.moves.value.length, reviewing.total.value, reviewing.problem.value];
  if (!reviewing.isRunning.value) {
    return (
      <>
        {problem && (
          <p role="alert">{t(isSaid(`ui.refused.${problem}`) ? `ui.refused.${problem}` : 'ui.refused')}</p>
        )}
        <button class="main" onClick={() => void reviewing.start()} data-do="review">
          {t('ui.review.start')}
        </button>
      </>
    );
  }
  return (
    <label class="progress">
      <span>{t('ui.review.progress', { n, total })}</span>
      <progress max={total || 1} value={n} />
    </label>
  );
}

interface JudgedProps {
  move: MoveReview;
  replay: Replay;
  isNow: boolean;
  isFull?: boolean; // with what had been better
  go: (ply: number) => void;
}

/** A move, what it cost, and where it was made. */
function Judged({ move, replay, isNow, isFull = false, go }: JudgedProps) {
  return (
    <li class={`seat seat-${move.seat}`}>
      <button onClick={() => go(move.ply)} aria-current={isNow ? 'step' : undefined} data-ply={move.ply}>
        <span>{playedText(replay, move)}</span>
        <b class={move.is_mistake ? 'bad' : ''}>{costText(move)}</b>
        {isFull && <small>{betterText(move)}</small>}
        {isFull && move.kind && <small>{t(`ui.skill.kind.${move.kind}`)}</small>}
      </button>
    </li>
  );
}

/** About the move that comes next in a replay: what it cost, and what had been better. */
export function Verdict({ move, replay }: { move: MoveReview; replay: Replay }) {
  return (
    <p class={move.is_mistake ? 'verdict bad' : 'verdict'} role="status">
      <span>
        {playedText(replay, move)} <b>{costText(move)}</b>
      </span>
      {move.cost > 0 || move.throws_away_victory ? <span>{betterText(move)}</span> : null}
    </p>
  );
}

const playedText = (replay: Replay, { ply }: MoveReview) => told(replay.events[ply]!.told[0]!);
const betterText = (move: MoveReview) => t('ui.review.better', { move: move.best.told[0]! });
const tenths = (points: number) => Math.round(points * 10) / 10;

function costText({ cost, throws_away_victory }: MoveReview): string {
  if (throws_away_victory) return t('ui.review.lost-win');
  return tenths(cost) ? t('ui.review.cost', { n: tenths(cost) }) : t('ui.review.right');
}

const [WIDTH, HEIGHT, LEFT, BELOW] = [300, 150, 34, 30];

/** How far ahead every seat could expect to be; dots where it made mistakes. A click goes there. */
function Chart({ moves, replay, ply, go }: Pick<Props, 'replay' | 'ply' | 'go'> & { moves: readonly MoveReview[] }) {
  const most = Math.ceil(Math.max(5, ...moves.map(({ points }) => Math.abs(points))));
  const last = replay.events.length;
  const middle = (HEIGHT - BELOW) / 2;
  const x = (at: number) => LEFT + 4 + (at / last) * (WIDTH - LEFT - 10);
  const y = (points: number) => middle - (points / most) * (middle - 8);
  const clicked = (event: MouseEvent) => {
    const box = (event.currentTarget as SVGElement).getBoundingClientRect();
    const at = ((event.clientX - box.left) / box.width) * WIDTH;
    const nearest = moves.reduce((best, move) => (Math.abs(x(move.ply) - at) < Math.abs(x(best.ply) - at) ? move : best));
    go(nearest.ply);
  };
  return (
    <svg class="lead-chart" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={t('ui.review.chart')} onClick={clicked}>
      <title>{t('ui.review.chart')}</title>
      <path class="axis" d={`M${LEFT} ${middle}H${WIDTH - 4}M${LEFT} 4V${HEIGHT - BELOW}H${WIDTH - 4}`} />
      {[most, 0, -most].map(points => (
        <text key={points} x={LEFT - 4} y={y(points) + 4} text-anchor="end">
          {points ? signed(points) : plain(0)}
        </text>
      ))}
      {[0, Math.round(last / 2), last].map(at => (
        <text key={at} x={x(at)} y={HEIGHT - BELOW + 12} text-anchor="middle">
          {at}
        </text>
      ))}
      <text x={LEFT} y={HEIGHT - 4}>
        {t('ui.review.axes')}
      </text>
      <path class="here" d={`M${x(ply)} 2V${HEIGHT - BELOW}`} />
      {replay.seats.map((_, seat) => {
        const own = moves.filter(move => move.seat === seat);
        return (
          <g key={seat} class={`seat-${seat}`}>
            <polyline points={own.map(move => `${x(move.ply).toFixed(1)},${y(move.points).toFixed(1)}`).join(' ')} />
            {own
              .filter(move => move.is_mistake)
              .map(move => (
                <circle key={move.ply} cx={x(move.ply)} cy={y(move.points)} r={3.6} />
              ))}
          </g>
        );
      })}
    </svg>
  );
}
