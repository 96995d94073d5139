/** Displays on plates round a centre, as Azul, Sintra and the Pavilion have them. */
import look from 'look/table.json';
import { t } from '../language.ts';
import { isNarrow } from '../screen.ts';
import { Filling, Thing, Tile, useStage } from './pieces.tsx';
import { ring, spread, turned, type Basin } from './ring.ts';

interface Props {
  displays: readonly (readonly string[])[];
  centre: readonly string[];
  shape?: string;
}

/** Plates and basin. Things are called `display-3-blue` and `centre-blue`. */
export function Displays({ displays, centre, shape = 'tile' }: Props) {
  const stage = useStage();
  return (
    <Filling label={t('ui.displays')}>
      {(width, height) => {
        const isGone = isNarrow.value && !stage.showsEmpty && displays.every(tiles => tiles.length === 0);
        const shown = isGone ? [] : displays; // then the centre has all the room
        const { radius, at, basin } = ring(shown.length, width, height, isNarrow.value);
        const largest = isGone ? LARGEST : radius * (isNarrow.value ? 0.72 : LYING.square.size);
        return (
          <>
            <Centre tiles={centre} basin={basin} largest={largest} shape={shape} />
            {shown.map((tiles, i) => (
              <Display key={i} number={i + 1} tiles={tiles} at={at[i]!} radius={radius} shape={shape} />
            ))}
          </>
        );
      }}
    </Filling>
  );
}

/** The colours among some tiles, each with the places of its tiles. */
export function groups(tiles: readonly string[]): [colour: string, places: number[]][] {
  const found = new Map<string, number[]>();
  tiles.forEach((colour, place) => found.set(colour, [...(found.get(colour) ?? []), place]));
  return [...found];
}

/** How large the tiles on a plate are, and how far from its middle, in radii; rhombi are slender. */
const LYING = look.lying;
const LARGEST = 80; // a tile in the centre

const CLOCKWISE = look.clockwise; // so that equal tiles, which are neighbours, touch

function Display(props: {
  number: number;
  tiles: readonly string[];
  at: readonly [number, number];
  radius: number;
  shape: string;
}) {
  const { number, tiles, at, radius, shape } = props;
  const lying = LYING[shape === 'rhomb' ? 'rhomb' : 'square'];
  const size = lying.size * radius;
  return (
    <g class={tiles.length ? 'display' : 'display empty'} data-at={`display-${number}`} transform={`translate(${at[0]} ${at[1]})`}>
      <use href="#plate" x={-radius} y={-radius} width={2 * radius} height={2 * radius} />
      {groups(tiles).map(([colour, places]) => (
        <Thing
          key={colour}
          name={`display-${number}-${colour}`}
          label={t('ui.take.display', { number, n: places.length, colour: `colour.${colour}` })}
          class="pick"
        >
          {({ isChosen }) =>
            places.map(place => {
              const corner = CLOCKWISE[place]!;
              const [right, below] = [corner % 2, corner > 1 ? 1 : 0];
              const x = (2 * right - 1) * lying.across * radius - size / 2;
              const y = (2 * below - 1) * lying.down * radius - size / 2;
              return (
                <g key={place}>
                  <rect class="reach" x={(right - 1) * radius} y={(below - 1) * radius} width={radius} height={radius} />
                  <Turned x={x} y={y} size={size} by={turned(number, corner)}>
                    {isChosen && <Halo {...{ x, y, size, shape }} />}
                    <Tile {...{ colour, x, y, size, shape }} place={`display-${number}`} />
                  </Turned>
                </g>
              );
            })
          }
        </Thing>
      ))}
    </g>
  );
}

function Centre(props: {
  tiles: readonly string[];
  basin: Basin;
  largest: number;
  shape: string;
}) {
  const { tiles, basin, largest, shape } = props;
  const { size: room, at } = spread(tiles.length, basin, largest);
  const more = shape === 'rhomb' ? room * look.slender : 0; // rhombi are slender
  return (
    <>
      <g data-at="centre">
        <BasinArt basin={basin} />
      </g>
      {groups(tiles).map(([colour, places]) => (
        <Thing
          key={colour}
          name={colour === 'first' ? null : `centre-${colour}`}
          label={
            colour === 'first'
              ? t('ui.first')
              : t('ui.take.centre', { n: places.length, colour: `colour.${colour}` })
          }
          class="pick"
        >
          {({ isChosen }) =>
            places.map(place => {
              const by = colour === 'first' ? 0 : more;
              const [x, y] = [at[place]![0] - by / 2, at[place]![1] - by / 2];
              const size = room + by;
              return (
                <Turned key={place} x={x} y={y} size={size} by={turned(place, 3)}>
                  <Reach x={x} y={y} size={size} />
                  {isChosen && <Halo {...{ x, y, size, shape }} />}
                  <Tile {...{ colour, x, y, size, shape }} place="centre" />
                </Turned>
              );
            })
          }
        </Thing>
      ))}
    </>
  );
}

export function BasinArt({ basin: { cx, cy, rx, ry, isRound } }: { basin: Basin }) {
  const rose = ry * look.rose.size;
  const box = (inset: number) => ({
    x: cx - rx + inset,
    y: cy - ry + inset,
    width: 2 * (rx - inset),
    height: 2 * (ry - inset),
  });
  return (
    <g aria-hidden="true">
      {isRound ? (
        <>
          <ellipse class="basin" {...{ cx, cy, rx, ry }} />
          <ellipse class="basin-rule" {...{ cx, cy, rx: rx - 6, ry: ry - 6 }} />
        </>
      ) : (
        <>
          <rect class="basin" {...box(0)} rx={22} />
          <rect class="basin-rule" {...box(6)} rx={17} />
        </>
      )}
      <use
        href="#rose"
        opacity={look.rose.opacity}
        x={cx - rose}
        y={cy - rose}
        width={2 * rose}
        height={2 * rose}
      />
    </g>
  );
}

interface Placed {
  x: number;
  y: number;
  size: number;
}

function Turned({ x, y, size, by, children }: Placed & { by: number; children: preact.ComponentChildren }) {
  return <g transform={`rotate(${by} ${x + size / 2} ${y + size / 2})`}>{children}</g>;
}

/** Where a tile can be hit: up to its neighbours, so that no click falls between two. */
export function Reach({ x, y, size }: Placed) {
  const by = size * 0.09;
  return <rect class="reach" x={x - by} y={y - by} width={size + 2 * by} height={size + 2 * by} />;
}

/** The glow behind what was chosen. */
export function Halo({ x, y, size, shape = 'tile' }: Placed & { shape?: string }) {
  const [cx, cy, far] = [x + size / 2, y + size / 2, size / 2 + 4.5];
  if (shape === 'disc') return <circle class="halo" {...{ cx, cy }} r={far} />;
  if (shape === 'rhomb') {
    const [up, across] = [far + 4, far * 0.58 + 3];
    return <path class="halo" d={`M${cx} ${cy - up}L${cx + across} ${cy}L${cx} ${cy + up}L${cx - across} ${cy}Z`} />;
  }
  return (
    <rect class="halo" x={x - 3.5} y={y - 3.5} width={size + 7} height={size + 7} rx={size * 0.2} />
  );
}
