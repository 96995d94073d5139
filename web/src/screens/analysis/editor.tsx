/** The editor of positions: the table as it is drawn in play, a place chosen on it, and what lies there. */
import { useComputed, useSignal, useSignalEffect, type Signal } from '@preact/signals';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { holdsTiles, placeOf, Drafting } from '../../drafting.ts';
import { t } from '../../language.ts';
import type { DraftInfo } from '../../messages.ts';
import { analysisOf, editOf } from '../../positionlink.ts';
import { reasonOf } from '../../refusals.ts';
import { go, to } from '../../route.ts';
import { person, updateOf } from '../../study.ts';
import type { TableState } from '../../table.ts';
import { TableView } from '../stage.tsx';
import { newState, useView } from '../table.tsx';
import { Tabs } from '../tabs.tsx';
import { Rules } from '../rules.tsx';
import { Fields } from './fields.tsx';
import { Picker } from './picker.tsx';

interface Props {
  from: { position: string } | { game: string };
}

export function Editor({ from }: Props) {
  const state = useMemo(() => Object.assign(newState(), { isEdited: true }), []);
  const drafting = useMemo(() => new Drafting(), []);
  const front = useSignal(0);
  useEffect(() => {
    document.title = `${t('ui.editor')} · Azulejos`;
    void drafting.begin(from);
  }, []);
  useShown(state, drafting, front);
  useKeys(drafting);
  const view = useView(state);
  const draft = drafting.draft.value;
  if (!draft) return <Missing problem={drafting.problem.value} />;
  if (!view || !state.update.value) return <p class="loading">{t('ui.loading')}</p>;
  return (
    <Clickable drafting={drafting} front={front}>
      <TableView
        state={state}
        view={view}
        menu={null}
        prompt={
          <div class="editing" data-busy={drafting.isBusy.value ? '' : undefined}>
            <Picker drafting={drafting} shape={view.shape} />
            <Faults drafting={drafting} draft={draft} />
            <Actions drafting={drafting} draft={draft} />
          </div>
        }
        panel={
          <Tabs
            tabs={[
              { name: 'ui.editor', content: () => <Fields drafting={drafting} draft={draft} shape={view.shape} /> },
              { name: 'ui.rules', content: () => <Rules game={draft.game} /> },
            ]}
          />
        }
      />
    </Clickable>
  );
}

function Missing({ problem }: { problem: unknown }) {
  if (problem === null) return <p class="loading">{t('ui.loading')}</p>;
  return (
    <main class="nothing">
      <h1>{t('ui.opening.unreadable')}</h1>
      <p role="alert">{reasonOf(problem)}</p>
      <a class="button main" href={to('/#analysis')}>
        {t('ui.back')}
      </a>
    </main>
  );
}

/** The table shows the draft, and the address holds it. The board in front is that of the place edited. */
function useShown(state: TableState, drafting: Drafting, front: Signal<number>): void {
  const version = useRef(0);
  useSignalEffect(() => {
    const seat = drafting.place.value?.seat;
    if (seat != null) front.value = seat;
  });
  useSignalEffect(() => {
    const draft = drafting.draft.value;
    if (!draft) return;
    const { game, options, scene } = draft;
    const seats = scene.boards.map((_, seat) => person(t('ui.player', { number: seat + 1 })));
    const seat = Math.min(front.value, seats.length - 1);
    state.line.value = 'open';
    state.received(updateOf({ game, options, scene, seats, seat }, ++version.current));
    history.replaceState(null, '', to(editOf(draft.position)));
  });
}

