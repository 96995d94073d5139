/** A player's board of Azul: pattern lines, wall, floor line. */
import look from 'look/azul.json';
import { t } from '../../language.ts';
import type { AzulBoard as Board, AzulScene, Bonus } from '../../messages.ts';
import { signed } from '../../words.ts';
import { BoardFrame, bonusText, Ghost, PLAQUE, Preview, Thing, Tile, TOP, useStage } from '../pieces.tsx';
import { useTaken } from '../taken.ts';
import type { BoardProps, Frame } from '../view.ts';

const { cell: CELL, pitch: PITCH, radius: ROUND } = look;
const SIZE = 5;

interface Layout {
  x: number; // of the pattern lines
  y: number;
  wallX: number;
  floorY: number;
  width: number;
  height: number;
  hasPoints: boolean; // below the colours: a small screen has no pointer that asks for them
}

function layout(frame: Frame, isOwn: boolean): Layout {
  const x = frame === 'plaque' ? PLAQUE + look.margin.plaque : look.margin.heading;
  const y = TOP[frame] + 4;
  const wallX = x + SIZE * PITCH + look.wall;
  const floorY = y + SIZE * PITCH + look.floor;
  const hasPoints = isOwn && frame !== 'plaque';
  const height = floorY + CELL + (hasPoints ? 38 : 22);
  return { x, y, wallX, floorY, width: wallX + SIZE * PITCH + 34, height, hasPoints };
}

export function AzulBoard({ scene, player, frame }: BoardProps<AzulScene>) {
  const board = scene.boards[player.seat]!;
  const at = layout(frame, player.isOwn);
  const part = { scene, board, at, seat: player.seat, isOwn: player.isOwn };
  return (
    <BoardFrame player={player} width={at.width} height={at.height} frame={frame}>
      {board.lines.map((_, row) => (
        <Row key={row} {...part} row={row} />
      ))}
      <Bonuses board={board} at={at} />
      <Floor {...part} />
    </BoardFrame>
  );
}

interface PartProps {
  scene: AzulScene;
  board: Board;
  at: Layout;
  seat: number;
  isOwn: boolean;
}

function Row({ row, ...part }: PartProps & { row: number }) {
  const y = part.at.y + row * PITCH;
  return (
    <>
      <PatternLine {...part} row={row} y={y} />
      <path class="arrow" d={`M${part.at.wallX - 26} ${y + CELL / 2 - 7}${look.arrow}`} />
      {part.board.wall[row]!.map((_, column) => (
        <Space key={column} {...part} row={row} column={column} y={y} />
      ))}
    </>
  );
}

type RowProps = PartProps & { row: number; y: number };

function PatternLine({ scene, board, at, seat, isOwn, row, y }: RowProps) {
  const line = board.lines[row]!;
  const taken = useTaken(scene);
  const left = at.x + (SIZE - 1 - row) * PITCH;
  return (
    <Thing
      name={isOwn ? `line-${row + 1}` : null}
      label={t('ui.azul.line', {
        number: row + 1,
        n: line.tiles,
        spaces: line.spaces,
        colour: line.colour ? `colour.${line.colour}` : 'ui.azul.empty',
      })}
      badge={[left - 22 < 20 ? left + 8 : left - 24, y + CELL / 2]}
      class="line"
    >
      {({ isLegal }) => (
        <>
          <rect
            class="target-box"
            x={left - 5}
            y={y - 2.2}
            width={(row + 1) * PITCH + 4}
            height={CELL + 4.4}
            rx={9}
          />
          {Array.from({ length: line.spaces }, (_, i) => {
            const x = at.x + (SIZE - 1 - i) * PITCH;
            const place = { x, y, size: CELL };
            const isNew = isLegal && taken && i < line.tiles + taken.number;
            return (
              <g key={i}>
                <rect class="slot" x={x} y={y} width={CELL} height={CELL} rx={ROUND} />
                {i < line.tiles && line.colour ? (
                  <Tile colour={line.colour} {...place} place={`seat-${seat}-line-${row + 1}`} />
                ) : (
                  isNew && <Preview colour={taken.colour} {...place} />
                )}
              </g>
            );
          })}
        </>
      )}
    </Thing>
  );
}

