/** A player's board of the Pavilion: the stars, the tiles beside it, corners, bonuses in reach. */
import look from 'look/pavilion.json';
import { t } from '../../language.ts';
import type { Bonus, PavilionBoard as Board, PavilionScene } from '../../messages.ts';
import { isSideways } from '../../screen.ts';
import { signed } from '../../words.ts';
import { groups } from '../displays.tsx';
import { BoardFrame, bonusText, PLAQUE, Thing, Tile, TOP } from '../pieces.tsx';
import type { Point } from '../ring.ts';
import type { BoardProps, Frame } from '../view.ts';
import { isTaken } from './offer.ts';
import { ACROSS, DOWN } from './geometry.ts';
import { Stars } from './stars.tsx';

interface Layout {
  width: number;
  height: number;
  s: number; // the side of a rhombus
  middle: Point; // of the stars
  tiles: Box;
  corners: Point;
  bonuses: Box | null;
}

interface Box {
  x: number;
  y: number;
  columns: number;
  width: number; // of a column
  row: number; // its height
}

/** On a desk, all beside the stars, which are larger while tiles are placed. */
function wide(isPlacing: boolean): Layout {
  const s = isPlacing ? 54 : 42;
  const left = PLAQUE + 166;
  const right = left + ACROSS * s + 14;
  return {
    width: right + 190,
    height: DOWN * s + 34,
    s,
    middle: [left + (ACROSS * s) / 2, (DOWN * s) / 2 + 17],
    tiles: { x: PLAQUE + 4, y: 34, columns: 1, width: 156, row: 54 },
    corners: [right + 24, 38],
    bonuses: { x: right, y: 152, columns: 2, width: 88, row: 36 },
  };
}

/** On a phone while tiles are placed: large stars, and the rest below. */
function tall(frame: Frame): Layout {
  const s = 62;
  const top = TOP[frame] - 12;
  const bottom = top + DOWN * s;
  return {
    width: ACROSS * s + 36,
    height: bottom + 268,
    s,
    middle: [(ACROSS * s) / 2 + 18, top + (DOWN * s) / 2],
    tiles: { x: 24, y: bottom + 18, columns: 3, width: 186, row: 58 },
    corners: [34, bottom + 160],
    bonuses: { x: 226, y: bottom + 150, columns: 4, width: 88, row: 36 },
  };
}

/** On a phone held sideways while tiles are placed: the rest beside the stars. */
function beside(): Layout {
  const s = 42;
  const right = ACROSS * s + 34;
  return {
    width: right + 380,
    height: DOWN * s + 26,
    s,
    middle: [(ACROSS * s) / 2 + 16, (DOWN * s) / 2 + 13],
    tiles: { x: right, y: 20, columns: 2, width: 186, row: 58 },
    corners: [right + 6, 222],
    bonuses: { x: right, y: 276, columns: 4, width: 92, row: 36 },
  };
}

/** Small, beside or below other things: stars and tiles, and bonuses where there is room. */
function small(frame: Frame, hasBonuses: boolean): Layout {
  const { side: s, right: gap, beside, tiles, row, bonuses } = look.small;
  const top = TOP[frame] - 8;
  const bottom = top + DOWN * s;
  const right = ACROSS * s + gap;
  return {
    width: right + beside,
    height: bottom + (hasBonuses ? 90 : 14),
    s,
    middle: [(ACROSS * s) / 2 + 18, top + (DOWN * s) / 2],
    tiles: { x: right, y: TOP[frame] + 6, columns: 1, width: tiles, row },
    corners: [right + 6, bottom - 40],
    bonuses: hasBonuses ? { x: 18, y: bottom + 8, ...bonuses } : null,
  };
}

function layout(frame: Frame, isOwn: boolean, isPlacing: boolean): Layout {
  if (frame === 'plaque') return wide(isPlacing);
  if (!isOwn || !isPlacing) return small(frame, isOwn && frame === 'heading');
  return isSideways.value ? beside() : tall(frame);
}

export function PavilionBoard({ scene, player, frame }: BoardProps<PavilionScene>) {
  const board = scene.boards[player.seat]!;
  const at = layout(frame, player.isOwn, isTaken(scene));
  const part = { scene, board, seat: player.seat, isOwn: player.isOwn };
  return (
    <BoardFrame player={player} width={at.width} height={at.height} frame={frame}>
      <Stars {...part} middle={at.middle} s={at.s} />
      <Beside {...part} box={at.tiles} />
      <Corners scene={scene} board={board} seat={player.seat} at={at.corners} />
      {at.bonuses && <Bonuses scene={scene} board={board} box={at.bonuses} />}
      {board.has_passed && scene.phase !== 'over' && (
        <text class="passed" x={at.middle[0]} y={at.middle[1] + 6}>
          {t('ui.pavilion.passed')}
        </text>
      )}
    </BoardFrame>
  );
}

