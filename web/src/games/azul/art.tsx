/** Displays with four tiles each. */
import { Art, Piece } from '../art.tsx';
import { turned } from '../ring.ts';

export function GameArt() {
  const shown = [
    ['blue', 'blue', 'yellow', 'red'],
    ['white', 'black', 'white', 'black'],
    ['red', 'yellow', 'yellow', 'blue'],
  ];
  return (
    <Art>
      {shown.map((tiles, i) => (
        <g key={i} transform={`translate(${46 + i * 84} ${i === 1 ? 66 : 54})`}>
          <Piece href="#plate" x={-40} y={-40} size={80} />
          {tiles.map((colour, j) => (
            <Piece
              key={j}
              href={`#tile-${colour}`}
              x={(j % 2 ? 12 : -12) - 11}
              y={(j > 1 ? 12 : -12) - 11}
              size={22}
              turn={turned(i, j)}
            />
          ))}
        </g>
      ))}
    </Art>
  );
}
