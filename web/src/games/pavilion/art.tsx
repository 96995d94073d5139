/** Stars of rhombi. */
import { Art, Piece } from '../art.tsx';

export function GameArt() {
  const colours = ['purple', 'green', 'orange', 'yellow', 'blue', 'red'];
  return (
    <Art>
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
    </Art>
  );
}
