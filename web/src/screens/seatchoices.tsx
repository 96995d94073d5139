/** Who sits where, chosen from lists. */
import type { Signal } from '@preact/signals';
import { t } from '../language.ts';
import { botSeat, botsOf, levelName, NOBODY } from '../levels.ts';
import type { GameInfo, NewSeat } from '../messages.ts';
import { isSite } from '../route.ts';
import { MAX_NAME_LENGTH } from './sitting.tsx';

export function SeatChoices({ game, seats }: { game: GameInfo; seats: Signal<NewSeat[]> }) {
  return (
    <>
      <div class="fields">
        {seats.value.map((seat, number) => (
          <Choice
            key={number}
            name={t('ui.seat', { number: number + 1 })}
            value={choiceOf(seat)}
            values={[
              ['me', t('ui.seat.me')],
              ...(isSite ? [] : [['open', t('ui.seat.open')] satisfies [string, string]]),
              ['beside', t('ui.seat.beside')],
              ...botsOf(game).map((bot): [string, string] => [
                `bot ${bot}`,
                t('ui.bot-name', { level: levelName(bot) }),
              ]),
            ]}
            choose={text => (seats.value = seated(game, seats.value, number, text))}
          />
        ))}
      </div>
      <div class="fields">
        {seats.value.map(
          (seat, number) =>
            seat.kind === 'beside' && (
              <label class="field" key={number}>
                <span>{t('ui.seat.name', { number: number + 1 })}</span>
                <input
                  value={seat.name ?? ''}
                  maxLength={MAX_NAME_LENGTH}
                  required
                  autocomplete="off"
                  onInput={event => (seats.value = named(seats.value, number, event.currentTarget.value))}
                />
              </label>
            ),
        )}
      </div>
    </>
  );
}

/** A seat as the list of choices names it. */
const choiceOf = ({ kind, level, bot }: NewSeat): string => (kind === 'bot' ? `bot ${level ?? bot}` : kind);

/** Somebody else at a seat; oneself sits at one only. */
function seated(game: GameInfo, seats: NewSeat[], number: number, text: string): NewSeat[] {
  const [kind, ...bot] = text.split(' ') as [NewSeat['kind'], ...string[]];
  return seats.map((seat, i) => {
    if (i !== number) return kind === 'me' && seat.kind === 'me' ? NOBODY : seat;
    if (kind === 'bot') return botSeat(game, bot.join(' '));
    return { ...NOBODY, kind, name: kind === 'beside' ? t('ui.player', { number: i + 1 }) : null };
  });
}

const named = (seats: NewSeat[], number: number, name: string): NewSeat[] =>
  seats.map((seat, i) => (i === number ? { ...seat, name } : seat));

/** One of a list. */
export function Choice(props: {
  name: string;
  value: string;
  values: [value: string, name: string][];
  choose: (value: string) => void;
}) {
  return (
    <label class="field">
      <span>{props.name}</span>
      <select value={props.value} onChange={event => props.choose(event.currentTarget.value)}>
        {props.values.map(([value, name]) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
