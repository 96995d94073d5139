/** The scoring tiles of Azul Duel: what scores as a sign, how far a dome has come, what that brings. */
import look from 'look/duel.json';
import { t } from '../../language.ts';
import type { Bonus, Dome } from '../../messages.ts';
import { Dialog } from '../../screens/dialog.tsx';
import { signed } from '../../words.ts';
import { pressed } from '../pieces.tsx';
import type { Layout } from './layout.ts';
import { Space } from './pieces.tsx';

const CELLS = [0, 1, 2, 3, 4, 5, 6, 7, 8];

/** Which cells of a small dome shine for a scoring tile, and in which hues. */
const SHINING: Partial<Record<string, readonly number[]>> = look.shining;
const HUES = look.hues;

const sideOf = ({ name }: Bonus) => name.split('.').at(-1)!;
const sentence = ({ name, have, need, now }: Bonus) => t('ui.bonus', { name, have, need, n: now });

/** What scores: a small dome in which it shines, or the space that it is about. */
export function ScoringSign({ bonus, x, y, size }: { bonus: Bonus; x: number; y: number; size: number }) {
  const side = sideOf(bonus);
  const shining = SHINING[side];
  if (!shining) return <Space space={side === '4A' ? 'joker' : 'special'} {...{ x, y, size }} />;
  const step = size / 3;
  const shade = (cell: number) =>
    !shining.includes(cell) ? 'cell' : side === '1B' ? `dot-${HUES[cell % 3]}` : 'cell shining';
  return (
    <g class="scoring-sign">
      {CELLS.map(cell => (
        <rect
          key={cell}
          class={shade(cell)}
          x={x + (cell % 3) * step + 0.5}
          y={y + Math.floor(cell / 3) * step + 0.5}
          width={step - 1}
          height={step - 1}
          rx={step * 0.2}
        />
      ))}
    </g>
  );
}

/** The scoring tiles in play, beside a dome; on one's own board a click says what they mean. */
export function ScoringTiles(props: { board: Dome; at: Layout; open: (() => void) | null }) {
  const { board, at, open } = props;
  const tiles = board.bonuses.map((bonus, i) => <ScoringTile key={bonus.name} bonus={bonus} at={at} i={i} />);
  if (!open) return <g>{tiles}</g>;
  return (
    <g class="scoring-tiles">
      {tiles}
      <rect
        class="reach"
        {...extent(at, board.bonuses.length)}
        role="button"
        tabindex={0}
        aria-label={[t('ui.duel.conditions'), ...board.bonuses.map(sentence)].join('. ')}
        onClick={open}
        onKeyDown={pressed(open)}
        data-do="scoring"
      />
    </g>
  );
}

const [BESIDE, BELOW] = [8, 5]; // what lies between two of them

/** All of them, with what lies between. */
function extent({ bonuses: { x, y, width, height, columns } }: Layout, number: number) {
  const rows = Math.ceil(number / columns);
  return { x, y: y - 3, width: Math.min(number, columns) * (width + BESIDE), height: rows * (height + BELOW) + 1 };
}

function ScoringTile({ bonus, at, i }: { bonus: Bonus; at: Layout; i: number }) {
  const { x, y, width, height, columns, hasWords } = at.bonuses;
  const [left, top] = [x + (i % columns) * (width + BESIDE), y + Math.floor(i / columns) * (height + BELOW)];
  const sign = height - 8;
  const [have, now] = hasWords ? [width - 63, width - 22] : [0.27, 0.7].map(part => 5 + sign + (width - sign) * part);
  return (
    <g class={bonus.now > 0 ? 'pip on' : 'pip'}>
      <title>{sentence(bonus)}</title>
      <rect class="tile-of" x={left} y={top} width={width} height={height} rx={9} />
      <ScoringSign bonus={bonus} x={left + 5} y={top + 4} size={sign} />
      {hasWords && (
        <text class="goal" x={left + sign + 9} y={top + height / 2 + 7}>
          {t(`ui.duel.scoring.${sideOf(bonus)}`)}
        </text>
      )}
      <text class="have" x={left + have!} y={top + height / 2 + (hasWords ? 7 : 5)}>
        {bonus.have}/{bonus.need}
      </text>
      <text class="now" x={left + now!} y={top + height / 2 + (hasWords ? 7 : 5)}>
        {signed(bonus.now)}
      </text>
    </g>
  );
}

/** Each scoring tile in a whole sentence. */
export function ScoringDialog({ board, close }: { board: Dome; close: () => void }) {
  return (
    <Dialog name="conditions" title={t('ui.duel.conditions')} close={close}>
      <ul>
        {board.bonuses.map(bonus => (
          <li key={bonus.name}>
            <svg viewBox="0 0 42 42" aria-hidden="true">
              <ScoringSign bonus={bonus} x={1} y={1} size={40} />
            </svg>
            <span>{sentence(bonus)}</span>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
