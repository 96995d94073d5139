/** What to do now: a sentence, and buttons for all that is no thing on the table. */
import { isSaid, t } from '../language.ts';
import type { Request, Update } from '../messages.ts';
import { isSite, to } from '../route.ts';
import type { TableState } from '../table.ts';
import { signed } from '../words.ts';
import { Counting } from './counting.tsx';
import { lazily } from './lazy.tsx';
import { told } from './log.tsx';
import { seatName } from './seats.ts';

const Invite = lazily(async () => (await import('./invite.tsx')).Invite, false);

interface Props {
  state: TableState;
  sit?: (seat: number) => void;
  showResult?: () => void;
  isStudy?: boolean; // the engine says elsewhere what is best
}

export function Prompt({ state, sit, showResult, isStudy = false }: Props) {
  const update = state.update.value;
  if (!update) return null;
  if (state.part.value) return <Counting state={state} />;
  const isMine = update.to_move !== null && update.to_move === update.seat;
  const open = update.seats.flatMap((seat, number) => (seat.kind === 'open' ? [number] : []));
  return (
    <>
      <p class={isMine && state.choices.value.length ? 'ask mine' : 'ask'}>{addressed(update, sentence(state))}</p>
      {open.length > 0 && update.seat !== null && update.table && !isSite && <Invite path={`/t/${update.table}`} />}
      <div class="actions">
        <Moves state={state} game={update.game} />
        {update.seat === null &&
          sit &&
          open.map(number => (
            <button class="main" key={number} onClick={() => sit(number)} data-do="sit">
              {t('ui.sit', { number: number + 1 })}
            </button>
          ))}
        {update.may_undo && state.chosen.value.length === 0 && (
          <button onClick={() => state.undo()} data-do="undo" title={t('ui.undo')}>
            <Sign path="M8 5L3 10l5 5M3 10h9a5 5 0 0 1 0 8h-3" />
            <span class="word">{t('ui.undo')}</span>
          </button>
        )}
        {!isStudy && mayAskHints(update) && state.choices.value.length > 1 && (
          <button
            onClick={() => state.askHints()}
            disabled={state.isThinking.value}
            data-do="hint"
            title={t('ui.hint')}
          >
            <Sign path="M7 13q-3-2-3-6a6 6 0 0 1 12 0q0 4-3 6v2H7zM8 18h4" />
            <span class="word">{t(state.isThinking.value ? 'ui.hint.thinking' : 'ui.hint')}</span>
          </button>
        )}
        {update.result && showResult && (
          <button class="main" onClick={showResult} data-do="result">
            {t('ui.result')}
          </button>
        )}
        {update.next_table && (
          <a class="button main" href={to(`/t/${update.next_table}`)}>
            {t('ui.rematch.go')}
          </a>
        )}
      </div>
      {!isStudy && <HintList state={state} />}
      {update.requests.map(request => (
        <Asked key={request.kind} state={state} update={update} request={request} />
      ))}
    </>
  );
}

