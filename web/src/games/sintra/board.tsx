/** A player's palace: strips of glass above their windows, the glazier, the broken-glass track. */
import look from 'look/sintra.json';
import { t } from '../../language.ts';
import type { Palace, SintraScene, Strip, Window } from '../../messages.ts';
import { signed } from '../../words.ts';
import { BoardFrame, bonusText, PLAQUE, Preview, Thing, Tile, TOP } from '../pieces.tsx';
import { useTaken, type Taken } from '../taken.ts';
import type { BoardProps, Frame } from '../view.ts';
import { BrokenTrack } from './broken.tsx';
import { Glazier, Pane, WindowArt } from './glass.tsx';

export const CELL = look.cell; // a pane
const STEP = look.step; // from pane to pane

interface Layout {
  x: number; // of the first window's middle
  pitch: number;
  y: number; // of the strips
  width: number;
  height: number;
  track: { x: number; y: number; isUpright: boolean };
}

/** A wide board has the broken-glass track at its right, a narrow one below. */
function layout(frame: Frame): Layout {
  const isWide = frame === 'plaque';
  const pitch = isWide ? look.pitch.wide : look.pitch.narrow;
  const x = (isWide ? PLAQUE + 8 : 16) + pitch / 2;
  const y = TOP[frame] + 33; // the glazier stands on the strips
  const below = y + 5 * STEP + 8 + 2 * STEP + 64;
  const right = x + 7.5 * pitch;
  return isWide
    ? { x, pitch, y, width: right + 76, height: below + 12, track: { x: right + 12, y: 26, isUpright: true } }
    : { x, pitch, y, width: right + 16, height: below + 50, track: { x: 24, y: below + 2, isUpright: false } };
}

export function SintraBoard({ scene, player, frame }: BoardProps<SintraScene>) {
  const board = scene.boards[player.seat]!;
  const at = layout(frame);
  const taken = useTaken(scene);
  const who = { seat: player.seat, isOwn: player.isOwn };
  const isKeeping = scene.phase === 'keep' && player.isToMove;
  return (
    <BoardFrame player={player} width={at.width} height={at.height} frame={frame}>
      <Bonuses board={board} at={at} />
      {board.windows.map((window, i) => (
        <PalaceWindow key={i} window={window} number={i + 1} x={at.x + i * at.pitch} y={at.y} seat={player.seat} />
      ))}
      {board.windows.map(({ strip }, i) => {
        if (!strip) return null;
        const Shown = isKeeping && board.glazier === i + 1 ? FullStrip : StripOfGlass;
        const at_window = { number: i + 1, x: at.x + i * at.pitch, y: at.y, seat: player.seat };
        return <Shown key={i} {...at_window} strip={strip} taken={taken} isOwn={player.isOwn} />;
      })}
      <GlazierHere x={at.x + (board.glazier - 1) * at.pitch} y={at.y - 5} {...who} number={board.glazier} />
      <BrokenTrack scene={scene} board={board} {...who} {...at.track} />
    </BoardFrame>
  );
}

/** The glazier, who may be sent back to the first window. */
function GlazierHere({ x, y, seat, number, isOwn }: ColumnProps & { isOwn: boolean }) {
  return (
    <Thing name={isOwn ? 'back' : null} label={t('ui.sintra.glazier', { number })} class="line">
      <rect class="target-box" x={x - 32} y={y - 40} width={64} height={42} rx={12} />
      <Glazier x={x} y={y} seat={seat} />
    </Thing>
  );
}

interface ColumnProps {
  number: number; // of the window, from 1
  x: number; // of its middle
  y: number; // of the strip
  seat: number;
}

function PalaceWindow({ window, number, x, y, seat }: ColumnProps & { window: Window }) {
  const below = y + 5 * STEP + 12;
  return (
      <g role="img" aria-label={windowText(window, number)} data-at={`seat-${seat}-window-${number}`}>
        <WindowArt x={x} y={below} cell={CELL} step={STEP} />
        {window.cells.map((colour, cell) => (
          <Pane key={cell} x={x - CELL / 2} y={below + 14 + cell * STEP} size={CELL}>
            {colour && (
              <Tile
                colour={colour}
                shape="pane"
                x={x - CELL / 2}
                y={below + 14 + cell * STEP}
                size={CELL}
                place={`seat-${seat}-window-${number}-${cell}`}
              />
            )}
          </Pane>
        ))}
        <g
          class="window-points"
          transform={`translate(${x} ${below + 14 + 2 * STEP + 15})`}
          data-place={`seat-${seat}-points-${number}`}
        >
          <circle r={12.5} />
          <text y={6}>{window.points}</text>
        </g>
      </g>
  );
}

const word = (colour: string | null) => (colour ? `colour.${colour}` : 'ui.sintra.empty');

const windowText = (window: Window, number: number) =>
  t('ui.sintra.window', {
    number,
    n: window.points,
    upper: word(window.cells[0] ?? null),
    lower: word(window.cells[1] ?? null),
  });

interface StripProps extends ColumnProps {
  strip: Strip;
  taken: Taken | null;
  isOwn: boolean;
}

