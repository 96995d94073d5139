/** A small picture for every game: its tiles as they lie in it. */
import type { JSX } from 'preact';
import { turned } from '../games/ring.ts';

const [WIDTH, HEIGHT] = [260, 120];

interface Piece {
  href: string;
  x: number;
  y: number;
  size: number;
  turn?: number;
}

function Piece({ href, x, y, size, turn = 0 }: Piece) {
  const about = `rotate(${turn} ${x + size / 2} ${y + size / 2})`;
  return <use href={href} x={x} y={y} width={size} height={size} transform={about} />;
}

/** Displays with four tiles each. */
function Plates() {
  const shown = [
    ['blue', 'blue', 'yellow', 'red'],
    ['white', 'black', 'white', 'black'],
    ['red', 'yellow', 'yellow', 'blue'],
  ];
  return (
    <>
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
    </>
  );
}

/** Strips of glass, some of it in place. */
function Strips() {
  const colours = ['blue', 'orange', 'pink', 'yellow', 'white', 'blue', 'orange'];
  const filled = [3, 1, 4, 2, 0, 4, 2];
  return (
    <>
      {colours.map((colour, i) => (
        <g key={i} transform={`translate(${15 + i * 34} 7)`}>
          <rect class="lead" x={-1} y={-1} width={28} height={108} rx={4} />
          {[0, 1, 2, 3].map(j => (
            <Piece key={j} href={`#${j < filled[i]! ? '' : 'ghost-'}pane-${colour}`} x={1} y={1 + j * 26.5} size={24} />
          ))}
        </g>
      ))}
    </>
  );
}

/** Stars of rhombi. */
function Stars() {
  const colours = ['purple', 'green', 'orange', 'yellow', 'blue', 'red'];
  return (
    <>
      {[43, 130, 217].map((x, star) =>
        colours.map((colour, i) => (
          <g key={`${star} ${i}`} transform={`rotate(${i * 60} ${x} 60)`}>
            <Piece
              href={star === 1 ? `#rhomb-${colour}` : `#${i % 3 ? 'ghost-' : ''}rhomb-${star ? 'green' : 'orange'}`}
              x={x - 27}
              y={6}
              size={54}
            />
          </g>
        )),
      )}
    </>
  );
}

/** Plates of a dome. */
function Dome() {
  const spaces = [
    ['disc-blue', 'ghost-disc-yellow', 'disc-red', 'ghost-disc-black'],
    ['ghost-disc-turquoise', 'disc-turquoise', 'disc-black', 'ghost-disc-blue'],
    ['disc-yellow', 'disc-red', 'ghost-disc-blue', 'disc-turquoise'],
  ];
  return (
    <>
      {spaces.map((plate, i) => (
        <g key={i} transform={`translate(${10 + i * 82} 22)`}>
          <rect class="laid" width={76} height={76} rx={9} />
          {plate.map((tile, j) => (
            <Piece key={j} href={`#${tile}`} x={5 + (j % 2) * 34} y={5 + (j > 1 ? 34 : 0)} size={32} />
          ))}
        </g>
      ))}
    </>
  );
}

const ART: Record<string, () => JSX.Element> = { azul: Plates, sintra: Strips, pavilion: Stars, duel: Dome };

export function GameArt({ game }: { game: string }) {
  const Art = ART[game] ?? Plates;
  return (
    <svg class="game-art" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
      <Art />
    </svg>
  );
}
