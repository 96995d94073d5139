/** The broken-glass track: what its spaces cost, and how far a player has come down. */
import look from 'look/sintra.json';
import { t } from '../../language.ts';
import type { Palace, SintraScene } from '../../messages.ts';
import { signed } from '../../words.ts';
import { Thing } from '../pieces.tsx';

interface Props {
  scene: SintraScene;
  board: Palace;
  seat: number;
  isOwn: boolean;
  x: number;
  y: number;
  isUpright: boolean;
}

const TRACK = look.track; // as long, however many spaces it has

export function BrokenTrack({ scene, board, seat, isOwn, x, y, isUpright }: Props) {
  const size = isUpright ? TRACK.upright_space : TRACK.flat_space;
  const step = (isUpright ? TRACK.upright : TRACK.flat) / scene.losses.length;
  const at = (space: number) => (isUpright ? [x, y + space * step] : [x + 44 + space * step, y]) as [number, number];
  const length = step * (scene.losses.length - 1) + size;
  const lost = scene.losses[board.broken]!;
  const [width, height] = isUpright ? [size, length] : [length + 8, size];
  return (
    <Thing
      name={isOwn ? 'broken' : null}
      label={t('ui.sintra.broken', { lost: signed(-lost), n: board.wraps })}
      badge={[at(4)[0] + (isUpright ? -12 : size / 2), at(4)[1] + size / 2]}
      class="line broken-track"
    >
      <rect class="target-box" x={at(0)[0] - 5} y={y - 5} width={width + 10} height={height + 10} rx={10} />
      {!isUpright && !board.wraps && <Shards x={x + 16} y={y + size / 2} />}
      {scene.losses.map((loss, space) => {
        const [left, top] = at(space);
        const isHere = space === board.broken;
        return (
          <g key={space} class={isHere ? 'loss here' : 'loss'} data-place={`seat-${seat}-track-${space}`}>
            <rect x={left} y={top} width={size} height={size} rx={isHere ? 15 : 6} />
            <text x={left + size / 2} y={top + size / 2 + 6}>
              {loss ? signed(-loss) : '0'}
            </text>
          </g>
        );
      })}
      {board.wraps > 0 && (
        <text class="wraps" x={isUpright ? x + size / 2 : x + 17} y={isUpright ? y + length + 18 : y + size / 2 + 5}>
          {t('ui.sintra.wraps', { n: board.wraps })}
        </text>
      )}
    </Thing>
  );
}

function Shards({ x, y }: { x: number; y: number }) {
  return (
    <g class="shards" aria-hidden="true" transform={`translate(${x} ${y})`}>
      {look.shards.map(shard => (
        <path key={shard} d={shard} />
      ))}
    </g>
  );
}
