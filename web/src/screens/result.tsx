/** The end of a game: who won, how the points came together, and what now. */
import { useEffect } from 'preact/hooks';
import { useSignal } from '@preact/signals';
import { api } from '../api.ts';
import type { View } from '../games/view.ts';
import { isSaid, t } from '../language.ts';
import type { Update } from '../messages.ts';
import { to } from '../route.ts';
import { mayMove } from '../settings.ts';
import type { TableState } from '../table.ts';
import { plain, signed } from '../words.ts';
import { Dialog } from './dialog.tsx';
import { Download } from './download.tsx';
import { PictureButton } from './picture.tsx';
import { Asked } from './prompt.tsx';
import { seatName } from './seats.ts';
import { OwnResult } from './today.tsx';

interface Props {
  state: TableState;
  update: Update;
  view: View;
  close: () => void;
}

export function ResultDialog({ state, update, view, close }: Props) {
  const result = update.result!;
  const order = update.seats.map((_, seat) => seat).sort((a, b) => result.places[a]! - result.places[b]!);
  const winners = order.filter(seat => result.places[seat] === result.places[order[0]!]);
  const title = titleOf(update, winners);
  return (
    <Dialog name="result" title={title} close={close}>
      {update.seat !== null && winners.includes(update.seat) && result.reason !== 'closed' && <Celebration />}
      <p>{reason(update)}</p>
      <ol class="places">
        {order.map(seat => (
          <li key={seat} class={winners.includes(seat) ? 'winner' : ''}>
            <i>{result.places[seat]}</i>
            <span>{seatName(update.seats[seat]!, seat)}</span>
            <b>{plain(result.scores[seat]!)}</b>
          </li>
        ))}
      </ol>
      {isTieBroken(update) && isSaid(`${update.game}.tie`) && <p class="note">{t(`${update.game}.tie`)}</p>}
      <Points update={update} order={order} />
      <Statistics update={update} view={view} />
      {update.day && update.seat !== null && update.tally.length > 0 && <OwnResult game={update.game} day={update.day} />}
      {update.requests.map(request => (
        <Asked key={request.kind} state={state} update={update} request={request} />
      ))}
      <div class="row">
        {update.day && (
          <a class="button main" href={to('/#today')} data-do="today">
            {t('ui.today')}
          </a>
        )}
        {update.seat !== null && !update.day && !update.next_table && update.requests.length === 0 && (
          <button
            class="main"
            onClick={() => state.door.ask({ type: 'ask', version: update.version, kind: 'rematch' })}
            data-do="rematch"
          >
            {t('ui.rematch')}
          </button>
        )}
        {update.next_table && (
          <a class="button main" href={to(`/t/${update.next_table}`)}>
            {t('ui.rematch.go')}
          </a>
        )}
        <a class="button" href={to(`/t/${update.table}#review`)} data-do="review">
          {t('ui.review')}
        </a>
        <a class="button" href={to(`/t/${update.table}#replay`)} data-do="replay">
          {t('ui.replay')}
        </a>
        <Download path={`tables/${update.table}/record.txt`}>{t('ui.download')}</Download>
        {state.scene.value && <PictureButton update={update} scene={state.scene.value} view={view} />}
        <a class="button" href={to('/')}>
          {t('ui.lobby')}
        </a>
      </div>
    </Dialog>
  );
}

const FALLING = ['blue', 'yellow', 'red', 'black', 'white'];

/** Tiles rain on whoever won. */
function Celebration() {
  if (!mayMove()) return null;
  return (
    <div class="celebration" aria-hidden="true">
      {Array.from({ length: 20 }, (_, i) => (
        <svg key={i} viewBox="0 0 100 100" style={{ left: `${(i * 37) % 97}%`, animationDelay: `${(i * 7) % 20}0ms` }}>
          <use href={`#tile-${FALLING[i % FALLING.length]}`} width={100} height={100} />
        </svg>
      ))}
    </div>
  );
}

