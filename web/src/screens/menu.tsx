/** What can be done at a table beside playing. */
import { useSignal } from '@preact/signals';
import { api } from '../api.ts';
import { t } from '../language.ts';
import type { Update } from '../messages.ts';
import { usualLevel } from '../levels.ts';
import { isNarrow } from '../screen.ts';
import type { TableState } from '../table.ts';
import { Dialog } from './dialog.tsx';
import { Copy } from './copy.tsx';
import { Invite } from './invite.tsx';
import { lazily } from './lazily.tsx';
import { seatName } from './seats.ts';

const Settings = lazily(async () => (await import('./settings.tsx')).Settings, false);

export function Menu({ state }: { state: TableState }) {
  const open = useSignal<'menu' | 'settings' | null>(null);
  return (
    <div class="menu">
      <button onClick={() => (open.value = 'settings')} aria-label={t('ui.settings')} data-do="settings">
        <span aria-hidden="true">⚙</span>
      </button>
      <button onClick={() => (open.value = 'menu')} aria-label={t('ui.menu')} data-do="menu">
        {isNarrow.value ? <span aria-hidden="true">☰</span> : t('ui.menu')}
      </button>
      {open.value === 'settings' && <Settings close={() => (open.value = null)} />}
      {open.value === 'menu' && (
        <Dialog name="table-menu" title={t('ui.menu')} close={() => (open.value = null)}>
          <MenuBody state={state} update={state.update.value!} close={() => (open.value = null)} />
        </Dialog>
      )}
    </div>
  );
}

interface BodyProps {
  state: TableState;
  update: Update;
  close: () => void;
}

function MenuBody({ state, update, close }: BodyProps) {
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
    <>
      <h3>{t('ui.invite')}</h3>
      <Invite path={`/t/${table}`} />
      {seat !== null && <PersonalLink table={table} />}
      {isPlaying && (
        <div class="row">
          <button onClick={() => ask({ type: 'ask', version, kind: 'takeback' })} data-do="takeback">
            {t('ui.takeback')}
          </button>
          {standsIn ? (
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
        <a class="button" href={`/t/${table}#tour-${update.game}`} data-do="tour">
          {t('ui.tour.again')}
        </a>
        <a class="button" href={`/api/tables/${table}/record.txt`} download>
          {t('ui.download')}
        </a>
        {seat !== null && update.to_move === null && !result && (
          <button onClick={() => (void api.leave(table, seat), close())}>{t('ui.leave')}</button>
        )}
        <a class="button" href="/">
          {t('ui.lobby')}
        </a>
      </div>
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
