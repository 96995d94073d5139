/** Strips of glass, some of it in place. */
import { Art, Piece } from '../art.tsx';

export function GameArt() {
  const colours = ['blue', 'orange', 'pink', 'yellow', 'white', 'blue', 'orange'];
  const filled = [3, 1, 4, 2, 0, 4, 2];
  return (
    <Art>
      {colours.map((colour, i) => (
        <g key={i} transform={`translate(${15 + i * 34} 7)`}>
          <rect class="lead" x={-1} y={-1} width={28} height={108} rx={4} />
          {[0, 1, 2, 3].map(j => (
            <Piece key={j} href={`#${j < filled[i]! ? '' : 'ghost-'}pane-${colour}`} x={1} y={1 + j * 26.5} size={24} />
          ))}
        </g>
      ))}
    </Art>
  );
}