function StripOfGlass({ strip, number, x, y, seat, taken, isOwn }: StripProps) {
  return (
    <Thing
      name={isOwn ? `strip-${number}` : null}
      label={stripText(strip, number)}
      badge={[x, y + 5 * STEP + 2]}
      class="line strip"
    >
      {({ isLegal }) => {
        const coming = isLegal && taken ? comingTo(strip, taken) : [];
        return (
          <>
            <rect class="target-box" x={x - 28} y={y - 7} width={56} height={5 * STEP + 13} rx={10} />
            <rect class="lead" x={x - 21} y={y - 4} width={42} height={5 * STEP + 6} rx={5} />
            {strip.spaces.map((space, i) => {
              const place = { x: x - CELL / 2, y: y + i * STEP, size: CELL, shape: 'pane' };
              const tile = strip.tiles[i];
              return (
                <g key={i}>
                  <Space space={space} {...place} />
                  {tile && <Tile colour={tile} {...place} place={`seat-${seat}-strip-${number}`} />}
                  {coming.includes(i) && <Preview colour={taken!.colour} {...place} />}
                </g>
              );
            })}
          </>
        );
      }}
    </Thing>
  );
}

/** A printed space: pale glass of its colour, or a joker for any. */
function Space({ space, x, y, size }: { space: string; x: number; y: number; size: number }) {
  if (space !== 'joker') return <use href={`#ghost-pane-${space}`} {...{ x, y, width: size, height: size }} />;
  return (
    <g class="joker-space">
      <rect {...{ x, y, width: size, height: size }} rx={3} />
      <path d={`M${x + size / 2} ${y + 5}${look.joker}`} />
    </g>
  );
}

/** The spaces that tiles would come to: those of their colour, then jokers. */
function comingTo(strip: Strip, { colour, number }: Taken): number[] {
  const free = (space: string) =>
    strip.spaces.flatMap((printed, i) => (printed === space && !strip.tiles[i] ? [i] : []));
  return [...free(colour), ...free('joker')].slice(0, number);
}

/** A finished strip: its colours are to be chosen from. */
function FullStrip({ strip, x, y, seat, number, isOwn }: StripProps) {
  const colours = [...new Set(strip.tiles)].filter(colour => colour !== null);
  return (
    <g class="full-strip">
      <rect class="lead" x={x - 21} y={y - 4} width={42} height={5 * STEP + 6} rx={5} />
      {colours.map(colour => {
        const places = strip.tiles.flatMap((tile, i) => (tile === colour ? [i] : []));
        const middle = y + (places[0]! + 0.5) * STEP;
        return (
          <Thing
            key={colour}
            name={isOwn ? `keep-${colour}` : null}
            label={t('ui.sintra.keep', { colour: word(colour) })}
            badge={[x + 26, middle]}
            class="pick"
          >
            {places.map(i => (
              <g key={i}>
                <rect class="target-box" x={x - 20} y={y + i * STEP - 3} width={40} height={40} rx={6} />
                <Tile
                  colour={colour}
                  shape="pane"
                  x={x - CELL / 2}
                  y={y + i * STEP}
                  size={CELL}
                  place={`seat-${seat}-strip-${number}`}
                />
              </g>
            ))}
          </Thing>
        );
      })}
    </g>
  );
}

const stripText = (strip: Strip, number: number) =>
  t('ui.sintra.strip', {
    number,
    spaces: strip.spaces.map(space => (space === 'joker' ? 'ui.sintra.joker' : word(space))),
    n: strip.tiles.filter(tile => tile !== null).length,
  });

/** What the palace brings at the end: on side A pairs of windows, on side B windows times a colour. */
function Bonuses({ board, at }: { board: Palace; at: Layout }) {
  const y = at.y + 5 * STEP + 8 + 2 * STEP + 44;
  return (
    <>
      {board.bonuses
        .filter(bonus => bonus.name === 'sintra.ornament')
        .map((bonus, i) => {
          const left = at.x + 2 * i * at.pitch;
          return (
            <g key={i} class={bonus.have === bonus.need ? 'pip on' : 'pip'}>
              <title>{bonusText(bonus)}</title>
              <path class="ornament" d={`M${left} ${y}q${at.pitch / 2} 22 ${at.pitch} 0`} />
              <rect x={left + at.pitch / 2 - 24} y={y} width={48} height={20} rx={10} />
              <text x={left + at.pitch / 2} y={y + 14}>
                {bonus.have}/{bonus.need}
                {bonus.now > 0 && ` ${signed(bonus.now)}`}
              </text>
            </g>
          );
        })}
      {board.bonuses
        .filter(bonus => bonus.name === 'sintra.colour')
        .map(bonus => (
          <g key="colour" class="pip" transform={`translate(${at.x + 3.5 * at.pitch} ${y + 10})`}>
            <title>{bonusText(bonus)}</title>
            <rect x={-110} y={-10} width={220} height={20} rx={10} />
            <text y={4}>
              {t('ui.sintra.side-b', { windows: bonus.have, tiles: bonus.points / bonus.need, n: bonus.now })}
            </text>
          </g>
        ))}
    </>
  );
}
