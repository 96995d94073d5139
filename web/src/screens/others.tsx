/**
 * The boards of the others. A click opens one; on a short screen they are folded, and a strip says
 * who sits at the table, with how many points, and whose turn it is.
 */
import { useSignal } from '@preact/signals';
import { initial, status } from '../games/pieces.tsx';
import type { Player, View } from '../games/view.ts';
import { t } from '../language.ts';
import { levelName } from '../levels.ts';
import type { Scene } from '../messages.ts';
import { isNarrow, isShort } from '../screen.ts';
import { plain } from '../words.ts';
import { Dialog } from './dialog.tsx';

interface Props {
  players: Player[];
  own: number; // whose board is in front
  scene: Scene;
  view: View;
}

export const isFolded = (): boolean => isNarrow.value && isShort.value;

export function Others({ players, own, scene, view }: Props) {
  const open = useSignal<number | null>(null);
  const shown = open.value === null ? undefined : players[open.value];
  const order = [...players.slice(own), ...players.slice(0, own)]; // in which they play
  const isStrip = isFolded();
  return (
    <>
      <section class={isStrip ? 'others players' : 'others'} aria-label={t('ui.others')} tabindex={isStrip ? -1 : 0}>
        {isStrip && <Chip player={order[0]!} />}
        {order.slice(1).map(player => (
          <div class="other" key={player.seat} data-folded={isStrip ? '' : undefined}>
            {isStrip ? <Chip player={player} /> : null}
            <view.Board scene={scene} player={player} frame="heading" />
            <button
              class="look"
              onClick={() => (open.value = player.seat)}
              aria-label={t('ui.look', { name: player.name, score: player.score })}
            />
          </div>
        ))}
      </section>
      {shown && (
        <Dialog name="board-of" title={shown.name} close={() => (open.value = null)}>
          <view.Board scene={scene} player={shown} frame="heading" />
        </Dialog>
      )}
    </>
  );
}

function Chip({ player }: { player: Player }) {
  return (
    <div class={player.isToMove ? 'chip-of active' : 'chip-of'} data-seat={player.seat}>
      <i class={`coin seat-${player.seat}`} aria-hidden="true">
        {initial(player.name)}
      </i>
      <span class="who">
        <span>{player.name}</span>
        {(player.clock || player.hasResigned || !player.isHere) && <small>{status(player)}</small>}
        {player.instead && !player.clock && !player.hasResigned && <small>{levelName(player.instead)}</small>}
      </span>
      <b>{plain(player.score)}</b>
    </div>
  );
}
