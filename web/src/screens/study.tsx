/** A game that is over, step by step, and a sandbox from any of its positions. */
import { useSignal, useSignalEffect } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { api } from '../api.ts';
import { t } from '../language.ts';
import type { TableInfo } from '../messages.ts';
import { go } from '../route.ts';
import { Replaying, Sandbox } from '../study.ts';
import type { TableState } from '../table.ts';
import { Log } from './log.tsx';
import { Prompt } from './prompt.tsx';
import { Rules } from './rules.tsx';
import { Spoken } from './spoken.tsx';
import { TableView } from './stage.tsx';
import { newState, NoTable, useView } from './table.tsx';
import { Tabs } from './tabs.tsx';

const STEP = 1400; // milliseconds between two events of a replay that runs

export function ReplayPage({ table }: { table: string }) {
  const state = useMemo(newState, [table]);
  const replaying = useSignal<Replaying | null>(null);
  const isMissing = useSignal(false);
  const ply = useSignal(0);
  const isRunning = useSignal(false);
  useEffect(() => {
    Promise.all([api.replay(table), api.table(table)]).then(
      ([replay, info]: [Awaited<ReturnType<typeof api.replay>>, TableInfo]) => {
        replaying.value = new Replaying(state, replay, info.seat ?? 0);
      },
      () => (isMissing.value = true),
    );
  }, [table]);
  useSignalEffect(() => replaying.value?.show(ply.value));
  useSignalEffect(() => {
    if (!isRunning.value) return;
    const timer = setInterval(() => {
      if (ply.value < (replaying.value?.length ?? 0)) ply.value++;
      else isRunning.value = false;
    }, STEP);
    return () => clearInterval(timer);
  });
  if (isMissing.value) return <NoTable />;
  const last = replaying.value?.length ?? 0;
  const step = (by: number) => (ply.value = Math.max(0, Math.min(last, ply.value + by)));
  return (
    <Study
      state={state}
      prompt={
        <>
          <div class="slider">
            <button onClick={() => step(-1)} aria-label={t('ui.replay.back')} data-do="step-back">
              ◀
            </button>
            <button
              class="main"
              onClick={() => (isRunning.value = !isRunning.value)}
              aria-label={t(isRunning.value ? 'ui.replay.pause' : 'ui.replay.run')}
              aria-pressed={isRunning.value}
            >
              {isRunning.value ? '❚❚' : '►'}
            </button>
            <button onClick={() => step(1)} aria-label={t('ui.replay.on')} data-do="step-on">
              ▶
            </button>
            <input
              type="range"
              min={0}
              max={last}
              value={ply.value}
              aria-label={t('ui.replay.event')}
              onInput={event => (ply.value = Number(event.currentTarget.value))}
            />
            <output>
              {ply.value}/{last}
            </output>
          </div>
          <div class="actions">
            <a class="button" href={`/t/${table}#sandbox-${ply.value}`} data-do="sandbox">
              {t('ui.sandbox.here')}
            </a>
            <a class="button" href={`/t/${table}`}>
              {t('ui.back')}
            </a>
          </div>
        </>
      }
    />
  );
}

export function SandboxPage({ table, ply }: { table: string; ply: number }) {
  const state = useMemo(newState, [table, ply]);
  const isMissing = useSignal(false);
  useEffect(() => {
    api.table(table).then(
      info => void new Sandbox(state, info.seats, { table }).go({ table, ply }),
      () => (isMissing.value = true),
    );
  }, [table, ply]);
  if (isMissing.value) return <NoTable />;
  return (
    <Study
      state={state}
      prompt={
        <>
          <Prompt state={state} isStudy />
          <div class="actions">
            <button onClick={() => go(`/t/${table}#replay`)} data-do="replay">
              {t('ui.replay')}
            </button>
          </div>
        </>
      }
    />
  );
}

interface Props {
  state: TableState;
  prompt: preact.ComponentChildren;
}

export function Study({ state, prompt }: Props) {
  const view = useView(state);
  const update = state.update.value;
  if (!view || !update) return <p class="loading">{t('ui.loading')}</p>;
  return (
    <>
      <TableView
        state={state}
        view={view}
        prompt={prompt}
        panel={
          <Tabs
            tabs={[
              { name: 'ui.log', content: () => <Log log={state.log.value} /> },
              { name: 'ui.rules', content: () => <Rules game={update.game} /> },
            ]}
          />
        }
        menu={null}
      />
      <Spoken state={state} />
    </>
  );
}