function titleOf({ result, seat, seats }: Update, winners: number[]): string {
  if (result!.reason === 'closed') return t('ui.over'); // nobody has won
  if (winners.length > 1) return t('ui.shared', { names: winners.map(each => seatName(seats[each]!, each)) });
  return winners[0] === seat ? t('ui.you-won') : t('ui.won', { seat: winners[0]! });
}

/** Whether two who played to the end have the same points and yet different places. */
function isTieBroken({ result, seats }: Update): boolean {
  const stayed = seats.flatMap((seat, number) => (seat.has_resigned ? [] : [number]));
  const { scores, places } = result!;
  return stayed.some(a => stayed.some(b => scores[a] === scores[b] && places[a] !== places[b]));
}

/** Why the game ended: by its own rules, or otherwise. */
function reason({ game, result, seats }: Update): string {
  const byRules = `${game}.ending.${result!.reason}`;
  const names = seats.flatMap((seat, number) => (seat.has_resigned ? [seatName(seat, number)] : []));
  return t(isSaid(byRules) ? byRules : `ui.ending.${result!.reason}`, { n: names.length, names });
}

/** What everybody's points are made of: a row for each kind, a column for each seat. */
function Points({ update, order }: { update: Update; order: readonly number[] }) {
  if (update.tally.length === 0) return null;
  return (
    <section class="tally">
      <h3>{t('ui.scoring')}</h3>
      <table>
        <thead>
          <tr>
            <td />
            {order.map(seat => (
              <th key={seat} scope="col">
                {seatName(update.seats[seat]!, seat)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {update.tally.map(({ name, points }) => (
            <tr key={name}>
              <th scope="row">{t(name)}</th>
              {order.map(seat => (
                <td key={seat}>{points[seat] ? signed(points[seat]) : '–'}</td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t('ui.scoring.total')}</th>
            {order.map(seat => (
              <td key={seat}>{plain(update.result!.scores[seat]!)}</td>
            ))}
          </tr>
        </tfoot>
      </table>
    </section>
  );
}

/** How the scores grew: a line for each seat, and the best gain of one event. */
function Statistics({ update, view }: { update: Update; view: View }) {
  const scores = useSignal<number[][]>([]);
  useEffect(() => {
    api.replay(update.table).then(
      ({ events }) =>
        (scores.value = events.flatMap(({ scene }) =>
          scene ? [update.seats.map((_, seat) => view.score(scene, seat))] : [],
        )),
      () => undefined,
    );
  }, [update.table]);
  const rows = scores.value;
  if (rows.length < 2) return null;
  const [least, most] = [Math.min(0, ...rows.flat()), Math.max(10, ...rows.flat())];
  const x = (i: number) => 30 + (i / (rows.length - 1)) * 440;
  const y = (points: number) => 112 - ((points - least) / (most - least)) * 100;
  return (
    <section>
      <h3>{t('ui.statistics')}</h3>
      <svg class="chart" viewBox="0 0 480 124" role="img" aria-label={t('ui.statistics.chart')}>
        <path class="axis" d={`M30 8V112M30 ${y(0)}H470`} />
        {[...new Set([most, 0, least])].map(points => (
          <text key={points} x={24} y={y(points) + 4}>
            {plain(points)}
          </text>
        ))}
        {update.seats.map((_, seat) => (
          <polyline
            key={seat}
            class={`seat-${seat}`}
            points={rows.map((row, i) => `${x(i).toFixed(1)},${y(row[seat]!).toFixed(1)}`).join(' ')}
          />
        ))}
      </svg>
      <ul class="figures">
        {update.seats.map((seat, number) => (
          <li key={number} class={`seat-${number}`}>
            {t('ui.statistics.of', { name: seatName(seat, number), gain: bestGain(rows, number) })}
          </li>
        ))}
      </ul>
    </section>
  );
}

const bestGain = (rows: number[][], seat: number) =>
  Math.max(0, ...rows.slice(1).map((row, i) => row[seat]! - rows[i]![seat]!));
