/** Changes of a table made visible: tiles fly, and what is counted shines. */
import { flown } from './flight.ts';
import type { Show } from './playback.ts';
import { light } from './scoring.ts';
import { mayMove, tempo, type Tempo } from './settings.ts';
import { knock } from './sound.ts';

/** For each tempo, how long a part of a scoring is seen, and how long flights take. */
const TEMPI: Record<Tempo, { hold: number; flight: number }> = {
  slow: { hold: 1700, flight: 1.4 },
  normal: { hold: 950, flight: 1 },
  fast: { hold: 320, flight: 0.5 },
  off: { hold: 0, flight: 1 },
};
const BEFORE_TOTAL = 0.45; // of the time that a part is seen

let isFinished = false; // what is being counted: nobody wants to see more of it
let finishWaiting: () => void = () => undefined;

function wait(milliseconds: number): Promise<void> {
  if (isFinished) return Promise.resolve();
  return new Promise(resolve => {
    const timer = setTimeout(resolve, milliseconds);
    finishWaiting = () => {
      clearTimeout(timer);
      resolve();
    };
  });
}

const layer = () => document.getElementById('flights')!;

export const show: Show = {
  async change(change, isCounted) {
    if (document.hidden || !mayMove()) change();
    else await flown(layer(), change, knock, isCounted ? TEMPI[tempo.value].flight : 1);
  },

  async count(part, total, isQuick) {
    const { hold } = TEMPI[isQuick ? 'fast' : tempo.value];
    if (document.hidden || !hold) return total();
    isFinished = false;
    await wait(30); // until it is drawn
    const done = light(layer(), part);
    await wait(hold * BEFORE_TOTAL);
    total();
    await wait(hold * (1 - BEFORE_TOTAL));
    done();
  },

  finish() {
    isFinished = true;
    finishWaiting();
    for (const flight of layer().getAnimations({ subtree: true })) flight.finish();
  },
};
