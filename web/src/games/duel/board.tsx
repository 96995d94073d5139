/** A player's board of Azul Duel: pattern lines, dome, broken track, chips, tokens. */
import { useSignal } from '@preact/signals';
import { t } from '../../language.ts';
import type { Dome, DuelScene } from '../../messages.ts';
import { signed } from '../../words.ts';
import { BoardFrame, Preview, Thing, Tile } from '../pieces.tsx';
import type { BoardProps } from '../view.ts';
import { DomeGrid } from './dome.tsx';
import { CELL, layout, PITCH, SIZE, type Layout, type PartProps } from './layout.ts';
import { Chip, CHIP, CHIP_STEP, chipWords } from './pieces.tsx';
import { ScoringDialog, ScoringTiles } from './scoring.tsx';
import { useTaken } from './taken.ts';

export function DuelBoard({ scene, player, frame }: BoardProps<DuelScene>) {
  const board = scene.boards[player.seat]!;
  const at = layout(frame, player.isOwn);
  const part = { scene, board, at, seat: player.seat, isOwn: player.isOwn };
  const isRead = useSignal(false);
  const read = () => (isRead.value = true);
  const drawn = (
    <BoardFrame player={player} width={at.width} height={at.height} frame={frame}>
      {board.lines.map((_, row) => (
        <Line key={row} {...part} row={row} />
      ))}
      <DomeGrid {...part} />
      <Broken {...part} />
      <Chips {...part} />
      <Tokens board={board} at={at} />
      <ScoringTiles board={board} at={at} open={player.isOwn ? read : null} />
    </BoardFrame>
  );
  return (
    <>
      {drawn}
      {isRead.value && <ScoringDialog board={board} close={() => (isRead.value = false)} />}
    </>
  );
}

function Line({ scene, board, at, seat, isOwn, row }: PartProps & { row: number }) {
  const line = board.lines[row]!;
  const taken = useTaken(scene);
  const y = at.y + row * PITCH;
  const left = at.x + (SIZE - 1 - row) * PITCH;
  const isAtHand = scene.line_at_hand === row + 1 && scene.actor === seat;
  return (
    <>
      <Thing
        name={isOwn ? `line-${row + 1}` : null}
        label={t('ui.duel.line', {
          number: row + 1,
          n: line.tiles,
          spaces: line.spaces,
          colour: line.colour ? `colour.${line.colour}` : 'ui.duel.empty',
        })}
        badge={[left < at.x + PITCH ? left + 8 : left - 24, y + CELL / 2]}
        class={isAtHand ? 'line at-hand' : 'line'}
      >
        {({ isLegal }) => (
          <>
            <rect class="target-box" x={left - 5} y={y - 3} width={(row + 1) * PITCH + 4} height={CELL + 6} rx={22} />
            {isAtHand && <path class="pointer" d={`M${left - 12} ${y + CELL / 2}l-14 -10v20z`} />}
            {Array.from({ length: line.spaces }, (_, i) => {
              const place = { x: at.x + (SIZE - 1 - i) * PITCH, y, size: CELL, shape: 'disc' };
              const isNew = isLegal && taken && i < line.tiles + taken.number;
              const isLacking = isAtHand && i >= line.tiles;
              return (
                <g key={i}>
                  <circle class="slot" cx={place.x + CELL / 2} cy={y + CELL / 2} r={CELL / 2 - 1} />
                  {i < line.tiles && line.colour ? (
                    <Tile colour={line.colour} {...place} place={`seat-${seat}-line-${row + 1}`} />
                  ) : isNew ? (
                    <Preview colour={taken.colour} {...place} />
                  ) : (
                    isLacking && line.colour && <Preview colour={line.colour} {...place} />
                  )}
                </g>
              );
            })}
          </>
        )}
      </Thing>
      <path class="arrow" d={`M${at.domeX - 20} ${y + CELL / 2 - 6}l8 6l-8 6`} />
    </>
  );
}

