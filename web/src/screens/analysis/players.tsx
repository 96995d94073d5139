/** Who plays which seat of the analysis board: the visitor, or a bot of a level. */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { api } from '../../api.ts';
import { t } from '../../language.ts';
import { levelName } from '../../levels.ts';
import type { SeatInfo } from '../../messages.ts';
import type { Sandbox } from '../../study.ts';
import { Dialog } from '../dialog.tsx';

const ME = ''; // the value for a person

interface Props {
  sandbox: Sandbox;
  seats: SeatInfo[];
  game: string;
  close: () => void;
}

export function Players({ sandbox, seats, game, close }: Props) {
  const levels = useSignal<string[]>([]);
  useEffect(() => {
    const known = api.games().then(games => games.find(({ name }) => name === game)?.levels ?? []);
    known.then(found => (levels.value = found), () => undefined);
  }, [game]);
  return (
    <Dialog name="sandbox-players" title={t('ui.sandbox.players')} close={close}>
      <div class="fields">
        {seats.map((seat, number) => (
          <label class="field" key={number}>
            <span>{seat.name}</span>
            <select
              value={sandbox.bots.value.get(number) ?? ME}
              onChange={({ currentTarget: { value } }) => sandbox.seatBot(number, value === ME ? null : value)}
              data-seat={number}
            >
              <option value={ME}>{t('ui.seat.me')}</option>
              {levels.value.map(level => (
                <option key={level} value={level} selected={sandbox.bots.value.get(number) === level}>
                  {t('ui.bot-name', { level: levelName(level) })}
                </option>
              ))}
            </select>
          </label>
        ))}
      </div>
      <div class="row">
        <button class="main" onClick={close} data-do="close">
          {t('ui.close')}
        </button>
      </div>
    </Dialog>
  );
}
