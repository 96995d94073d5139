/** What was chosen on a display or in the centre. */
import { useStage } from './pieces.tsx';

export interface Taken {
  colour: string;
  number: number;
}

interface Offer {
  displays: readonly (readonly string[])[];
  centre: readonly string[];
}

/** The colour chosen on a display or in the centre, and how many tiles of it lie there. */
export function useTaken({ displays, centre }: Offer): Taken | null {
  const [source, ...rest] = useStage().chosen.value[0]?.split('-') ?? [];
  const colour = rest.at(-1);
  const from = source === 'centre' ? centre : displays[Number(rest[0]) - 1];
  if (!from || !colour) return null;
  return { colour, number: from.filter(tile => tile === colour).length };
}