function Broken({ scene, board, at, seat, isOwn }: PartProps) {
  const { x, brokenY: y } = at;
  const costs = scene.broken_costs;
  const lost = costs.slice(0, board.broken.length).reduce((sum, cost) => sum + cost, 0);
  const first = x + costs.length * PITCH + 12;
  return (
    <Thing
      name={isOwn ? 'broken' : null}
      label={t('ui.duel.broken', { n: board.broken.length, lost: signed(-lost) })}
      badge={[x + costs.length * PITCH - 22, y + CELL / 2]}
      class="line"
    >
      <rect class="target-box" x={x - 4} y={y - 4} width={costs.length * PITCH + 2} height={CELL + 8} rx={24} />
      {costs.map((cost, i) => (
        <g key={i}>
          <circle class="slot floor" cx={x + i * PITCH + CELL / 2} cy={y + CELL / 2} r={CELL / 2 - 1} />
          {board.broken[i] ? (
            <Tile
              colour={board.broken[i]}
              shape="disc"
              x={x + i * PITCH}
              y={y}
              size={CELL}
              place={`seat-${seat}-broken`}
            />
          ) : (
            <text class="cost" x={x + i * PITCH + CELL / 2} y={y + CELL / 2 + 6}>
              {signed(-cost)}
            </text>
          )}
        </g>
      ))}
      {board.has_first ? (
        <Tile colour="first" x={first} y={y} size={CELL} place={`seat-${seat}-first`} />
      ) : (
        <path class="slot floor" d={hexagon(first + CELL / 2, y + CELL / 2, CELL / 2 - 1)} />
      )}
      <text class="cost small" x={first + CELL + 14} y={y + CELL / 2 + 5}>
        {signed(-scene.first_cost)}
      </text>
      {at.isWide && (
        <text class="part-name" x={x + 2} y={y + CELL + 14}>
          {t('ui.duel.broken-name')}
        </text>
      )}
    </Thing>
  );
}

const hexagon = (x: number, y: number, r: number) =>
  `M${[0, 1, 2, 3, 4, 5]
    .map(i => `${x + r * Math.sin((i * Math.PI) / 3)} ${y - r * Math.cos((i * Math.PI) / 3)}`)
    .join('L')}Z`;

/** Chips that may be spent, those of a kind as one thing; then those that were. */
function Chips({ board, at, isOwn }: PartProps) {
  const { x, y, columns, about } = at.chips;
  const place = (i: number) => [x + (i % columns) * CHIP_STEP[0], y + Math.floor(i / columns) * CHIP_STEP[1]] as const;
  const seen = new Set<string>();
  return (
    <>
      {board.chips.length + board.used_chips.length === 0 && (
        <text class="part-name" x={x + 2} y={y + 20}>
          {t('ui.duel.chips-name')}
        </text>
      )}
      {board.chips.map((colours, i) => {
        const [left, top] = place(i);
        const kind = colours.join('-');
        const isFirst = !seen.has(kind);
        seen.add(kind);
        return (
          <Thing
            key={i}
            name={isOwn && isFirst ? `spend-${kind}` : null}
            label={t('ui.duel.own-chip', { colours: chipWords(colours) })}
            class="line"
          >
            <rect
              class="target-box"
              x={left - 3}
              y={top - about}
              width={CHIP.width + 6}
              height={CHIP.height + 2 * about}
              rx={19}
            />
            <Chip colours={colours} x={left} y={top} />
          </Thing>
        );
      })}
      {board.used_chips.map((colours, i) => {
        const [left, top] = place(board.chips.length + i);
        return (
          <g key={i} role="img" aria-label={t('ui.duel.used-chip', { colours: chipWords(colours) })}>
            <Chip colours={colours} x={left} y={top} isUsed />
          </g>
        );
      })}
    </>
  );
}

/** Plates that may still be taken in this round. */
function Tokens({ board, at }: { board: Dome; at: Layout }) {
  const { x, y } = at.tokens;
  const said = t('ui.duel.tokens', { n: board.tokens });
  return (
    <g role="img" aria-label={said} class="tokens">
      <title>{said}</title>
      {[0, 1].map(i => (
        <rect key={i} class={i < board.tokens ? 'token' : 'token gone'} x={x + i * 26} y={y - 10} width={20} height={20} rx={5} />
      ))}
      <text class="part-name" x={x + 56} y={y + 4}>
        {t('ui.duel.tokens-name')}
      </text>
    </g>
  );
}
