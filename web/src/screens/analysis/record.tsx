/** A game out of a record, step by step, and the analysis of any position of it. */
import { untracked, useSignal, useSignalEffect } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { api } from '../../api.ts';
import { t } from '../../language.ts';
import type { Replay } from '../../messages.ts';
import { analysisOf } from '../../positionlink.ts';
import { go } from '../../route.ts';
import { Replaying } from '../../study.ts';
import { Counting } from '../counting.tsx';
import { Slider, Study } from '../study.tsx';
import { newState } from '../table.tsx';

interface Props {
  replay: Replay;
  record: string;
  close: () => void;
}

export function RecordBoard({ replay, record, close }: Props) {
  const state = useMemo(newState, []);
  const replaying = useMemo(() => new Replaying(state, replay, 0), []);
  const ply = useSignal(replay.events.length);
  useSignalEffect(() => {
    const at = ply.value;
    untracked(() => replaying.show(at)); // it reads what it changes
  });
  const analyse = async () => {
    const { position } = await api.sandbox({ record, ply: ply.value });
    go(analysisOf(position));
  };
  return (
    <Study
      state={state}
      prompt={
        <>
          <Counting state={state} />
          <Slider state={state} ply={ply} last={replaying.length} />
          <div class="actions">
            <button class="main" onClick={() => void analyse()} data-do="analysis">
              {t('ui.analysis.here')}
            </button>
            <button onClick={close}>{t('ui.back')}</button>
          </div>
        </>
      }
    />
  );
}
