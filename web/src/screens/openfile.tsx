/** A game from a file, to play on with others. */
import { useSignal } from '@preact/signals';
import { packed } from '../importGame.ts';
import { t } from '../language.ts';
import { go } from '../route.ts';
import { FileButton } from './filebutton.tsx';

const MOST = 180_000; // bytes: a few dozen games

export function OpenFile() {
  const isTooLarge = useSignal(false);
  const open = async (file: File) => {
    isTooLarge.value = file.size > MOST;
    if (!isTooLarge.value) go(`/#bring-${await packed(await file.text())}`);
  };
  return (
    <>
      <FileButton is="open-file" chosen={open}>
        {t('ui.bring.open')}
      </FileButton>
      {isTooLarge.value && (
        <p class="problem" role="alert">
          {t('ui.bring.large')}
        </p>
      )}
    </>
  );
}
