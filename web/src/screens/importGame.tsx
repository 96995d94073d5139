/** A game from elsewhere, out of a file or of an address: who plays on, before it is a table here. */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { api } from '../api.ts';
import { unpacked } from '../importGame.ts';
import { t } from '../language.ts';
import { levelName, NOBODY } from '../levels.ts';
import type { FoundGame, GameInfo, NewSeat } from '../messages.ts';
import { reasonOf } from '../refusals.ts';
import { go, isSite, to } from '../route.ts';
import { Logo } from './header.tsx';
import { Choice, SeatChoices } from './seatchoices.tsx';

export function BringPage({ packed }: { packed: string }) {
  const found = useSignal<FoundGame[] | null>(null);
  const games = useSignal<GameInfo[]>([]);
  useEffect(() => {
    document.title = `${t('ui.friends')} · Azulejos`;
    Promise.all([api.games(), unpacked(packed).then(text => api.readFile({ text }))]).then(
      ([known, file]) => ((games.value = known), (found.value = file.games)),
      () => (found.value = []),
    );
  }, [packed]);
  if (found.value === null) return <p class="loading">{t('ui.loading')}</p>;
  return (
    <main class="lobby bring">
      <header class="bar">
        <a class="home" href={to('/')} aria-label={t('ui.lobby')}>
          <Logo />
        </a>
        <h1>{t(isSite ? 'ui.bring.here' : 'ui.friends')}</h1>
      </header>
      {found.value.length === 0 ? (
        <p class="notice" role="alert">
          {t('ui.bring.none')}
        </p>
      ) : (
        <Seating found={found.value} games={games.value} />
      )}
    </main>
  );
}

function Seating({ found, games }: { found: FoundGame[]; games: GameInfo[] }) {
  const chosen = useSignal(0);
  const seats = useSignal(seatsFor(found[0]!));
  const problem = useSignal<string | null>(null);
  const { table, is_over } = found[chosen.value]!;
  const game = games.find(({ name }) => name === table.game)!;
  const make = (event: Event) => {
    event.preventDefault();
    api.create({ ...table, seats: seats.value }).then(
      ({ link }) => leave(link),
      (error: unknown) => (problem.value = reasonOf(error)),
    );
  };
  return (
    <form class="list" onSubmit={make}>
      {found.length > 1 && (
        <Choice
          name={t('ui.game')}
          value={String(chosen.value)}
          values={found.map((each, number) => [String(number), titleOf(each)])}
          choose={number => {
            chosen.value = Number(number);
            seats.value = seatsFor(found[chosen.value]!);
          }}
        />
      )}
      <h2>{titleOf(found[chosen.value]!)}</h2>
      <p class="none">{t(is_over ? 'ui.bring.over' : isSite ? 'ui.bring.note.here' : 'ui.bring.note')}</p>
      {!is_over && <SeatChoices game={game} seats={seats} />}
      {problem.value && (
        <p class="problem" role="alert">
          {problem.value}
        </p>
      )}
      <div class="row">
        <button class="main" type="submit" data-do="bring">
          {t(is_over ? 'ui.bring.look' : 'ui.bring.go')}
        </button>
      </div>
    </form>
  );
}

const titleOf = ({ table, names }: FoundGame): string =>
  `${t(`game.${table.game}`)}: ${table.seats.map((seat, number) => nameOf(seat, names[number]!)).join(' · ')}`;

const nameOf = ({ kind, level, bot }: NewSeat, name: string): string =>
  kind === 'bot' ? t('ui.bot-name', { level: levelName(level ?? bot!) }) : name;

/** On a server the seats of bots are for friends, unless the game is over. */
function seatsFor({ table, is_over }: FoundGame): NewSeat[] {
  if (isSite || is_over) return table.seats;
  return table.seats.map(seat => (seat.kind === 'bot' ? NOBODY : seat));
}

/** Go to the table, and keep the game out of the history. */
function leave(link: string): void {
  history.replaceState(null, '', to('/'));
  go(link);
}