function Space({ scene, board, at, seat, isOwn, row, column, y }: RowProps & { column: number }) {
  const x = at.wallX + column * PITCH;
  const tile = board.wall[row]![column];
  const printed = scene.printed[row]![column];
  const place = { x, y, size: CELL };
  const colour = tile ?? printed;
  return (
    <Thing
      name={isOwn && !tile ? `wall-${row + 1}-${column + 1}` : null}
      label={t(tile ? 'ui.azul.tile' : 'ui.azul.space', {
        row: row + 1,
        column: column + 1,
        colour: colour ? `colour.${colour}` : 'ui.azul.any',
      })}
      badge={[x + CELL / 2, y + CELL / 2]}
      class="space"
    >
      {tile ? (
        <Tile colour={tile} {...place} place={`seat-${seat}-wall-${row + 1}-${column + 1}`} />
      ) : printed ? (
        <Ghost colour={printed} {...place} />
      ) : (
        <rect class="slot grey" x={x} y={y} width={CELL} height={CELL} rx={ROUND} />
      )}
      <rect class="target-box" x={x - 2} y={y - 2} width={CELL + 4} height={CELL + 4} rx={9} />
    </Thing>
  );
}

function Floor({ scene, board, at, seat, isOwn }: PartProps) {
  const { x, floorY: y } = at;
  const costs = scene.floor_costs;
  const lost = board.floor.reduce((sum, _, i) => sum + (costs[i] ?? 0), 0);
  const isLegal = useStage().targets.value.has('floor') && isOwn;
  const shown = costs.slice(0, isLegal ? -1 : undefined); // the last makes room for the badge
  return (
    <>
      <Thing
        name={isOwn ? 'floor' : null}
        label={t('ui.azul.floor', { n: board.floor.length, lost: signed(-Math.abs(lost)) })}
        badge={[x + costs.length * PITCH - 26, y + CELL / 2]}
        class="line"
      >
        <rect
          class="target-box"
          x={x - 4}
          y={y - 4}
          width={costs.length * PITCH + 2}
          height={CELL + 8}
          rx={9}
        />
        {costs.map((_, i) => (
          <g key={i}>
            <rect class="slot floor" x={x + i * PITCH} y={y} width={CELL} height={CELL} rx={ROUND} />
            {board.floor[i] && (
              <Tile colour={board.floor[i]} x={x + i * PITCH} y={y} size={CELL} place={`seat-${seat}-floor`} />
            )}
          </g>
        ))}
      </Thing>
      <g aria-hidden="true" class="costs">
        {shown.map(
          (cost, i) =>
            !board.floor[i] && (
              <text key={i} class="cost" x={x + i * PITCH + CELL / 2} y={y + CELL / 2 + 6}>
                {signed(-Math.abs(cost))}
              </text>
            ),
        )}
      </g>
    </>
  );
}

/** What is added at the end of the game: lit where it is reached, and how far the colours are. */
function Bonuses({ board, at }: { board: Board; at: Layout }) {
  const right = at.wallX + SIZE * PITCH + 9;
  const of = (name: string) => board.bonuses.filter(bonus => bonus.name === `azul.${name}`);
  const colours = at.x + 7 * PITCH + 14;
  return (
    <g>
      {of('row').map((bonus, row) => (
        <Pip key={row} bonus={bonus} x={right} y={at.y + row * PITCH + CELL / 2} />
      ))}
      {of('column').map((bonus, column) => (
        <Pip key={column} bonus={bonus} x={at.wallX + column * PITCH + CELL / 2} y={at.y + SIZE * PITCH + 6} />
      ))}
      {of('colour').map((bonus, i) => (
        <ColourPip key={i} bonus={bonus} x={colours + i * look.colour.step} y={at.floorY + 5} hasPoints={at.hasPoints} />
      ))}
    </g>
  );
}

interface PipProps {
  bonus: Bonus;
  x: number;
  y: number;
}

function Pip({ bonus, x, y }: PipProps) {
  return (
    <g class={bonus.have >= bonus.need ? 'pip on' : 'pip'} transform={`translate(${x} ${y})`}>
      <title>{bonusText(bonus)}</title>
      <circle r={look.pip} />
      <text y={4}>{signed(bonus.points)}</text>
    </g>
  );
}

function ColourPip({ bonus, x, y, hasPoints }: PipProps & { hasPoints: boolean }) {
  const colour = look.colours[bonus.number - 1]!;
  return (
    <g class={bonus.have >= bonus.need ? 'pip colour on' : 'pip colour'}>
      <title>{bonusText(bonus, `colour.${colour}`)}</title>
      <rect x={x - 4} y={y - 6} width={look.colour.width} height={look.colour.height + (hasPoints ? 18 : 0)} rx={7} />
      <use href={`#tile-${colour}`} x={x + 4} y={y - 2} width={look.colour.tile} height={look.colour.tile} />
      <text x={x + 14} y={y + 34}>
        {bonus.have}/{bonus.need}
      </text>
      {hasPoints && (
        <text x={x + 14} y={y + 52}>
          {signed(bonus.points)}
        </text>
      )}
    </g>
  );
}
