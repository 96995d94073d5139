/** What the table of Azul Duel is drawn of: spaces, plates, chips, tokens. */
import look from 'look/duel.json';
import { t } from '../../language.ts';
import type { Plate } from '../../messages.ts';

export const word = (space: string) =>
  space === 'joker' || space === 'special' ? `ui.duel.${space}` : `colour.${space}`;

export const chipWords = (colours: readonly string[]) =>
  colours.length ? colours.map(word) : ['ui.duel.face-down'];

interface Placed {
  x: number;
  y: number;
  size: number;
}

/** A printed space: for a colour, for any colour, or for a special tile. */
export function Space({ space, x, y, size }: Placed & { space: string }) {
  const [cx, cy] = [x + size / 2, y + size / 2];
  if (space === 'joker') {
    return (
      <g class="joker-space round">
        <circle {...{ cx, cy }} r={size / 2 - 1} />
        {look.colours.map((colour, i) => (
          <circle
            key={colour}
            class={`dot-${colour}`}
            cx={cx + size * 0.27 * Math.sin((i * 2 * Math.PI) / 5)}
            cy={cy - size * 0.27 * Math.cos((i * 2 * Math.PI) / 5)}
            r={size * 0.1}
          />
        ))}
      </g>
    );
  }
  if (space === 'special') {
    return (
      <g class="special-space">
        <circle {...{ cx, cy }} r={size / 2 - 1} />
        <path d={star(cx, cy, size * 0.3)} />
      </g>
    );
  }
  return <use href={`#ghost-disc-${space}`} {...{ x, y, width: size, height: size }} />;
}

/** A special tile: a brass star. */
export function SpecialTile({ x, y, size, place }: Placed & { place: string }) {
  const [cx, cy] = [x + size / 2, y + size / 2];
  return (
    <g class="special-tile" data-special={place}>
      <circle {...{ cx, cy }} r={size / 2} />
      <circle class="ring" {...{ cx, cy }} r={size / 2 - 3} />
      <path d={star(cx, cy, size * 0.34)} />
    </g>
  );
}

function star(cx: number, cy: number, outer: number): string {
  const points = Array.from({ length: 16 }, (_, i) => {
    const radius = i % 2 ? outer * 0.52 : outer;
    const angle = (Math.PI * i) / 8;
    return `${(cx + radius * Math.sin(angle)).toFixed(1)} ${(cy - radius * Math.cos(angle)).toFixed(1)}`;
  });
  return `M${points.join('L')}Z`;
}

/** A plate with its four spaces; `x` and `y` are those of its corner. */
export function PlateArt({ spaces, x, y, size }: Placed & { spaces: readonly string[] }) {
  const [edge, cell] = [size * look.plate.edge, size * look.plate.cell];
  return (
    <g class="plate-art">
      <rect {...{ x, y, width: size, height: size }} rx={size * look.plate.radius} />
      {spaces.map((space, i) => (
        <Space
          key={i}
          space={space}
          x={x + edge + (i % 2) * (size - 2 * edge - cell)}
          y={y + edge + Math.floor(i / 2) * (size - 2 * edge - cell)}
          size={cell}
        />
      ))}
    </g>
  );
}

/** The back of a plate shows its kind. */
export function PlateBack({ kind, x, y, size }: Placed & { kind: string | null }) {
  const [cx, cy] = [x + size / 2, y + size / 2];
  return (
    <g class="plate-back">
      <rect {...{ x, y, width: size, height: size }} rx={size * look.plate.radius} />
      <rect class="inner" x={x + 5} y={y + 5} width={size - 10} height={size - 10} rx={size * 0.07} />
      {kind === null ? (
        <text x={cx} y={cy} font-size={size * 0.4} dy=".36em">
          ?
        </text>
      ) : (
        <Space space={kind} x={cx - size * 0.24} y={cy - size * 0.24} size={size * 0.48} />
      )}
    </g>
  );
}

export const plateText = (plate: Plate) =>
  t('ui.duel.plate', { number: plate.number, spaces: plate.spaces.map(word) });

const { disc: DISC, ...SIZES } = look.chip;
export const CHIP = { width: SIZES.width, height: SIZES.height };
export const CHIP_STEP = [SIZES.across, SIZES.down] as const;

/** A chip: the colours that it shows, or its back. */
export function Chip(props: { colours: readonly string[]; x: number; y: number; isUsed?: boolean }) {
  const { colours, x, y, isUsed = false } = props;
  const isDown = colours.length === 0;
  const size = DISC;
  const left = x + CHIP.width / 2 - (colours.length * (size + 1)) / 2;
  return (
    <g class={isDown ? 'chip down' : isUsed ? 'chip used' : 'chip'}>
      <rect {...{ x, y, ...CHIP }} rx={CHIP.height / 2} />
      {isDown ? (
        <text x={x + CHIP.width / 2} y={y + CHIP.height / 2 + 6}>
          ?
        </text>
      ) : (
        colours.map((colour, i) => (
          <use
            key={colour}
            href={`#disc-${colour}`}
            x={left + i * (size + 1)}
            y={y + (CHIP.height - size) / 2}
            width={size}
            height={size}
          />
        ))
      )}
    </g>
  );
}
