/** A position of a game that is over, to try things out in, alone or against bots. */
import { useSignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { api } from '../api.ts';
import { t } from '../language.ts';
import { levelName } from '../levels.ts';
import type { SeatInfo } from '../messages.ts';
import { go } from '../route.ts';
import { Sandbox } from '../study.ts';
import { Dialog } from './dialog.tsx';
import { Prompt } from './prompt.tsx';
import { seatName } from './seats.ts';
import { Study } from './study.tsx';
import { newState, NoTable } from './table.tsx';

const ME = ''; // the value of who is no bot

export function SandboxPage({ table, ply }: { table: string; ply: number }) {
  const state = useMemo(newState, [table, ply]);
  const sandbox = useSignal<Sandbox | null>(null);
  const isMissing = useSignal(false);
  const isChoosing = useSignal(false);
  useEffect(() => {
    api.table(table).then(
      info => {
        sandbox.value = new Sandbox(state, info.seats.map(played), { table });
        void sandbox.value.go({ table, ply });
      },
      () => (isMissing.value = true),
    );
    return () => sandbox.peek()?.close();
  }, [table, ply]);
  if (isMissing.value) return <NoTable />;
  return (
    <>
      <Study
        state={state}
        prompt={
          <>
            <Prompt state={state} isStudy />
            <div class="actions">
              <button onClick={() => (isChoosing.value = true)} disabled={!state.update.value} data-do="players">
                {t('ui.sandbox.players')}
              </button>
              <button onClick={() => go(`/t/${table}#replay-${ply}`)} data-do="replay">
                {t('ui.replay')}
              </button>
            </div>
          </>
        }
      />
      {isChoosing.value && sandbox.value && (
        <Players
          sandbox={sandbox.value}
          seats={state.update.value!.seats}
          game={state.update.value!.game}
          close={() => (isChoosing.value = false)}
        />
      )}
    </>
  );
}

/** Whoever sat there, the visitor plays for them, under their names. */
const played = (seat: SeatInfo, number: number): SeatInfo => ({
  ...seat,
  kind: 'person',
  name: seatName(seat, number),
  level: null,
  instead: null,
  has_resigned: false,
});

interface Props {
  sandbox: Sandbox;
  seats: SeatInfo[];
  game: string;
  close: () => void;
}

/** Who plays which seat: the visitor, or a bot of a level. */
function Players({ sandbox, seats, game, close }: Props) {
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
