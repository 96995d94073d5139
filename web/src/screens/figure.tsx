/** A picture in a text: what lies in the middle of a table, or the board of the first seat, drawn as at a table. */
import { computed, signal } from '@preact/signals';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { GAMES } from '../games/games.ts';
import { StageContext, type Stage } from '../games/pieces.tsx';
import type { Player, View } from '../games/view.ts';
import { t } from '../language.ts';
import type { Scene } from '../messages.ts';

interface Props {
  scene: Scene;
  shows: string; // `middle`, or `board` and the names of what is lit on it
}

const reader = (scene: Scene, view: View): Player => ({
  seat: 0,
  name: t('ui.player', { number: 1 }),
  score: view.score(scene, 0),
  isOwn: true,
  isToMove: false,
  level: null,
  instead: null,
  isHere: true,
  hasResigned: false,
  clock: null,
});

export function Figure({ scene, shows }: Props) {
  const [part, ...lit] = shows.split(' ');
  const [view, setView] = useState<View | null>(null);
  const stage = useMemo(() => showing(lit), [shows]);
  useEffect(() => {
    void GAMES[scene.type]?.view().then(loaded => setView(loaded));
  }, [scene.type]);
  return (
    <StageContext.Provider value={stage}>
      <figure class={part!}>
        {view && (part === 'middle' ? <view.Middle scene={scene} /> : <view.Board scene={scene} player={reader(scene, view)} frame="bare" />)}
      </figure>
    </StageContext.Provider>
  );
}

/** Nothing can be clicked here, and some things are lit. */
const showing = (lit: readonly string[]): Stage => ({
  targets: signal(new Map()),
  chosen: signal([]),
  hinted: computed(() => new Set(lit)),
  score: signal(0),
  click: () => undefined,
});
