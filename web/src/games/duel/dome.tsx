/** The dome: nine slots for plates, thirty-six spaces for tiles. */
import { t } from '../../language.ts';
import { Thing, Tile, useStage } from '../pieces.tsx';
import { CELL, PITCH, type PartProps } from './layout.ts';
import { PlateArt, Space, SpecialTile, word } from './pieces.tsx';

const SLOT = 2 * PITCH;
const SLOTS = [0, 1, 2, 3, 4, 5, 6, 7, 8];

export function DomeGrid(props: PartProps) {
  return (
    <>
      {SLOTS.map(slot => (
        <Slot key={slot} {...props} slot={slot} />
      ))}
      {props.board.tiles.map((tiles, row) =>
        tiles.map((_, column) => <DomeSpace key={`${row}-${column}`} {...props} row={row} column={column} />),
      )}
    </>
  );
}

/** A slot: a plate of four spaces, or room for one. */
function Slot({ scene, board, at, isOwn, slot }: PartProps & { slot: number }) {
  const x = at.domeX + (slot % 3) * SLOT;
  const y = at.y + Math.floor(slot / 3) * SLOT;
  const laid = board.slots[slot];
  const box = { x: x - 2, y: y - 2, width: SLOT - 2, height: SLOT - 2 };
  if (laid) return <rect class="laid" {...box} rx={9} aria-hidden="true" />;
  return (
    <Thing
      name={isOwn ? `slot-${slot + 1}` : null}
      label={t('ui.duel.slot', { number: slot + 1 })}
      badge={[x + SLOT / 2 - 3, y + SLOT / 2 - 3]}
      class="line"
    >
      {({ isChosen }) => (
        <>
          <rect class="plate-place on-paper" {...box} rx={9} />
          <rect class="target-box" {...box} rx={9} />
          {isChosen && scene.plate_at_hand && (
            <g class="preview">
              <PlateArt spaces={scene.plate_at_hand.spaces} x={x - 2} y={y - 2} size={SLOT - 2} />
            </g>
          )}
        </>
      )}
    </Thing>
  );
}

type SpaceProps = PartProps & { row: number; column: number };

function DomeSpace({ board, at, seat, isOwn, row, column }: SpaceProps) {
  const stage = useStage();
  const laid = board.slots[Math.floor(row / 2) * 3 + Math.floor(column / 2)];
  if (!laid) return null;
  const printed = laid.spaces[(row % 2) * 2 + (column % 2)]!;
  const tile = board.tiles[row]![column] ?? null;
  const [x, y] = [at.domeX + column * PITCH, at.y + row * PITCH];
  const place = `seat-${seat}-dome-${row + 1}-${column + 1}`;
  const name = `dome-${row + 1}-${column + 1}`;
  const isTarget = isOwn && stage.targets.value.has(name);
  return (
    <Thing
      name={isOwn && !tile ? name : null}
      label={t(tile ? 'ui.duel.tile' : 'ui.duel.space', {
        row: row + 1,
        column: column + 1,
        colour: word(tile ?? printed),
      })}
      badge={[x + CELL / 2, y + CELL / 2]}
      class="space"
    >
      {isTarget && <rect class="target-box" x={x - 3} y={y - 3} width={CELL + 6} height={CELL + 6} rx={22} />}
      {tile === null ? (
        <g data-place={place}>
          <Space space={printed} x={x} y={y} size={CELL} />
        </g>
      ) : tile === 'special' ? (
        <SpecialTile x={x} y={y} size={CELL} place={place} />
      ) : (
        <Tile colour={tile} shape="disc" x={x} y={y} size={CELL} place={place} />
      )}
    </Thing>
  );
}
