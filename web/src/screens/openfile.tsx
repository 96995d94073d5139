/** A game from a file, to play on with others. */
import { useSignal } from '@preact/signals';
import { packed } from '../bring.ts';
import { t } from '../language.ts';
import { go } from '../route.ts';

const MOST = 180_000; // bytes: a few dozen games

export function OpenFile() {
  const isTooLarge = useSignal(false);
  const open = async (input: HTMLInputElement) => {
    const [file] = input.files ?? [];
    input.value = ''; // so that the same file can be chosen again
    isTooLarge.value = (file?.size ?? 0) > MOST;
    if (file && !isTooLarge.value) go(`/#bring-${await packed(await file.text())}`);
  };
  return (
    <>
      <label class="button">
        {t('ui.bring.open')}
        <input
          type="file"
          class="unseen"
          accept=".json,.txt,application/json,text/plain"
          onChange={event => void open(event.currentTarget)}
          data-do="open-file"
        />
      </label>
      {isTooLarge.value && (
        <p class="problem" role="alert">
          {t('ui.bring.large')}
        </p>
      )}
    </>
  );
}
