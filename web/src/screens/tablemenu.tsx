/** What the menu of a table offers: fetched when it is first opened. */
import { useSignal } from '@preact/signals';
import { api } from '../api.ts';
import { t } from '../language.ts';
import { usualLevel } from '../levels.ts';
import type { Update } from '../messages.ts';
import { isSite, to } from '../route.ts';
import type { TableState } from '../table.ts';
import { Copy } from './copy.tsx';
import { Dialog } from './dialog.tsx';
import { Download } from './download.tsx';
import { Invite } from './invite.tsx';
import { PlayOn } from './continueOnServer.tsx';
import { seatName } from './seats.ts';

interface Props {
  state: TableState;
  update: Update;
  close: () => void;
}

export function TableMenu({ state, update, close }: Props) {
  const { version, seat, seats, result, table } = update;
  const ask = (question: Parameters<TableState['door']['ask']>[0]) => {
    state.door.ask(question);
    close();
  };
  const letPlay = (number: number) =>
    void api.games().then(games => {
      const level = usualLevel(games.find(game => game.name === update.game)!.levels);
      ask({ type: 'stand_in', version, seat: number, level });
    });
  const isPlaying = seat !== null && !result && update.to_move !== null;
  const standsIn = seat !== null && seats[seat]!.kind === 'person' && seats[seat]!.level !== null;
  return (
    <Dialog name="table-menu" title={t('ui.menu')} close={close}>
      {isSite ? <PlayOn table={table} /> : <Friends table={table} seat={seat} />}
      {isPlaying && (
        <div class="row">
          {!update.day && (
            <button onClick={() => ask({ type: 'ask', version, kind: 'takeback' })} data-do="takeback">
              {t('ui.takeback')}
            </button>
          )}
          {update.day ? null : standsIn ? (
            <button class="main" onClick={() => ask({ type: 'stand_in', version, seat, level: null })}>
              {t('ui.come-back')}
            </button>
          ) : (
            <button onClick={() => letPlay(seat)}>
              {t('ui.let-bot')}
            </button>
          )}
          <Sure text={t('ui.resign')} sure={t('ui.resign.sure')} act={() => ask({ type: 'resign', version })} />
        </div>
      )}
      {isPlaying &&
        update.pace === 'live' &&
        seats.map(
          (other, number) =>
            number !== seat &&
            other.kind === 'person' &&
            !other.is_here &&
            other.level === null && (
              <div class="row" key={number}>
                <button onClick={() => letPlay(number)}>
                  {t('ui.stand-in', { seat: seatName(other, number) })}
                </button>
              </div>
            ),
        )}
      <div class="row">
        <a class="button" href={to(`/t/${table}#tour-${update.game}`)} data-do="tour">
          {t('ui.tour.again')}
        </a>
        <Download path={`tables/${table}/record.txt`}>{t('ui.download')}</Download>
        {seat !== null && update.to_move === null && !result && (
          <button onClick={() => (void api.leave(table, seat), close())}>{t('ui.leave')}</button>
        )}
        <a class="button" href={to('/')}>
          {t('ui.lobby')}
        </a>
      </div>
    </Dialog>
  );
}

/** Others can come to a table of a server. */
function Friends({ table, seat }: Pick<Update, 'table' | 'seat'>) {
  return (
    <>
      <h3>{t('ui.invite')}</h3>
      <Invite path={`/t/${table}`} />
      {seat !== null && <PersonalLink table={table} />}
    </>
  );
}

/** A link that makes another device oneself; it is asked for, since it is a secret. */
function PersonalLink({ table }: { table: string }) {
  const link = useSignal<string | null>(null);
  if (link.value) return <Copy text={link.value} label={t('ui.personal')} />;
  const ask = () =>
    api.link().then(
      found => (link.value = `${location.origin}${found.link}#${table}`),
      () => undefined,
    );
  return (
    <div class="row">
      <button onClick={() => void ask()}>{t('ui.personal.make')}</button>
    </div>
  );
}

/** A button that wants to be pressed twice. */
function Sure({ text, sure, act }: { text: string; sure: string; act: () => void }) {
  const isAsked = useSignal(false);
  return (
    <button
      class={isAsked.value ? 'danger' : ''}
      onClick={() => (isAsked.value ? act() : (isAsked.value = true))}
      data-do="resign"
    >
      {isAsked.value ? sure : text}
    </button>
  );
}
