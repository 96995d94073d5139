/** Pillars, statues and windows, each with the tiles that it brings. */
interface Props {
  kind: string;
  tiles: number;
  x: number;
  y: number;
  size: number;
}

/** Drawn on a square of 40 units round 0, 0; made anew each time, since an element keeps its page. */
const ART: Record<string, () => preact.JSX.Element> = {
  pillar: () => (
    <>
      <path class="stone" d="M-11 -17H11V-12H-11ZM-11 17H11V12H-11ZM-8 -12H8V12H-8Z" />
      <path class="line-art" d="M-3.5 -11V11M3.5 -11V11" />
    </>
  ),
  statue: () => (
    <>
      <path class="stone" d="M-10 18H10V13H-10ZM-7 13Q-9 -2 0 -5Q9 -2 7 13Z" />
      <circle class="stone" cy={-11} r={6} />
      <path class="line-art" d="M-3 12Q-4 4 0 -3M3 12Q4 5 1 -2" />
    </>
  ),
  window: () => (
    <>
      <path class="stone" d="M-12 17V-5Q-12 -18 0 -18Q12 -18 12 -5V17Z" />
      <path class="pane" d="M-8 13V-5Q-8 -13 0 -13Q8 -13 8 -5V13Z" />
      <path class="line-art" d="M0 -13V13M-8 0H8" />
    </>
  ),
};

export function OrnamentArt({ kind, tiles, x, y, size }: Props) {
  return (
    <g class="ornament-art" transform={`translate(${x} ${y}) scale(${size / 40})`} aria-hidden="true">
      {ART[kind]?.()}
      {Array.from({ length: tiles }, (_, i) => (
        <path key={i} class="gift" transform={`translate(${(i - (tiles - 1) / 2) * 9} 20)`} d="M0 -7L4 0L0 7L-4 0Z" />
      ))}
    </g>
  );
}
