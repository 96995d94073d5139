/** Between two who share a device: nothing of the table is seen until the next one has it. */
import { useEffect, useRef } from 'preact/hooks';
import { t } from '../language.ts';
import type { SeatInfo } from '../messages.ts';
import type { TableState } from '../table.ts';
import { seatName } from './seats.ts';

export function HandOver({ state, seats }: { state: TableState; seats: SeatInfo[] }) {
  const seat = state.awaits.value;
  if (seat === null) return null;
  return <Curtain key={seat} name={seatName(seats[seat]!, seat)} open={() => state.take()} />;
}

function Curtain({ name, open }: { name: string; open: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const shown = dialog.current!;
    shown.showModal(); // so that nothing behind it is reached or spoken
    return () => shown.close();
  }, []);
  return (
    <dialog ref={dialog} class="handover" aria-label={t('ui.handover', { name })} onCancel={event => event.preventDefault()}>
      <p>{t('ui.handover', { name })}</p>
      <button class="main" onClick={open} data-do="take">
        {t('ui.handover.take', { name })}
      </button>
    </dialog>
  );
}
