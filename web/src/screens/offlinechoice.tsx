/** Whether this browser keeps the games for when the server cannot be reached. */
import { dropSite, isSiteKept, keepSite, SITE } from '../away.ts';
import { t } from '../language.ts';
import { keepsSite } from '../settings.ts';

export function OfflineChoice() {
  if (!SITE || !isSecureContext || !('serviceWorker' in navigator)) return null;
  const change = (isOn: boolean) => {
    keepsSite.value = isOn;
    void (isOn ? keepSite() : dropSite()).catch(() => undefined);
  };
  return (
    <>
      <label class="check">
        <input
          type="checkbox"
          checked={keepsSite.value}
          onChange={event => change(event.currentTarget.checked)}
          data-do="keep-site"
        />
        {t('ui.settings.offline')}
      </label>
      {keepsSite.value && (
        <p class="note" role="status" data-site={isSiteKept.value ? 'kept' : 'missing'}>
          {t(isSiteKept.value ? 'ui.settings.offline.kept' : 'ui.settings.offline.later')}
        </p>
      )}
    </>
  );
}
