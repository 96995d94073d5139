/** Changes of a table made visible: tiles fly, unless nothing is to move or nobody is looking. */
import { flown } from './flight.ts';
import { mayMove } from './settings.ts';
import { knock } from './sound.ts';
import type { Animate } from './table.ts';

export const animated: Animate = async change => {
  const layer = document.getElementById('flights');
  if (!layer || document.hidden || !mayMove()) change();
  else await flown(layer, change, knock);
};
