/** What waits for somebody who was here before: games in which it is their turn, today's game and puzzle. */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { api } from '../api.ts';
import { GAMES } from '../games/games.ts';
import { t } from '../language.ts';
import type { DailyGameInfo, DailyPuzzle, PuzzleProgress, TableInfo } from '../messages.ts';
import { isCurrent, today } from '../puzzling.ts';
import { to } from '../route.ts';
import { seatName } from './seats.ts';

const MAX_TURNS = 3; // all of them are listed below

interface Props {
  tables: TableInfo[]; // one's own, the latest first
}

export function Waiting({ tables }: Props) {
  const game = tables[0]?.game ?? 'azul'; // that one played last
  const daily = useSignal<DailyGameInfo | null>(null);
  const puzzle = useSignal<DailyPuzzle | null>(null);
  const progress = useSignal<PuzzleProgress | null>(null);
  useEffect(() => {
    const ofGame = <E extends { game: string }>(found: E[]) => found.find(each => each.game === game) ?? null;
    const ignored = () => undefined; // then the cards say less
    api.dailyGames({ day: today() }).then(found => (daily.value = ofGame(found)), ignored);
    api.dailyPuzzles({ day: today() }).then(found => (puzzle.value = ofGame(found)), ignored);
    api.puzzleProgress().then(found => (progress.value = ofGame(found)), ignored);
  }, [game]);
  const turns = tables.filter(({ state, to_move, seat }) => state === 'playing' && seat !== null && to_move === seat);
  const streak = progress.value && isCurrent(progress.value.day) ? progress.value.days : 0;
  return (
    <section class="waiting" aria-label={t('ui.home.waiting')}>
      {turns.slice(0, MAX_TURNS).map(table => (
        <Card
          key={table.table}
          is="turn"
          game={table.game}
          path={`/t/${table.table}`}
          title={t('ui.your-turn')}
          text={table.seats.filter((_, seat) => seat !== table.seat).map(seatName).join(', ')}
        />
      ))}
      <Card is="today" game={game} path="/#today" title={t('ui.today')} text={daily.value ? t(`ui.today.${daily.value.stage}`) : ''} />
      <Card
        is="puzzle"
        game={game}
        path={puzzle.value ? `/#puzzle-${puzzle.value.puzzle}` : '/#puzzles'}
        title={t('ui.puzzles.day')}
        text={streak > 1 ? t('ui.home.streak', { n: streak }) : puzzle.value && puzzle.value.stage !== 'new' ? t(`ui.puzzle.${puzzle.value.stage}`) : ''}
      />
    </section>
  );
}

interface CardProps {
  is: string;
  game: string;
  path: string;
  title: string;
  text: string;
}

function Card({ is, game, path, title, text }: CardProps) {
  const Art = GAMES[game]?.Art;
  return (
    <a class="wait" href={to(path)} data-waits={is}>
      {Art && <Art />}
      <b>{title}</b>
      <span>{[t(`game.${game}`), text].filter(Boolean).join(' · ')}</span>
    </a>
  );
}
