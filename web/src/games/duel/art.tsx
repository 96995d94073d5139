/** Plates of a dome. */
import { Art, Piece } from '../art.tsx';

export function GameArt() {
  const spaces = [
    ['disc-blue', 'ghost-disc-yellow', 'disc-red', 'ghost-disc-black'],
    ['ghost-disc-turquoise', 'disc-turquoise', 'disc-black', 'ghost-disc-blue'],
    ['disc-yellow', 'disc-red', 'ghost-disc-blue', 'disc-turquoise'],
  ];
  return (
    <Art>
      {spaces.map((plate, i) => (
        <g key={i} transform={`translate(${10 + i * 82} 22)`}>
          <rect class="laid" width={76} height={76} rx={9} />
          {plate.map((tile, j) => (
            <Piece key={j} href={`#${tile}`} x={5 + (j % 2) * 34} y={5 + (j > 1 ? 34 : 0)} size={32} />
          ))}
        </g>
      ))}
    </Art>
  );
}
