/** Pillars, statues and windows, each with the tiles that it brings. */
import look from 'look/pavilion.json';

interface Props {
  kind: string;
  tiles: number;
  x: number;
  y: number;
  size: number;
}

/** Drawn on a square of 40 units round 0, 0: paths with their classes. */
const ART = look.ornaments as unknown as Record<string, readonly (readonly [kind: string, path: string])[]>;

export function OrnamentArt({ kind, tiles, x, y, size }: Props) {
  return (
    <g class="ornament-art" transform={`translate(${x} ${y}) scale(${size / 40})`} aria-hidden="true">
      {ART[kind]?.map(([of, path]) => <path key={path} class={of} d={path} />)}
      {Array.from({ length: tiles }, (_, i) => (
        <path
          key={i}
          class="gift"
          transform={`translate(${(i - (tiles - 1) / 2) * look.gift.step} ${look.gift.down})`}
          d={look.gift.shape}
        />
      ))}
    </g>
  );
}
