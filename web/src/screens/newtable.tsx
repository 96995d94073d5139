/** A new table: game, options, who sits where, and how much time there is. */
import { useSignal } from '@preact/signals';
import { api } from '../api.ts';
import { isSaid, t } from '../language.ts';
import type { GameInfo, NewSeat, NewTable, OptionInfo, TimeControl } from '../messages.ts';
import { reasonOf } from '../refusals.ts';
import { go, isSite } from '../route.ts';
import { Dialog } from './dialog.tsx';
import { botSeat, NOBODY, usualLevel } from '../levels.ts';
import { OpenFile } from './openfile.tsx';
import { Choice, SeatChoices } from './seatchoices.tsx';

const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;
const CLOCKS: Record<NewTable['pace'], Record<string, TimeControl | null>> = {
  live: {
    none: null,
    '5+5': { initial: 5 * MINUTE, increment: 5, per_turn: null },
    '10+10': { initial: 10 * MINUTE, increment: 10, per_turn: null },
    '20+15': { initial: 20 * MINUTE, increment: 15, per_turn: null },
  },
  turns: {
    none: null,
    '1d': { initial: null, increment: 0, per_turn: DAY },
    '3d': { initial: null, increment: 0, per_turn: 3 * DAY },
    '7d': { initial: null, increment: 0, per_turn: 7 * DAY },
  },
};
type Preset = 'bots' | 'link' | 'device';
const PRESETS: readonly Preset[] = isSite ? ['bots', 'device'] : ['bots', 'link', 'device'];
const MAX_VALUES = 60; // in a list; of a longer range only some values make sense

interface Props {
  games: GameInfo[];
  game: GameInfo;
  close: () => void;
}

export function NewTableDialog({ games, game: first, close }: Props) {
  const game = useSignal(first);
  const players = useSignal(first.players[0]!);
  const options = useSignal<Record<string, string | number>>({});
  const seats = useSignal<NewSeat[]>(arranged(first, first.players[0]!, 'bots'));
  const pace = useSignal<NewTable['pace']>('live');
  const clock = useSignal('none');
  const isPublic = useSignal(false);
  const problem = useSignal<string | null>(null);
  const choose = (chosen: GameInfo, number: number) => {
    game.value = chosen;
    players.value = number;
    seats.value = arranged(chosen, number, 'bots');
    options.value = {};
  };
  const choiceOf = (option: OptionInfo) => (
    <Choice
      key={option.name}
      name={optionName(game.value.name, option)}
      value={String(options.value[option.name] ?? option.default)}
      values={valuesOf(option, players.value).map(value => [String(value), valueName(option, value)])}
      choose={text => {
        const value = option.values.find(known => String(known) === text)!;
        options.value = { ...options.value, [option.name]: value };
      }}
    />
  );
  const create = async (event: Event) => {
    event.preventDefault();
    try {
      const { link } = await api.create({
        game: game.value.name,
        options: { ...options.value, players: players.value },
        seats: seats.value,
        pace: pace.value,
        clock: CLOCKS[pace.value][clock.value] ?? null,
        is_public: isPublic.value,
      });
      go(link);
    } catch (error) {
      problem.value = reasonOf(error);
    }
  };
  return (
    <Dialog name="new-table" title={t('ui.new-table.title')} close={close}>
      <form onSubmit={event => void create(event)}>
        <div class="fields">
          <Choice
            name={t('ui.game')}
            value={game.value.name}
            values={games.map(known => [known.name, t(`game.${known.name}`)])}
            choose={name => {
              const chosen = games.find(known => known.name === name)!;
              choose(chosen, chosen.players[0]!);
            }}
          />
          {game.value.players.length > 1 && (
            <Choice
              name={t('ui.players')}
              value={String(players.value)}
              values={game.value.players.map(n => [String(n), String(n)])}
              choose={n => choose(game.value, Number(n))}
            />
          )}
          {game.value.options.filter(option => !isRuling(option)).map(choiceOf)}
        </div>
        {game.value.options.some(isRuling) && (
          <details class="rulings">
            <summary>{t('ui.option.more')}</summary>
            {game.value.options.filter(isRuling).map(option => (
              <div key={option.name}>
                {choiceOf(option)}
                <p class="note">{t(reasonFor(option))}</p>
              </div>
            ))}
          </details>
        )}
        <fieldset>
          <legend>{t('ui.seats')}</legend>
          <div class="presets">
            {PRESETS.map(preset => (
              <button
                type="button"
                key={preset}
                data-preset={preset}
                onClick={() => (seats.value = arranged(game.value, players.value, preset))}
              >
                {t(`ui.preset.${preset}`)}
              </button>
            ))}
          </div>
          <SeatChoices game={game.value} seats={seats} />
          {game.value.bots
            .filter(({ name, help }) => help && seats.value.some(seat => seat.bot === name))
            .map(({ name, help }) => (
              <p class="note" key={name} data-bot={name}>
                {t('ui.bot-about', { name, help })}
              </p>
            ))}
        </fieldset>
        <div class="fields">
          {!isSite && (
            <Choice
              name={t('ui.pace')}
              value={pace.value}
              values={[
                ['live', t('ui.pace.live')],
                ['turns', t('ui.pace.turns')],
              ]}
              choose={chosen => {
                pace.value = chosen as NewTable['pace'];
                clock.value = 'none';
              }}
            />
          )}
          <Choice
            name={t('ui.clock')}
            value={clock.value}
            values={Object.keys(CLOCKS[pace.value]).map(name => [name, t(`ui.clock.${name}`)])}
            choose={chosen => (clock.value = chosen)}
          />
        </div>
        {!isSite && (
          <label class="check">
            <input
              type="checkbox"
              checked={isPublic.value}
              onChange={event => (isPublic.value = event.currentTarget.checked)}
            />
            {t('ui.public')}
          </label>
        )}
        {problem.value && <p class="problem" role="alert">{problem.value}</p>}
        <div class="row">
          <button class="main" type="submit">
            {t('ui.create')}
          </button>
          {!isSite && <OpenFile />}
        </div>
      </form>
    </Dialog>
  );
}

