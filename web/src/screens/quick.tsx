/** Play at once: against how many bots of which level is remembered for each game. */
import { useSignal } from '@preact/signals';
import { api } from '../api.ts';
import { GAMES } from '../games/games.ts';
import { t } from '../language.ts';
import { botSeat, botsOf, levelName, NOBODY, usualLevel } from '../levels.ts';
import type { GameInfo } from '../messages.ts';
import { go } from '../route.ts';
import { quickGames } from '../settings.ts';

interface Props {
  game: GameInfo;
  refused: (error: unknown) => void;
}

export function QuickPlay({ game, refused }: Props) {
  const isBusy = useSignal(false);
  const chosen = quickGames.value[game.name];
  const level = chosen && botsOf(game).includes(chosen.level) ? chosen.level : usualLevel(game.levels);
  const players = chosen && game.players.includes(chosen.players) ? chosen.players : game.players[0]!;
  const choose = (change: Partial<{ level: string; players: number }>) =>
    (quickGames.value = { ...quickGames.value, [game.name]: { level, players, ...change } });
  const play = async () => {
    isBusy.value = true;
    GAMES[game.name]?.view().catch(() => undefined); // meanwhile, so that nobody waits for it later
    const bots = Array.from({ length: players - 1 }, () => botSeat(game, level));
    try {
      const { link } = await api.create({
        game: game.name,
        options: { players },
        seats: [{ ...NOBODY, kind: 'me' }, ...bots],
        pace: 'live',
        clock: null,
        is_public: false,
      });
      go(link);
    } catch (error) {
      refused(error);
    }
    isBusy.value = false;
  };
  return (
    <div class="quick">
      <button class="main" data-do="play" onClick={() => void play()} disabled={isBusy.value}>
        {t('ui.play-now')}
      </button>
      <select
        aria-label={t('ui.level')}
        value={level}
        onChange={event => choose({ level: event.currentTarget.value })}
        data-choice="level"
      >
        {botsOf(game).map(each => (
          <option key={each} value={each}>
            {levelName(each)}
          </option>
        ))}
      </select>
      {game.players.length > 1 && (
        <select
          aria-label={t('ui.players')}
          value={players}
          onChange={event => choose({ players: Number(event.currentTarget.value) })}
          data-choice="players"
        >
          {game.players.map(n => (
            <option key={n} value={n}>
              {t('ui.players.count', { n })}
            </option>
          ))}
        </select>
      )}
    </div>
  );
}
