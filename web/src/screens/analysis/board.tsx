/** The analysis board: moves are tried, the engine thinks along, and what was tried stays as a tree. */
import { useComputed, useSignal, useSignalEffect } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import { t } from '../../language.ts';
import type { SeatInfo, Trial } from '../../messages.ts';
import { analysisOf, editOf } from '../../positionlink.ts';
import { isSite, to } from '../../route.ts';
import { isNarrow } from '../../screen.ts';
import { Sandbox } from '../../study.ts';
import { Thinking } from '../../thinking.ts';
import { told } from '../log.tsx';
import { Prompt } from '../prompt.tsx';
import { Share } from '../share.tsx';
import { Study } from '../study.tsx';
import { newState } from '../table.tsx';
import { Engine, worth } from './engine.tsx';
import { Players } from './players.tsx';
import { Tree } from './tree.tsx';

interface Props {
  first: Trial; // where it begins
  seats: SeatInfo[];
  table?: string; // that the position is from
  children?: ComponentChildren; // further buttons
}

export function AnalysisBoard({ first, seats, table, children }: Props) {
  const state = useMemo(newState, []);
  const isChoosing = useSignal(false);
  const sandbox = useMemo(() => new Sandbox(state, seats, table ? { table } : {}), []);
  const position = useComputed(() => {
    const here = sandbox.tree.here.value?.what;
    const isMine = here && here.to_move !== null && !sandbox.bots.value.has(here.to_move);
    return isMine ? here.position : null;
  });
  const thinking = useMemo(() => new Thinking(position), []);
  useEffect(() => {
    sandbox.arrive(first);
    return () => (sandbox.close(), thinking.close());
  }, []);
  useSignalEffect(() => {
    if (state.update.value) state.hints.value = thinking.found.value?.hints.slice(0, 1) ?? []; // lit on the table
  });
  useStepKeys(sandbox);
  const update = state.update.value;
  const here = sandbox.tree.here.value;
  return (
    <>
      <Study
        state={state}
        tabs={[{ name: 'ui.analysis', content: () => <Panel sandbox={sandbox} thinking={thinking} /> }]}
        isTabFirst
        prompt={
          <>
            <Prompt state={state} isStudy />
            <Best sandbox={sandbox} thinking={thinking} />
            <div class="actions desk">
              <Steps sandbox={sandbox} />
              <button onClick={() => (isChoosing.value = true)} disabled={!update} data-do="players">
                {t('ui.sandbox.players')}
              </button>
              {here && (
                <a class="button" href={to(editOf(here.what.position))} data-do="edit">
                  {t('ui.editor.edit')}
                </a>
              )}
              {children}
              {here && !isSite && <Share path={analysisOf(here.what.position)} />}
            </div>
          </>
        }
      />
      {isChoosing.value && update && (
        <Players sandbox={sandbox} seats={update.seats} game={update.game} close={() => (isChoosing.value = false)} />
      )}
    </>
  );
}

function Panel(props: { sandbox: Sandbox; thinking: Thinking }) {
  return (
    <div class="text analysis" tabindex={0} role="region" aria-label={t('ui.analysis')}>
      <Engine {...props} />
      <Tree sandbox={props.sandbox} />
    </div>
  );
}

/** The best move, where the panel is out of sight. */
function Best({ sandbox, thinking }: { sandbox: Sandbox; thinking: Thinking }) {
  const [best] = thinking.found.value?.hints ?? [];
  if (!isNarrow.value || !best) return null;
  return (
    <button class="best-move" onClick={() => void sandbox.follow([best.move])}>
      <b>{worth(best)}</b> <span>{told(best.told[0]!)}</span>
    </button>
  );
}

function Steps({ sandbox }: { sandbox: Sandbox }) {
  const here = sandbox.tree.here.value;
  return (
    <>
      <button onClick={() => sandbox.look(here?.before)} disabled={!here?.before} aria-label={t('ui.replay.back')} data-do="step-back">
        ◀
      </button>
      <button onClick={() => sandbox.look(here?.next[0])} disabled={!here?.next.length} aria-label={t('ui.replay.on')} data-do="step-on">
        ▶
      </button>
    </>
  );
}

/** J and K step on and back, wherever nobody types. */
function useStepKeys(sandbox: Sandbox): void {
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.target instanceof Element && event.target.closest('input, textarea, select, dialog')) return;
      const here = sandbox.tree.here.value;
      if (event.key === 'k') sandbox.look(here?.before);
      else if (event.key === 'j') sandbox.look(here?.next[0]);
    };
    addEventListener('keydown', pressed);
    return () => removeEventListener('keydown', pressed);
  }, []);
}