/** Oneself, and at the other seats bots, people who come by the link, or people beside one. */
function arranged(game: GameInfo, players: number, preset: Preset): NewSeat[] {
  const others: Record<Preset, (number: number) => NewSeat> = {
    bots: () => botSeat(game, usualLevel(game.levels)),
    link: () => NOBODY,
    device: number => ({ ...NOBODY, kind: 'beside', name: t('ui.player', { number }) }),
  };
  return Array.from({ length: players }, (_, i) => (i ? others[preset](i + 1) : { ...NOBODY, kind: 'me' }));
}

function valuesOf(option: OptionInfo, players: number): (string | number)[] {
  if (option.name === 'start') return option.values.filter(seat => Number(seat) <= players);
  if (option.values.length <= MAX_VALUES) return option.values;
  return option.values.filter(value => Number(value) <= 12 || Number(value) % 25 === 0);
}

/** What only some want to decide has a sentence that says why one would. */
const isRuling = (option: OptionInfo) => isSaid(reasonFor(option));
const reasonFor = ({ name }: OptionInfo) => `ui.option.${name}.why`;

export function optionName(game: string, option: Pick<OptionInfo, 'name' | 'meaning'>): string {
  for (const id of [`ui.option.${game}.${option.name}`, `ui.option.${option.name}`]) {
    if (isSaid(id)) return t(id);
  }
  return option.meaning;
}

export function valueName(option: Pick<OptionInfo, 'name'>, value: string | number): string {
  const id = `ui.value.${option.name}.${value}`;
  if (isSaid(id)) return t(id);
  if (option.name === 'scoring') return scoringName(String(value));
  return option.name === 'start' ? t('ui.seat', { number: Number(value) }) : String(value);
}

/** The scoring tiles of Duel in words: 1A2A3A is "Rows · columns · diagonals". */
function scoringName(sides: string): string {
  const names = sides.match(/\d[AB]/g)!.map(side => t(`ui.duel.scoring.${side}`)).join(' · ');
  return names.charAt(0).toLocaleUpperCase() + names.slice(1);
}