const FAN = look.fan; // what tiles of a colour take at most

/** The tiles beside the board: fanned by colour, with their number. */
function Beside(props: { scene: PavilionScene; board: Board; seat: number; isOwn: boolean; box: Box }) {
  const { scene, board, seat, isOwn, box } = props;
  const size = box.row - 6;
  return (
    <g>
      {groups(board.tiles).map(([colour, places], i) => {
        const x = box.x + (i % box.columns) * box.width;
        const y = box.y + Math.floor(i / box.columns) * box.row;
        const step = Math.min(15, (FAN - 30) / Math.max(1, places.length - 1));
        const isJoker = colour === scene.joker;
        return (
          <Thing
            key={colour}
            name={isOwn ? `tile-${colour}` : null}
            label={t(isJoker ? 'ui.pavilion.jokers' : 'ui.pavilion.tiles', {
              n: places.length,
              colour: `colour.${colour}`,
            })}
            badge={[x + box.width - 24, y + size / 2]}
            class="line beside"
          >
            <rect class="target-box" x={x} y={y - 2} width={box.width - 8} height={size + 4} rx={9} />
            {isJoker && <rect class="joker-row" x={x + 1} y={y - 1} width={box.width - 10} height={size + 2} rx={8} />}
            {places.map((place, n) => (
              <Tile
                key={place}
                colour={colour}
                shape="rhomb"
                x={x + n * step - 6}
                y={y}
                size={size}
                place={`seat-${seat}-tiles`}
              />
            ))}
            <text class="number-of" x={x + (places.length - 1) * step + size * 0.8 + 2} y={y + size / 2 + 7}>
              ×{places.length}
            </text>
          </Thing>
        );
      })}
    </g>
  );
}

/** The corners, where up to four tiles wait for the next round. */
function Corners(props: { scene: PavilionScene; board: Board; seat: number; at: Point }) {
  const { scene, board, seat, at } = props;
  const said = t('ui.pavilion.corners', { n: board.corners.length, spaces: scene.corner_spaces });
  return (
    <g role="img" aria-label={said} data-at={`seat-${seat}-corners`}>
      <title>{said}</title>
      {Array.from({ length: scene.corner_spaces }, (_, i) => {
        const [x, y] = [at[0] + i * look.corner.step, at[1]];
        const colour = board.corners[i];
        return (
          <g key={i}>
            <path class="corner-space" d={`M${x + 17} ${y - 18}L${x + 34} ${y + 12}L${x + 17} ${y + 42}L${x} ${y + 12}Z`} />
            {colour && (
              <Tile colour={colour} shape="rhomb" x={x - 10} y={y - 15} size={look.corner.size} place={`seat-${seat}-corners`} />
            )}
          </g>
        );
      })}
    </g>
  );
}

/** Bonuses in reach: the stars, and the spaces of each number. */
function Bonuses({ scene, board, box }: { scene: PavilionScene; board: Board; box: Box }) {
  return (
    <g>
      {board.bonuses.map((bonus, i) => {
        const x = box.x + (i % box.columns) * box.width;
        const y = box.y + Math.floor(i / box.columns) * box.row;
        return (
          <g key={i} class={bonus.have === bonus.need ? 'pip on' : 'pip'}>
            <title>{bonusText(bonus)}</title>
            <rect x={x} y={y} width={box.width - 6} height={31} rx={9} />
            <BonusSign scene={scene} bonus={bonus} x={x + 14} y={y + 15.5} />
            <text class="have" x={x + 40} y={y + 20}>
              {bonus.have}/{bonus.need}
            </text>
            <text x={x + box.width - 19} y={y + 20}>
              {signed(bonus.points)}
            </text>
          </g>
        );
      })}
    </g>
  );
}

function BonusSign({ scene, bonus, x, y }: { scene: PavilionScene; bonus: Bonus; x: number; y: number }) {
  if (bonus.name === 'pavilion.number') {
    return (
      <text class="bonus-number" x={x} y={y + 7}>
        {bonus.number}
      </text>
    );
  }
  const { colour, name } = scene.stars[bonus.number - 1]!;
  const size = 13;
  return (
    <g>
      {Array.from({ length: 6 }, (_, i) => (
        <path
          key={i}
          class={colour ? `hue-${colour}` : 'hue-any'}
          transform={`rotate(${60 * i} ${x} ${y})`}
          d={`M${x} ${y}l${size * 0.29} ${-size / 2}l${-size * 0.29} ${-size / 2}l${-size * 0.29} ${size / 2}Z`}
        />
      ))}
      {!colour && scene.side === 'grey' && (
        <text class="star-name" x={x} y={y + 4}>
          {name}
        </text>
      )}
    </g>
  );
}
