/** A first visit: half a round of Azul, in which the visitor makes the moves. */
import { useSignal } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { t } from '../language.ts';
import type { SeatInfo, Trial } from '../messages.ts';
import { hasSeenTour } from '../settings.ts';
import { Sandbox } from '../study.ts';
import { animated } from '../animation.ts';
import { TableState } from '../table.ts';
import { Study } from './study.tsx';

const POSITION =
  'azul players=2; round 2 phase=offer turn=1 start=1; displays B3R Y2KW - - -; ' +
  'seat 1 score=4 wall=...../..Y../.W.../...../.....; ' +
  'seat 2 score=3 wall=B..../...../...../R..../.....';

/** What the visitor and the other player do, in turn; what is said stands in the catalogues. */
const MOVES = ['1B3', '2Y2', 'cR1', 'cK1', 'cW2'];
const ANSWER_AFTER = 900;
const LEARNER = { playsForced: () => false, asksToConfirm: () => false };

const person = (name: string): SeatInfo => ({
  kind: 'person',
  name,
  level: null,
  is_here: true,
  clock: null,
  has_resigned: false,
});

export function TourPage() {
  const state = useMemo(() => new TableState(animated, LEARNER), []);
  const stage = useSignal(0); // how many moves were made
  const sandbox = useRef<Sandbox | null>(null);
  useEffect(() => {
    document.title = `${t('ui.tour.again')} · Azulejos`;
    hasSeenTour.value = true;
    const seats = [person(t('ui.guest')), person('Inês')];
    const filter = (trial: Trial): Trial => ({
      ...trial,
      choices: trial.choices.filter(choice => choice.move === MOVES[stage.peek()]),
    });
    const table = (sandbox.current = new Sandbox(state, seats, { seat: 0, filter }));
    const ask = table.ask.bind(table);
    table.ask = question => {
      if (question.type === 'move') stage.value++;
      return ask(question);
    };
    void table.go({ position: POSITION });
  }, []);
  const isOthers = stage.value % 2 === 1 && stage.value < MOVES.length;
  const position = state.update.value?.version;
  useEffect(() => {
    if (!isOthers) return;
    const timer = setTimeout(() => {
      const position = sandbox.current!.trial!.position;
      const move = MOVES[stage.value]!;
      stage.value++;
      void sandbox.current!.go({ position, move });
    }, ANSWER_AFTER);
    return () => clearTimeout(timer);
  }, [isOthers, position]);
  const isOver = stage.value >= MOVES.length && !state.isShowing.value;
  return (
    <Study
      state={state}
      prompt={
        <div class="coach" data-stage={stage.value}>
          <p>{t(message(stage.value, state.chosen.value.length))}</p>
          <div class="actions">
            {isOver && (
              <a class="button main" href="/">
                {t('ui.tour.end')}
              </a>
            )}
            {!isOver && (
              <a class="button" href="/">
                {t('ui.tour.leave')}
              </a>
            )}
          </div>
        </div>
      }
    />
  );
}

/** What the coach says: about the move to make, and its two clicks. */
function message(stage: number, clicks: number): string {
  if (stage >= MOVES.length) return 'ui.tour.done';
  if (stage % 2) return 'ui.tour.other';
  return `ui.tour.${stage / 2 + 1}.${clicks ? 2 : 1}`;
}