/** A click on the table chooses the place that is there; it is marked. */
function Clickable(props: { drafting: Drafting; front: Signal<number>; children: preact.ComponentChildren }) {
  const { drafting, front } = props;
  const root = useRef<HTMLDivElement>(null);
  const names = useComputed(() => new Set(drafting.draft.value?.places.map(({ name }) => name)));
  const found = (element: Element | null): string | null => {
    for (let part = element?.closest(NAMED); part; part = part.parentElement?.closest(NAMED)) {
      const seat = Number(part.closest<HTMLElement>('[data-seat]')?.dataset.seat ?? front.value);
      const { place, thing, at } = (part as HTMLElement).dataset;
      const name = placeOf(place ?? at ?? thing!, seat, each => names.value.has(each));
      if (name) return name;
    }
    return null;
  };
  const mark = () => {
    for (const part of root.current?.querySelectorAll(`.middle :is(${NAMED}), .own :is(${NAMED})`) ?? []) {
      part.toggleAttribute('data-edited', found(part) === drafting.at.value);
    }
  };
  useLayoutEffect(() => {
    mark();
    const drawn = requestAnimationFrame(mark); // what fills its place is drawn once that is known
    return () => cancelAnimationFrame(drawn);
  });
  void [drafting.at.value, drafting.draft.value, front.value]; // what is marked depends on them
  return (
    <div
      class="edited-table"
      ref={root}
      onClickCapture={event => {
        const other = (event.target as Element).closest('.other')?.querySelector<HTMLElement>('[data-seat]');
        if (!other) return;
        event.stopPropagation(); // rather than show it in a dialog
        const seat = Number(other.dataset.seat);
        drafting.at.value = drafting.draft.value?.places.find(place => place.seat === seat)?.name ?? null;
      }}
      onClick={event => {
        const target = event.target as Element;
        const name = target.closest('.middle, .own') && found(target);
        if (name) drafting.at.value = name;
      }}
    >
      {props.children}
    </div>
  );
}

const NAMED = '[data-place], [data-at], [data-thing]';

/** What makes the position impossible, in the words of the rules. */
function Faults({ drafting, draft }: { drafting: Drafting; draft: DraftInfo }) {
  const problem = drafting.problem.value;
  return (
    <div class="faults" role="status" data-possible={draft.faults.length === 0 && problem === null ? '' : undefined}>
      {problem !== null && <p class="problem">{reasonOf(problem)}</p>}
      {draft.faults.length === 0 ? (
        <p class="right">✓ {t('ui.editor.possible')}</p>
      ) : (
        <ul>
          {draft.faults.map(({ message, values }) => (
            <li key={JSON.stringify([message, values])}>{t(message, values)}</li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Actions({ drafting, draft }: { drafting: Drafting; draft: DraftInfo }) {
  return (
    <div class="actions">
      <button onClick={() => void drafting.dealAnew()} data-do="deal">
        {t('ui.editor.deal')}
      </button>
      <button onClick={() => void drafting.undo()} disabled={!drafting.former.value.length} data-do="undo">
        {t('ui.undo')}
      </button>
      <button class="main" onClick={() => go(analysisOf(draft.position))} disabled={draft.faults.length > 0} data-do="analyse">
        {t('ui.analysis')}
      </button>
    </div>
  );
}

/** Letters lay pieces, Backspace takes them away, Enter and the arrows go on. */
function useKeys(drafting: Drafting): void {
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const target = event.target instanceof Element ? event.target : null;
      if (target?.closest('input, textarea, select, dialog, [role=tablist]')) return;
      if (event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey)) void drafting.undo();
      else if (event.ctrlKey || event.metaKey || event.altKey) return;
      else if (!typed(event, drafting, target)) return;
      event.preventDefault();
      event.stopPropagation();
    };
    addEventListener('keydown', pressed, true);
    return () => removeEventListener('keydown', pressed, true);
  }, []);
}

function typed({ key }: KeyboardEvent, drafting: Drafting, target: Element | null): boolean {
  const place = drafting.place.value;
  const isButton = target?.closest('button, a, [role=button], summary');
  if (key === 'Backspace' && place && holdsTiles(place)) drafting.take();
  else if (key === 'ArrowRight' || (key === 'Enter' && !isButton)) drafting.step(1);
  else if (key === 'ArrowLeft') drafting.step(-1);
  else if (place?.pieces.includes(key.toUpperCase()) && holdsTiles(place)) drafting.lay(key.toUpperCase());
  else return false;
  return true;
}
