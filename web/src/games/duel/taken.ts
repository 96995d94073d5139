/** What was chosen on the factories. */
import type { DuelScene } from '../../messages.ts';
import { useStage } from '../pieces.tsx';
import type { Taken } from '../taken.ts';

/** The colour chosen on a sun side or on the moon sides, and how many tiles would come. */
export function useTaken(scene: DuelScene): Taken | null {
  const [side, ...rest] = useStage().chosen.value[0]?.split('-') ?? [];
  const colour = rest.at(-1);
  if ((side !== 'sun' && side !== 'moon') || !colour) return null;
  const count = (tiles: readonly string[]) => tiles.filter(tile => tile === colour).length;
  if (side === 'moon') {
    const tops = scene.small.map(({ moon }) => moon[0]).filter(top => top === colour);
    return { colour, number: tops.length + count(scene.large.moon) };
  }
  const sun = rest[0] === 'large' ? scene.large.sun : (scene.small[Number(rest[0]) - 1]?.sun ?? []);
  return { colour, number: count(sun) };
}
