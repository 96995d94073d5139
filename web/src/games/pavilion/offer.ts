/** What lies between the players of the Pavilion. */
import type { PavilionScene } from '../../messages.ts';

/** Whether all tiles of the round were taken: then they are placed. */
export const isTaken = ({ displays, centre }: PavilionScene): boolean =>
  [...displays, centre].every(tiles => tiles.length === 0);
