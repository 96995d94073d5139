/** The first steps in a game, in which the visitor makes the moves. */
import { useSignal } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { GAMES } from '../games/games.ts';
import type { Tour } from '../games/view.ts';
import { isSaid, t } from '../language.ts';
import type { Trial } from '../messages.ts';
import { to } from '../route.ts';
import { sawTour, tempo } from '../settings.ts';
import { show } from '../show.ts';
import { person, Sandbox } from '../study.ts';
import { TableState } from '../table.ts';
import { Study } from './study.tsx';

const ANSWER_AFTER = 900;
const LEARNER = {
  playsForced: () => false,
  asksToConfirm: () => false,
  countsSlowly: () => tempo.value !== 'off',
};
const VISITOR = 0;

interface Props {
  game: string;
  table: string | null; // the one that the visitor came from
}

export function TourPage({ game, table }: Props) {
  const tour = useSignal<Tour | null>(null);
  useEffect(() => {
    void (GAMES[game] ?? GAMES.azul!).tour().then(found => (tour.value = found));
  }, [game]);
  return tour.value && <Steps game={game} table={table} tour={tour.value} />;
}

function Steps({ game, table, tour: { position, moves } }: Props & { tour: Tour }) {
  const state = useMemo(() => new TableState(show, LEARNER), []);
  const made = useSignal(0); // how many moves were made
  const sandbox = useRef<Sandbox | null>(null);
  useEffect(() => {
    document.title = `${t('ui.tour.again')} · Azulejos`;
    sawTour(game);
    const filter = (trial: Trial): Trial => ({
      ...trial,
      choices: trial.choices.filter(choice => choice.move === moves[made.peek()]),
    });
    const seats = [person(t('ui.guest')), person(t('ui.bot-of.2'))];
    const tried = (sandbox.current = new Sandbox(state, seats, { seat: VISITOR, filter }));
    const ask = tried.ask.bind(tried);
    tried.ask = question => {
      if (question.type === 'move') made.value++;
      return ask(question);
    };
    void tried.go({ position });
  }, []);
  const update = state.update.value;
  const isOver = made.value >= moves.length;
  const isOthers = !isOver && update?.to_move === 1 && !state.isShowing.value;
  useEffect(() => {
    if (!isOthers) return;
    const timer = setTimeout(() => {
      const position = sandbox.current!.trial!.position;
      const move = moves[made.value]!;
      made.value++;
      void sandbox.current!.go({ position, move });
    }, ANSWER_AFTER);
    return () => clearTimeout(timer);
  }, [isOthers, update?.version]);
  const back = table ? `/t/${table}` : '/';
  return (
    <Study
      state={state}
      prompt={
        <div class="coach" data-stage={made.value}>
          <p>{t(isOver ? `ui.tour.${game}.done` : message(game, made.value + 1, state.chosen.value.length + 1))}</p>
          <div class="actions">
            <a class={isOver && !state.isShowing.value ? 'button main' : 'button'} href={to(back)}>
              {t(isOver ? 'ui.tour.end' : 'ui.tour.leave')}
            </a>
          </div>
        </div>
      }
    />
  );
}

/** What is said of a move of the visitor's before a click, or of a move of the other player's. */
function message(game: string, move: number, click: number): string {
  const id = `ui.tour.${game}.${move}`;
  const ids = [`${id}.${click}`, `${id}.1`];
  const isTapped = matchMedia('(pointer: coarse)').matches;
  return (isTapped && ids.map(each => `${each}.tap`).find(isSaid)) || (ids.find(isSaid) ?? id);
}
