/** A button for a picture of all boards: handed over by the device's own menu, or saved. */
import { useSignal } from '@preact/signals';
import type { View } from '../games/view.ts';
import { t } from '../language.ts';
import type { Scene, Update } from '../messages.ts';
import { pictureOf } from '../picture.tsx';
import { saveAs } from './download.tsx';
import { seatName } from './seats.ts';
import { hasMenu } from './share.tsx';

interface Props {
  update: Update;
  scene: Scene;
  view: View;
}

export function PictureButton({ update, scene, view }: Props) {
  const hasFailed = useSignal(false);
  const make = async () => {
    const players = update.seats.map((seat, number) => ({
      seat: number,
      name: seatName(seat, number),
      score: view.score(scene, number),
      isOwn: false,
      isToMove: false,
      level: seat.level,
      instead: seat.instead,
      isHere: true,
      hasResigned: seat.has_resigned,
      clock: null,
    }));
    const png = await pictureOf({ view, scene, players, title: t(`game.${update.game}`) });
    const file = new File([png], `${update.game}.png`, { type: png.type });
    if (hasMenu() && navigator.canShare?.({ files: [file] })) await navigator.share({ files: [file] });
    else saveAs(file.name, file);
  };
  const failed = (error: unknown) => {
    hasFailed.value = !(error instanceof DOMException && error.name === 'AbortError'); // a change of mind
  };
  return (
    <>
      <button type="button" onClick={() => void make().then(() => (hasFailed.value = false), failed)} data-do="picture">
        {t(hasMenu() ? 'ui.picture.share' : 'ui.picture.save')}
      </button>
      {hasFailed.value && (
        <span class="problem" role="alert">
          {t('ui.picture.failed')}
        </span>
      )}
    </>
  );
}
