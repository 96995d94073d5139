/** Where a position is analysed: one of a game that is over, or one in the link. */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { api } from '../../api.ts';
import { t } from '../../language.ts';
import type { SeatInfo, Trial } from '../../messages.ts';
import { go } from '../../route.ts';
import { person } from '../../study.ts';
import { seatName } from '../seats.ts';
import { NoTable } from '../table.tsx';
import { AnalysisBoard } from './board.tsx';

interface Begun {
  first: Trial;
  seats: SeatInfo[];
}

/** A position of a game that is over. */
export function AnalysisOfTable({ table, ply }: { table: string; ply: number }) {
  const begun = useBegun(async () => {
    const [info, first] = await Promise.all([api.table(table), api.sandbox({ table, ply })]);
    return { first, seats: info.seats.map(played) };
  });
  if (begun === 'missing') return <NoTable />;
  if (!begun) return <p class="loading">{t('ui.loading')}</p>;
  return (
    <AnalysisBoard {...begun} table={table}>
      <button onClick={() => go(`/t/${table}#replay-${ply}`)} data-do="replay">
        {t('ui.replay')}
      </button>
    </AnalysisBoard>
  );
}

/** A position by its text. */
export function AnalysisOfPosition({ position }: { position: string }) {
  const begun = useBegun(async () => {
    const first = await api.sandbox({ position });
    return { first, seats: first.scene.boards.map((_, seat) => person(t('ui.player', { number: seat + 1 }))) };
  });
  if (begun === 'missing') return <NoTable />;
  if (!begun) return <p class="loading">{t('ui.loading')}</p>;
  return <AnalysisBoard {...begun} />;
}

function useBegun(begin: () => Promise<Begun>): Begun | 'missing' | null {
  const begun = useSignal<Begun | 'missing' | null>(null);
  useEffect(() => {
    document.title = `${t('ui.analysis')} · Azulejos`;
    begin().then(
      found => (begun.value = found),
      () => (begun.value = 'missing'),
    );
  }, []);
  return begun.value;
}

/** Whoever sat there, the visitor plays for them, under their names. */
const played = (seat: SeatInfo, number: number): SeatInfo => person(seatName(seat, number));
