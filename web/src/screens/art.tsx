/** A small picture for every game: its tiles as they lie in it. */

const ROWS: Record<string, { shape: string; tiles: string[] }> = {
  azul: { shape: 'tile', tiles: ['blue', 'yellow', 'red', 'black', 'white'] },
  sintra: { shape: 'pane', tiles: ['blue', 'orange', 'pink', 'yellow', 'white'] },
  pavilion: { shape: 'rhomb', tiles: ['purple', 'green', 'orange', 'yellow', 'blue', 'red'] },
  duel: { shape: 'disc', tiles: ['blue', 'yellow', 'red', 'black', 'turquoise'] },
};

export function GameArt({ game }: { game: string }) {
  const { shape, tiles } = ROWS[game] ?? ROWS.azul!;
  return (
    <svg class="game-art" viewBox="0 0 260 120" aria-hidden="true">
      {shape === 'rhomb'
        ? tiles.map((colour, i) => (
            <g key={colour} transform={`rotate(${i * 60} 130 60)`}>
              <use href={`#rhomb-${colour}`} x={101.5} y={1} width={57} height={57} />
            </g>
          ))
        : tiles.map((colour, i) => (
            <g key={colour}>
              <use href={`#ghost-${shape}-${tiles[(i + 2) % 5]}`} x={9 + i * 50} y={8} width={42} height={42} opacity={0.9} />
              <use
                href={`#${shape}-${colour}`}
                x={9 + i * 50}
                y={64}
                width={42}
                height={42}
                transform={`rotate(${((i * 37) % 7) - 3} ${30 + i * 50} 85)`}
              />
            </g>
          ))}
    </svg>
  );
}
