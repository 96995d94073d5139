/** What a palace is drawn of: windows, empty panes, the glazier. */
import look from 'look/sintra.json';
import type { ComponentChildren } from 'preact';

/** A window's stone frame with its arch; the panes lie in it. */
export function WindowArt({ x, y, cell, step }: { x: number; y: number; cell: number; step: number }) {
  const half = cell / 2 + 7;
  const bottom = y + 14 + 2 * step + 3;
  return (
    <g class="window" aria-hidden="true">
      <path class="stone" d={`M${x - half} ${bottom}V${y + 10}Q${x - half} ${y - 6} ${x} ${y - 10}Q${x + half} ${y - 6} ${x + half} ${y + 10}V${bottom}Z`} />
      <path class="tracery" d={`M${x - half + 6} ${y + 11}Q${x - half + 7} ${y - 1} ${x} ${y - 4}Q${x + half - 7} ${y - 1} ${x + half - 6} ${y + 11}Z`} />
      <circle class="tracery" cx={x} cy={y + 5} r={3.4} />
      <path class="sill" d={`M${x - half - 4} ${bottom}h${2 * half + 8}`} />
    </g>
  );
}

/** An empty pane shows the night behind it. */
export function Pane(props: { x: number; y: number; size: number; children: ComponentChildren }) {
  const { x, y, size, children } = props;
  return (
    <>
      <rect class="night" x={x} y={y} width={size} height={size} rx={2} />
      <path class="night-lead" d={`M${x} ${y}l${size} ${size}M${x + size} ${y}l${-size} ${size}`} />
      {children}
    </>
  );
}

/** The glazier with a pane under the arm, standing on a strip. */
export function Glazier({ x, y, seat }: { x: number; y: number; seat: number }) {
  return (
    <g class={`glazier seat-${seat}`} transform={`translate(${x} ${y})`}>
      <ellipse cx={0} cy={0} rx={15} ry={3.5} class="under" />
      <path d={look.glazier.coat} class="coat" />
      <circle cy={-23} r={6.2} class="face" />
      <path d={look.glazier.hat} class="coat" />
      <path d={look.glazier.carried} class="carried" />
    </g>
  );
}
