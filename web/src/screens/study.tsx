/** A game that is over, step by step. */
import { untracked, useSignal, useSignalEffect, type Signal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { api } from '../api.ts';
import { t } from '../language.ts';
import type { TableInfo } from '../messages.ts';
import { Reviewing } from '../review.ts';
import { isSite, nameMove, to } from '../route.ts';
import { Replaying } from '../study.ts';
import type { TableState } from '../table.ts';
import { Counting } from './counting.tsx';
import { Log } from './log.tsx';
import { Review, Verdict } from './review.tsx';
import { Rules } from './rules.tsx';
import { Share } from './share.tsx';
import { Spoken } from './spoken.tsx';
import { TableView } from './stage.tsx';
import { newState, NoTable, picturesOf, useView } from './table.tsx';
import { Tabs, type Tab } from './tabs.tsx';

const STEP = 1400; // milliseconds between two events of a replay that runs

interface ReplayProps {
  table: string;
  isReview: boolean;
  first: number; // the move that is shown at first
}

export function ReplayPage({ table, isReview, first }: ReplayProps) {
  const state = useMemo(newState, [table]);
  const reviewing = useMemo(() => new Reviewing(table), [table]);
  const replaying = useSignal<Replaying | null>(null);
  const isMissing = useSignal(false);
  const isPanelOpen = useSignal(isReview);
  const ply = useSignal(first);
  useEffect(() => {
    Promise.all([api.replay(table), api.table(table)]).then(
      ([replay, info]: [Awaited<ReturnType<typeof api.replay>>, TableInfo]) => {
        ply.value = Math.min(first, replay.events.length);
        replaying.value = new Replaying(state, replay, info.seat ?? 0);
      },
      () => (isMissing.value = true),
    );
    return () => reviewing.stop();
  }, [table]);
  useSignalEffect(() => {
    const [shown, at] = [replaying.value, ply.value];
    untracked(() => shown?.show(at)); // it reads what it changes
    if (shown) nameMove(isReview ? 'review' : 'replay', at);
  });
  useSignalEffect(() => {
    if (!isReview || first || ply.peek()) return; // it begins with one's own first mistake
    const seat = replaying.peek()?.seat;
    const mistake = reviewing.moves.value.find(move => move.is_mistake && (seat == null || move.seat === seat));
    if (mistake) ply.value = mistake.ply;
  });
  useSignalEffect(() => {
    const next = reviewing.at(state.update.value?.plies ?? -1); // of what is shown, its best move
    state.hints.value = next ? [next.best] : [];
  });
  if (isMissing.value) return <NoTable />;
  const replay = replaying.value?.replay;
  const judged = reviewing.at(ply.value);
  const go = (to: number) => {
    ply.value = to;
    isPanelOpen.value = false;
  };
  return (
    <Study
      state={state}
      isPanelOpen={isPanelOpen}
      first={isReview ? 1 : 0}
      tabs={[
        {
          name: 'ui.review',
          content: () =>
            replay && <Review {...{ reviewing, replay, go }} ply={ply.value} starts={isReview} />,
        },
      ]}
      prompt={
        <>
          <Counting state={state} />
          {judged && replay && <Verdict move={judged} replay={replay} />}
          <Slider state={state} ply={ply} last={replaying.value?.length ?? 0} />
          <div class="actions">
            <a class="button" href={to(`/t/${table}#analysis-${ply.value}`)} data-do="analysis">
              {t('ui.analysis.here')}
            </a>
            {!isSite && <Share path={`/t/${table}#replay-${ply.value}`} />}
            <a class="button" href={to(`/t/${table}`)}>
              {t('ui.back')}
            </a>
          </div>
        </>
      }
    />
  );
}

/** Goes through the events of a game, step by step or by itself. */
export function Slider({ state, ply, last }: { state: TableState; ply: Signal<number>; last: number }) {
  const isRunning = useSignal(false);
  useSignalEffect(() => {
    if (!isRunning.value) return;
    const timer = setInterval(() => {
      if (state.isShowing.peek()) return; // points are counted
      if (ply.peek() < last) ply.value++;
      else isRunning.value = false;
    }, STEP);
    return () => clearInterval(timer);
  });
  const step = (by: number) => (ply.value = Math.max(0, Math.min(last, ply.value + by)));
  return (
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
  );
}

interface Props {
  state: TableState;
  prompt: preact.ComponentChildren;
  tabs?: Tab[]; // beside those that every game has
  first?: number; // the tab that is open at first
  isTabFirst?: boolean; // those come before the others
  isPanelOpen?: Signal<boolean>;
}

export function Study({ state, prompt, tabs = [], first = 0, isTabFirst = false, isPanelOpen }: Props) {
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
            first={first}
            tabs={[
              ...(isTabFirst ? tabs : []),
              { name: 'ui.log', content: () => <Log log={state.log.value} pictures={picturesOf(view, state)} /> },
              ...(isTabFirst ? [] : tabs),
              { name: 'ui.rules', content: () => <Rules game={update.game} /> },
            ]}
          />
        }
        menu={null}
        {...(isPanelOpen ? { isPanelOpen } : {})}
      />
      <Spoken state={state} />
    </>
  );
}
