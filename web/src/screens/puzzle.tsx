/** A puzzle: find the best move, see what yours costs, and how the best one goes on. */
import { useSignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { api, Refusal } from '../api.ts';
import { isSaid, t } from '../language.ts';
import type { Graded, PuzzleInfo } from '../messages.ts';
import { Puzzling, ratingText } from '../puzzling.ts';
import { analysisOf } from '../positionlink.ts';
import { go, isSite, to } from '../route.ts';
import { puzzleWishes } from '../settings.ts';
import type { TableState } from '../table.ts';
import { signed } from '../words.ts';
import { Counting } from './counting.tsx';
import { Prompt } from './prompt.tsx';
import { hasName } from './seats.ts';
import { Share } from './share.tsx';
import { Slider, Study } from './study.tsx';
import { newState } from './table.tsx';

export function PuzzlePage({ puzzle }: { puzzle: string }) {
  const state = useMemo(newState, [puzzle]);
  const puzzling = useSignal<Puzzling | null>(null);
  const problem = useSignal<string | null>(null);
  useEffect(() => {
    document.title = `${t('ui.puzzles')} · Azulejos`;
    const open = async () => {
      const [info, me] = await Promise.all([api.puzzle(puzzle), api.me()]);
      const opened = new Puzzling(state, info, namesWith(me.name));
      await opened.open();
      puzzling.value = opened;
    };
    open().catch(error => (problem.value = codeOf(error)));
    return () => puzzling.peek()?.close();
  }, [puzzle]);
  if (problem.value) return <NoPuzzle code={problem.value} />;
  const shown = puzzling.value;
  return (
    <Study
      state={state}
      tabs={shown ? [{ name: 'ui.puzzle', content: () => <About puzzling={shown} /> }] : []}
      first={1}
      prompt={shown && <Asking puzzling={shown} state={state} refused={code => (problem.value = code)} />}
    />
  );
}

const codeOf = (error: unknown) => (error instanceof Refusal ? error.code : 'error');

/** The visitor under their own name, all others under those of bots. */
const namesWith = (name: string) => (players: number, own: number): string[] =>
  Array.from({ length: players }, (_, seat) =>
    seat !== own ? t(`ui.bot-of.${seat + 1}`) : hasName(name) ? name : t('ui.guest'),
  );

function NoPuzzle({ code }: { code: string }) {
  const why = code === 'not_found' ? 'ui.puzzle.none' : `ui.refused.${code}`;
  return (
    <main class="nothing">
      <h1>{t(isSaid(why) ? why : 'ui.refused')}</h1>
      <a class="button main" href={to('/#puzzles')}>
        {t('ui.puzzles')}
      </a>
    </main>
  );
}

interface AskingProps {
  puzzling: Puzzling;
  state: TableState;
  refused: (code: string) => void;
}

/** What to do now: move, look at what was answered, or go through the line. */
function Asking({ puzzling, state, refused }: AskingProps) {
  const graded = puzzling.graded.value;
  useEffect(focusOnMain, [puzzling.stage.value]);
  if (puzzling.stage.value === 'asking' || !graded) {
    return (
      <>
        <p class="graded" role="status">
          {t('ui.puzzle.find')}
        </p>
        <Prompt state={state} />
      </>
    );
  }
  if (state.part.value) return <Counting state={state} />;
  const isLine = puzzling.stage.value === 'line';
  return (
    <>
      <p class={graded.is_right || isLine ? 'graded good' : 'graded bad'} role="status">
        {isLine ? <Solution graded={graded} /> : <Verdict graded={graded} />}
      </p>
      {isLine && <Slider state={state} ply={puzzling.step} last={puzzling.length.value} />}
      <div class="actions">
        {!isLine && (
          <button class={graded.is_right ? 'main' : ''} onClick={() => puzzling.solve()} data-do="solve">
            {t(graded.is_right ? 'ui.puzzle.line' : 'ui.puzzle.solve')}
          </button>
        )}
        <button class={graded.is_right || isLine ? '' : 'main'} onClick={() => puzzling.again()} data-do="again">
          {t('ui.puzzle.again')}
        </button>
        <button
          class={isLine ? 'main' : ''}
          onClick={() => void goOn(puzzling.info).catch(error => refused(codeOf(error)))}
          data-do="next"
        >
          {t('ui.puzzle.next')}
        </button>
      </div>
    </>
  );
}

/** Who answers by keyboard goes on from the first thing to do: what had the focus is gone. */
function focusOnMain(): void {
  const { activeElement } = document;
  const isLost = !activeElement || activeElement === document.body || activeElement.matches('[data-thing]:not([data-legal])');
  if (isLost) document.querySelector<HTMLElement>('.prompt .main')?.focus({ preventScroll: true });
}

/** To the next puzzle of the same kind. */
async function goOn({ game, puzzle, table }: PuzzleInfo): Promise<void> {
  if (table === null) return go(`/#puzzle-${(await api.nextPuzzle({ game, ...puzzleWishes.value[game] })).puzzle}`);
  const left = (await api.mistakes()).filter(mistake => !mistake.is_solved && mistake.puzzle !== puzzle);
  go(left[0] ? `/#puzzle-${left[0].puzzle}` : '/#puzzles');
}

const tenths = (points: number) => Math.round(points * 10) / 10;

/** What the move is worth, and what that does to one's rating. */
function Verdict({ graded: { is_right, throws_away_victory, cost, gained, progress } }: { graded: Graded }) {
  const verdict = throws_away_victory ? 'ui.puzzle.loses' : is_right ? 'ui.puzzle.right' : 'ui.puzzle.costs';
  return (
    <>
      <b>{t(verdict, { n: tenths(cost) })}</b>
      {gained !== null && progress && (
        <span>{t('ui.puzzle.rated', { n: String(Math.round(progress.rating.rating)), gained: signed(gained) })}</span>
      )}
      {gained !== null && progress && progress.streak > 1 && <span>{t('ui.puzzle.streak', { n: progress.streak })}</span>}
    </>
  );
}

/** The best move, and what it wins. */
function Solution({ graded: { line, lead, ahead } }: { graded: Graded }) {
  const first = line[0]?.told[0];
  return (
    <>
      {first && <b>{t('ui.puzzle.best', { move: first })}</b>}
      <span>{t(lead < 0 ? 'ui.puzzle.behind' : 'ui.puzzle.ahead', { n: tenths(Math.abs(lead)) })}</span>
      {ahead !== null && <span>{t('ui.puzzle.better', { n: tenths(ahead) })}</span>}
    </>
  );
}

/** What is known of the puzzle, and after an answer what it is about. */
function About({ puzzling: { info, graded } }: { puzzling: Puzzling }) {
  const { level, rating, table, ply, puzzle } = info;
  const themes = graded.value?.themes ?? [];
  const progress = graded.value?.progress;
  return (
    <div class="text about-puzzle" tabindex={0} role="region" aria-label={t('ui.puzzle')}>
      <p>{t(table === null ? 'ui.puzzle.about' : 'ui.puzzle.mistake')}</p>
      <ul>
        {rating !== null && (
          <li>
            {t('ui.puzzle.difficulty', { level: `ui.level.${level}`, n: String(rating) })}
          </li>
        )}
        {themes.length > 0 && <li>{t('ui.puzzle.themes', { themes: themes.map(theme => `puzzle.theme.${theme}`) })}</li>}
        {progress && <li>{ratingText(progress)}</li>}
        {progress && <li>{t('ui.puzzles.solved', { solved: progress.solved, n: progress.tried })}</li>}
      </ul>
      <div class="actions">
        {table !== null && graded.value && (
          <a class="button" href={to(`/t/${table}#review-${ply}`)}>
            {t('ui.puzzle.game')}
          </a>
        )}
        {graded.value && (
          <a class="button" href={to(analysisOf(info.position))} data-do="analyse">
            {t('ui.analysis.here')}
          </a>
        )}
        {table === null && !isSite && <Share path={`/#puzzle-${puzzle}`} />}
        <a class="button" href={to('/#puzzles')}>
          {t('ui.puzzles')}
        </a>
      </div>
    </div>
  );
}