/** What stands for the word of a button where there is no room for it. */
function Sign({ path }: { path: string }) {
  return (
    <svg class="sign" viewBox="0 0 20 20" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}

function Moves({ state, game }: { state: TableState; game: string }) {
  return (
    <>
      {state.pending.value && (
        <button class="main" onClick={() => state.confirm()} data-do="confirm">
          {t('ui.confirm')}
        </button>
      )}
      {!state.pending.value &&
        state.loose.value.filter(name => state.targets.value.has(name)).map(name => (
          <button class="main" key={name} data-thing={name} data-legal onClick={() => state.click(name)}>
            {looseName(game, name)}
          </button>
        ))}
      {state.chosen.value.length > 0 && state.choices.value.length > 0 && (
        <button onClick={() => state.back()} data-do="back">
          {t('ui.back')}
        </button>
      )}
    </>
  );
}

/** The best moves that a bot found; a click plays one. */
function HintList({ state }: { state: TableState }) {
  if (state.hints.value.length === 0) return null;
  return (
    <div class="hints" role="group" aria-label={t('ui.hint.best')}>
      <span>{t('ui.hint.best')}</span>
      {state.hints.value.slice(0, 3).map(hint => (
        <button key={hint.move} onClick={() => state.play(hint.move)} disabled={!state.choices.value.length}>
          <span>{told(hint.told[0]!)}</span>
          <b>{signed(Math.round(hint.points * 10) / 10)}</b>
        </button>
      ))}
      <button class="quiet" onClick={() => (state.hints.value = [])} aria-label={t('ui.close')}>
        ✕
      </button>
    </div>
  );
}

/** What somebody asks of the others, and the answers to it. */
export function Asked({ state, update, request }: { state: TableState; update: Update; request: Request }) {
  const { version, seat } = update;
  const { kind } = request;
  const mayAnswer = seat !== null && !request.agreed.includes(seat);
  const isMine = kind === 'rematch' && request.by === seat;
  return (
    <div class="asked" role="alert">
      <span>{isMine ? t('ui.rematch.asked') : t(`ui.asks.${kind}`, { seat: request.by })}</span>
      {mayAnswer && (
        <button class="main" onClick={() => state.door.ask({ type: 'ask', version, kind })} data-do="agree">
          {t('ui.agree')}
        </button>
      )}
      {seat !== null && (
        <button onClick={() => state.door.ask({ type: 'decline', version, kind })} data-do="decline">
          {t(mayAnswer ? 'ui.decline' : 'ui.withdraw')}
        </button>
      )}
    </div>
  );
}

/** Hints are for those who play alone. */
function mayAskHints(update: Update): boolean {
  return update.seat !== null && !update.day && update.seats.filter(seat => seat.kind === 'person').length === 1;
}

/** Who share a device are called by their names: "Ana: take tiles" rather than "Your turn: take tiles". */
function addressed({ shared, seat, to_move, seats }: Update, said: string): string {
  if (!shared.length || seat !== to_move || seat === null) return said;
  return `${seatName(seats[seat]!, seat)}: ${said.replace(/^[^:]*: /, '')}`;
}

function sentence(state: TableState): string {
  const update = state.update.value!;
  if (state.line.value === 'lost') return t('ui.offline');
  if (state.refused.value) return t(refusal(state.refused.value));
  if (update.seats.some(seat => seat.kind === 'open')) {
    const host = update.seat === null && update.seats.find(seat => seat.kind === 'person');
    return host ? t('ui.invites', { name: host.name, game: `game.${update.game}` }) : t('ui.waiting-seats');
  }
  if (update.to_move === null) return t(update.result ? 'ui.over' : 'ui.waiting');
  if (update.to_move !== update.seat) {
    return t('ui.turn-of', { seat: seatName(update.seats[update.to_move]!, update.to_move) });
  }
  if (update.choices.length === 0 && update.seats[update.seat]!.level) return t('ui.bot-plays');
  if (state.choices.value.length === 0) return '…';
  if (state.pending.value) return t('ui.prompt.confirm');
  const phase = `ui.prompt.${update.game}.${state.scene.value!.phase}.${state.chosen.value.length}`;
  const offers = (name: string) => state.targets.value.has(name);
  if (isSaid(`${phase}.no-back`) && !offers('back')) return t(`${phase}.no-back`);
  if (isSaid(phase)) return t(phase);
  return t(state.chosen.value.length ? 'ui.prompt.next' : 'ui.prompt.first');
}

const refusal = (code: string) => (isSaid(`ui.refused.${code}`) ? `ui.refused.${code}` : 'ui.refused');

/** A target that lies nowhere on the table, in words. */
export function looseName(game: string, name: string): string {
  for (const id of [`ui.do.${game}.${name}`, `ui.do.${name}`]) if (isSaid(id)) return t(id);
  const [kind, ...rest] = name.split('-');
  const said = rest.map(word => (isSaid(`colour.${word}`) ? t(`colour.${word}`) : word)).join(' ');
  for (const id of [`ui.do.${game}.${kind}`, `ui.do.${kind}`]) {
    if (isSaid(id)) return `${t(id)} ${said}`.trim();
  }
  return name;
}
