/** A small picture for every game: its tiles as they lie in it. */
import type { ComponentChildren } from 'preact';

const [WIDTH, HEIGHT] = [260, 120];

export function Art({ children }: { children: ComponentChildren }) {
  return (
    <svg class="game-art" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
      {children}
    </svg>
  );
}

interface PieceProps {
  href: string;
  x: number;
  y: number;
  size: number;
  turn?: number;
}

export function Piece({ href, x, y, size, turn = 0 }: PieceProps) {
  const about = `rotate(${turn} ${x + size / 2} ${y + size / 2})`;
  return <use href={href} x={x} y={y} width={size} height={size} transform={about} />;
}
