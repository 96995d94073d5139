/** A table as it is seen: heading, middle, boards, what to do. Whatever moves it is elsewhere. */
import { computed, useComputed, useSignal, useSignalEffect, type Signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { StageContext, type Stage } from '../games/pieces.tsx';
import type { Frame, Player, View } from '../games/view.ts';
import { names, t } from '../language.ts';
import type { Scene, Update } from '../messages.ts';
import type { TableState } from '../table.ts';
import { moveFocus } from '../keyboard.ts';
import { isNarrow } from '../screen.ts';
import { mayMove } from '../settings.ts';
import { now } from '../clock.ts';
import { useSkipping } from './counting.tsx';
import { Header } from './header.tsx';
import { isFolded, Others } from './others.tsx';
import { seatName } from './seats.ts';

const MARGIN = 4; // pixels about a target

interface Props {
  state: TableState;
  view: View;
  prompt: ComponentChildren; // what to do now
  panel: ComponentChildren; // what was said and told
  menu: ComponentChildren;
  isPanelOpen?: Signal<boolean>; // on a narrow screen
  news?: number; // in the panel, that one has not seen
  showNews?: () => void; // let the panel show them
}

export function TableView({ state, view, prompt, panel, menu, isPanelOpen: given, news = 0, showNews }: Props) {
  const update = state.update.value;
  const scene = state.scene.value;
  const root = useRef<HTMLElement>(null);
  const ownPanel = useSignal(false);
  const isPanelOpen = given ?? ownPanel;
  const openPanel = () => {
    if (news) showNews?.();
    isPanelOpen.value = true;
  };
  const stage = useStageOf(state, view);
  const watchPrompt = useRoomForPrompt();
  useNames(state);
  useLooseTargets(state, root);
  useKeptFocus(state, root);
  useTargetsInView(state, root);
  useSkipping(state);
  if (!update || !scene) return null;
  const players = playersOf(update, scene, view);
  const own = update.seat ?? 0;
  return (
    <StageContext.Provider value={stage}>
      <main
        class={`table seats-${players.length} game-${update.game}`}
        ref={root}
        onKeyDown={event => onKey(event, state, root.current!)}
        data-version={update.version}
        data-busy={state.isShowing.value ? '' : undefined}
      >
        <Header update={update} scene={scene} view={view} line={state.line.value}>
          <PanelButton open={openPanel} news={news} />
          {menu}
        </Header>
        <section class="middle" aria-label={t('ui.middle')}>
          <view.Middle scene={scene} />
        </section>
        <div class="prompt" ref={watchPrompt}>
          {prompt}
        </div>
        <section class="own" aria-label={t(update.seat === null ? 'ui.first-board' : 'ui.own-board')}>
          <view.Board scene={scene} player={players[own]!} frame={ownFrame()} />
        </section>
        <aside class="side">
          <Others players={players} own={own} scene={scene} view={view} />
          <div class={isPanelOpen.value ? 'panel open' : 'panel'}>
            {isNarrow.value && (
              <button class="shut" onClick={() => (isPanelOpen.value = false)} aria-label={t('ui.close')}>
                ✕
              </button>
            )}
            {panel}
          </div>
        </aside>
      </main>
    </StageContext.Provider>
  );
}

/** On a narrow screen what was told and said opens above the table. */
function PanelButton({ open, news }: { open: () => void; news: number }) {
  const said = `${t('ui.log')}, ${t('ui.chat')}, ${t('ui.rules')}${news ? `: ${news}` : ''}`;
  return (
    <button class="only-narrow" onClick={open} aria-label={said} title={said} data-do="panel">
      <svg class="bag" viewBox="0 0 20 20" aria-hidden="true">
        <path d="M3 3h14v10H9l-4 4v-4H3zM6 6v1.3h8V6zM6 8.8v1.3h6V8.8z" fill-rule="evenodd" />
      </svg>
      {news > 0 && (
        <i class="news" aria-hidden="true">
          {news}
        </i>
      )}
    </button>
  );
}

/** On a phone the strip above says who one is. */
const ownFrame = (): Frame => (isFolded() ? 'bare' : isNarrow.value ? 'heading' : 'plaque');

function playersOf(update: Update, scene: Scene, view: View): Player[] {
  const received = receivedAt(update);
  return update.seats.map((seat, number) => {
    const isToMove = update.to_move === number && update.result === null;
    const waited = isToMove && seat.clock !== null ? (now.value - received) / 1000 : 0;
    return {
      seat: number,
      name: seatName(seat, number),
      score: view.score(scene, number),
      isOwn: update.seat === number,
      isToMove,
      level: seat.level,
      instead: seat.instead,
      isHere: seat.kind !== 'person' || seat.is_here || update.seat === number,
      hasResigned: seat.has_resigned,
      clock:
        seat.clock === null
          ? null
          : { seconds: Math.max(0, seat.clock - Math.max(0, waited)), isRunning: isToMove },
    };
  });
}

const arrivals = new WeakMap<Update, number>();

/** When an update came, by the clock of this device. */
function receivedAt(update: Update): number {
  const known = arrivals.get(update);
  if (known !== undefined) return known;
  arrivals.set(update, Date.now());
  return Date.now();
}

/** On a narrow screen the board leaves the prompt as much room as it takes. */
function useRoomForPrompt() {
  return useMemo(() => {
    const observer = new ResizeObserver(([entry]) => {
      const { parentElement, offsetHeight } = entry!.target as HTMLElement;
      parentElement?.style.setProperty('--prompt', `${offsetHeight}px`);
    });
    return (prompt: HTMLElement | null) => (prompt ? observer.observe(prompt) : observer.disconnect());
  }, []);
}

function useStageOf(state: TableState, view: View): Stage {
  return useMemo(
    () => ({
      targets: state.targets,
      chosen: state.chosen,
      hinted: computed(() => new Set(state.hints.value[0]?.steps ?? [])),
      score: computed(() => {
        const [scene, update] = [state.scene.value, state.update.value];
        return scene && update?.to_move != null ? view.score(scene, update.to_move) : 0;
      }),
      click: name => state.click(name),
      showsEmpty: state.isEdited,
    }),
    [state, view],
  );
}

/** The sentences of this page speak of those who sit at this table. */
function useNames(state: TableState): void {
  useSignalEffect(() => {
    const found = state.update.value?.seats.map(seatName) ?? [];
    if (found.join() !== names.peek().join()) names.value = found;
  });
}

/**
 * Targets that no view draws are offered as buttons: every legal move can always be made. They are
 * looked for after every change of the targets, which is why whoever uses this renders anew then.
 */
function useLooseTargets(state: TableState, root: { current: HTMLElement | null }): void {
  const wanted = [...state.targets.value.keys()];
  useLayoutEffect(() => {
    const drawn = new Set(
      [...(root.current?.querySelectorAll('[data-thing]:not(.actions *, .guide *)') ?? [])].map(thing =>
        thing.getAttribute('data-thing'),
      ),
    );
    const loose = wanted.filter(name => !drawn.has(name));
    if (loose.join() !== state.loose.peek().join()) state.loose.value = loose;
  });
}

/** Who plays by keyboard stays among the targets when what had the focus is gone. */
function useKeptFocus(state: TableState, root: { current: HTMLElement | null }): void {
  const byKeyboard = useSignal(false);
  useEffect(() => {
    const keyed = (event: KeyboardEvent) => {
      if (['Enter', ' '].includes(event.key)) byKeyboard.value = true;
    };
    const pointed = () => (byKeyboard.value = false);
    addEventListener('keydown', keyed, true);
    addEventListener('pointerdown', pointed, true);
    return () => {
      removeEventListener('keydown', keyed, true);
      removeEventListener('pointerdown', pointed, true);
    };
  }, []);
  const wanted = useComputed(() => [...state.targets.value.keys()].join());
  useSignalEffect(() => {
    if (!wanted.value || !byKeyboard.peek()) return;
    requestAnimationFrame(() => {
      const lost = !document.activeElement || document.activeElement === document.body;
      const done = document.activeElement?.matches('[data-thing]:not([data-legal])');
      if (lost || done) root.current?.querySelector<SVGElement>('[data-legal]')?.focus();
    });
  });
}

/** Where the table is taller than the screen, it scrolls to what can be clicked next. */
function useTargetsInView(state: TableState, root: { current: HTMLElement | null }): void {
  const wanted = useComputed(() => [...state.targets.value.keys()].join());
  useSignalEffect(() => {
    if (!wanted.value || !isNarrow.value) return;
    requestAnimationFrame(() => {
      const boxes = [...(root.current?.querySelectorAll('[data-legal]:not(.actions *)') ?? [])].map(
        target => target.getBoundingClientRect(),
      );
      const by = scrollFor(boxes, root.current?.querySelector('.prompt')?.getBoundingClientRect().height ?? 0);
      if (by) scrollBy({ top: by, behavior: mayMove() ? 'smooth' : 'instant' });
    });
  });
}

/** How far to scroll so that all boxes are in view; if they are too many, the first of them. */
function scrollFor(boxes: readonly DOMRect[], covered: number): number {
  if (boxes.length === 0) return 0;
  const top = Math.min(...boxes.map(box => box.top)) - MARGIN;
  const bottom = Math.max(...boxes.map(box => box.bottom)) + MARGIN;
  const room = innerHeight - covered;
  if (top >= 0 && bottom <= room) return 0;
  return bottom - top > room ? top : top - (room - (bottom - top)) / 2;
}

function onKey(event: KeyboardEvent, state: TableState, root: HTMLElement): void {
  if (event.target instanceof Element && event.target.closest('input, textarea, select, dialog')) return;
  if (event.key === 'Escape') state.back();
  else if (event.key === 'u' && state.update.value?.may_undo) state.undo();
  else if (!event.key.startsWith('Arrow') || !moveFocus(root, event.key)) return;
  event.preventDefault();
}
