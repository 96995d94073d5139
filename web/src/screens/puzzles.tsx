/** All about puzzles: those of the day, one's rating in each game, and mistakes of one's own. */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { api, Refusal } from '../api.ts';
import { GAMES } from '../games/games.ts';
import { isSaid, locale, t } from '../language.ts';
import { levelName } from '../levels.ts';
import type { DailyPuzzle, MistakeInfo, PuzzleProgress, PuzzleSet } from '../messages.ts';
import { isCurrent, ratingText, today } from '../puzzling.ts';
import { go, to } from '../route.ts';
import { puzzleWishes, type PuzzleWish } from '../settings.ts';
import { Logo } from './header.tsx';

const MARKS = { new: '', missed: '✗', solved: '✓' };

export function PuzzlesPage() {
  const sets = useSignal<PuzzleSet[]>([]);
  const daily = useSignal<DailyPuzzle[]>([]);
  const progress = useSignal<PuzzleProgress[]>([]);
  const mistakes = useSignal<MistakeInfo[]>([]);
  const problem = useSignal<string | null>(null);
  const refused = (error: unknown) => (problem.value = error instanceof Refusal ? error.code : 'error');
  useEffect(() => {
    document.title = `${t('ui.puzzles')} · Azulejos`;
    Promise.all([api.puzzleSets(), api.dailyPuzzles({ day: today() }), api.puzzleProgress(), api.mistakes()]).then(
      ([found, ofToday, own, wrong]) => {
        sets.value = found;
        daily.value = ofToday;
        progress.value = own;
        mistakes.value = wrong;
      },
      refused,
    );
  }, []);
  return (
    <main class="lobby puzzles">
      <header class="bar">
        <a class="home" href={to('/')} aria-label={t('ui.lobby')}>
          <Logo />
        </a>
        <h1>{t('ui.puzzles')}</h1>
      </header>
      <p class="motto">{t('ui.puzzles.about')}</p>
      {problem.value && <Problem code={problem.value} />}
      <section class="games" aria-label={t('ui.games')}>
        {sets.value.map(set => (
          <Game
            key={set.game}
            set={set}
            daily={daily.value.find(({ game }) => game === set.game)}
            progress={progress.value.find(({ game }) => game === set.game)}
            refused={refused}
          />
        ))}
      </section>
      <Mistakes mistakes={mistakes.value} />
      <Recent progress={progress.value} />
    </main>
  );
}

function Problem({ code }: { code: string }) {
  const why = code === 'not_found' ? 'ui.puzzle.none' : `ui.refused.${code}`;
  return (
    <p class="notice" role="alert">
      {t(isSaid(why) ? why : 'ui.refused')}
    </p>
  );
}

interface GameProps {
  set: PuzzleSet;
  daily: DailyPuzzle | undefined;
  progress: PuzzleProgress | undefined;
  refused: (error: unknown) => void;
}

/** A game: the puzzle of the day, how one gets on, and which puzzles one wants. */
function Game({ set: { game, number, themes, levels }, daily, progress, refused }: GameProps) {
  const Art = GAMES[game]?.Art;
  const wish = puzzleWishes.value[game] ?? {};
  const wishFor = (change: PuzzleWish) => (puzzleWishes.value = { ...puzzleWishes.value, [game]: { ...wish, ...change } });
  const solve = () => api.nextPuzzle({ game, ...wish }).then(({ puzzle }) => go(`/#puzzle-${puzzle}`), refused);
  return (
    <article class="game" data-game={game}>
      {Art && <Art />}
      <h2>{t(`game.${game}`)}</h2>
      {progress && progress.tried > 0 ? <Standing progress={progress} /> : <p>{t('ui.puzzles.number', { n: number })}</p>}
      {daily && (
        <a class="button main" href={to(`/#puzzle-${daily.puzzle}`)} data-do="daily">
          {t('ui.puzzles.day')} {MARKS[daily.stage]}
          {daily.stage !== 'new' && <span class="unseen">{t(`ui.puzzle.${daily.stage}`)}</span>}
        </a>
      )}
      <div class="quick">
        <select
          aria-label={t('ui.puzzles.theme')}
          value={wish.theme ?? ''}
          onChange={event => wishFor({ theme: event.currentTarget.value })}
          data-choice="theme"
        >
          <option value="">{t('ui.puzzles.any-theme')}</option>
          {themes.map(theme => (
            <option key={theme} value={theme}>
              {t(`puzzle.theme.${theme}`)}
            </option>
          ))}
        </select>
        <select
          aria-label={t('ui.puzzles.level')}
          value={wish.level ?? ''}
          onChange={event => wishFor({ level: event.currentTarget.value })}
          data-choice="level"
        >
          <option value="">{t('ui.puzzles.any-level')}</option>
          {levels.map(level => (
            <option key={level} value={level}>
              {levelName(level)}
            </option>
          ))}
        </select>
      </div>
      <div class="row">
        <button onClick={() => void solve()} data-do="solve">
          {t('ui.puzzles.solve')}
        </button>
      </div>
    </article>
  );
}

/** One's rating, and what is in a row. */
function Standing({ progress }: { progress: PuzzleProgress }) {
  const { tried, solved, streak, best_streak, days, day } = progress;
  return (
    <p class="standing">
      <b>{ratingText(progress)}</b>
      <span>{t('ui.puzzles.solved', { solved, n: tried })}</span>
      {best_streak > 1 && <span>{t('ui.puzzles.streak', { n: streak, best: best_streak })}</span>}
      {days > 1 && isCurrent(day) && <span>{t('ui.puzzles.days', { n: days })}</span>}
    </p>
  );
}

function Mistakes({ mistakes }: { mistakes: MistakeInfo[] }) {
  return (
    <section class="list mistakes">
      <h2>{t('ui.puzzles.mistakes')}</h2>
      <p class="none">{t(mistakes.length ? 'ui.puzzles.mistakes.about' : 'ui.puzzles.mistakes.none')}</p>
      <ul>
        {mistakes.map(({ puzzle, game, at, cost, kind, is_solved }) => (
          <li key={puzzle}>
            <a href={to(`/#puzzle-${puzzle}`)} data-puzzle={puzzle}>
              <b>{t(`game.${game}`)}</b>
              <span>{date(at)}</span>
              <span>{t(`ui.skill.kind.${kind}`)}</span>
              <em>{is_solved ? `✓ ${t('ui.puzzle.solved')}` : t('ui.review.cost', { n: Math.round(cost * 10) / 10 })}</em>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The latest answers in all games. */
function Recent({ progress }: { progress: PuzzleProgress[] }) {
  const answers = progress.flatMap(({ game, recent }) => recent.map(answer => ({ game, ...answer })));
  if (answers.length === 0) return null;
  answers.sort((one, other) => other.at - one.at);
  return (
    <section class="list recent">
      <h2>{t('ui.puzzles.recent')}</h2>
      <ul>
        {answers.slice(0, 20).map(({ game, puzzle, at, is_right, cost, rating }) => (
          <li key={puzzle}>
            <a href={to(`/#puzzle-${puzzle}`)}>
              <b>{t(`game.${game}`)}</b>
              <span>
                {date(at)} · {t('ui.puzzles.after', { n: String(rating) })}
              </span>
              <em>{is_right ? `✓ ${t('ui.puzzle.solved')}` : t('ui.review.cost', { n: Math.round(cost * 10) / 10 })}</em>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

const date = (at: number) => new Date(at * 1000).toLocaleDateString(locale());
