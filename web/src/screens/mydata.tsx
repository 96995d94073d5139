/** All that the server keeps of this visitor: to download, and to delete. */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { api } from '../api.ts';
import { t } from '../language.ts';
import { notifications } from '../notices.ts';
import { to } from '../route.ts';
import { wantsNotices } from '../settings.ts';
import { Download } from './download.tsx';

/** Let nothing be kept, here or there. */
async function forgotten(): Promise<void> {
  if (wantsNotices.peek()) await (await notifications()).switchOff();
  await api.forget();
}

export function MyData() {
  const isKnown = useSignal(false);
  const isAsked = useSignal(false);
  useEffect(() => {
    api.me().then(
      me => void (isKnown.value = me.is_known),
      () => undefined,
    );
  }, []);
  if (!isKnown.value) return null;
  const forget = () =>
    forgotten().then(
      () => location.assign(to('/')),
      () => (isAsked.value = false),
    );
  return (
    <section class="devices" aria-labelledby="data-title">
      <h3 id="data-title">{t('ui.data')}</h3>
      <div class="row">
        <Download path="me/data" is="download-data">
          {t('ui.data.download')}
        </Download>
        {isAsked.value ? (
          <button class="danger" onClick={() => void forget()} aria-describedby="data-note" data-do="delete-data">
            {t('ui.data.sure')}
          </button>
        ) : (
          <button onClick={() => (isAsked.value = true)} data-do="ask-delete-data">
            {t('ui.data.delete')}
          </button>
        )}
      </div>
      {isAsked.value && (
        <p class="note" id="data-note" role="alert">
          {t('ui.data.note')}
        </p>
      )}
    </section>
  );
}
