/** An invitation: the link that others can open, as a text to copy and as a code to scan. */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { api } from '../api.ts';
import { t } from '../language.ts';
import type { ReachInfo } from '../messages.ts';
import { Copy } from './copy.tsx';
import { lazily } from './lazy.tsx';

const QrCode = lazily(() => import('./qr.tsx').then(screen => screen.QrCode));
const OWN = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\]|.*\.localhost)$/;

/** Whether the page was opened at an address that means this machine wherever it is opened. */
export const isOnlyHere = () => OWN.test(location.hostname);

export function Invite({ path }: { path: string }) {
  const reach = useSignal<ReachInfo | null>(null);
  const hasFailed = useSignal(false);
  const isScanned = useSignal(false);
  useEffect(() => {
    if (isOnlyHere()) api.reach().then(found => (reach.value = found), () => undefined);
  }, []);
  const open = () =>
    api.openToNetwork().then(
      found => (reach.value = found),
      () => (hasFailed.value = true),
    );
  const [elsewhere] = reach.value?.origins ?? [];
  const link = (isOnlyHere() && elsewhere ? elsewhere : location.origin) + path;
  const isStuck = isOnlyHere() && !elsewhere;
  return (
    <div class="invite">
      <Copy text={link} label={t('ui.share')} />
      {isStuck && <p class="note">{t('ui.only-here')}</p>}
      {isStuck && reach.value?.may_open && (
        <button type="button" onClick={() => void open()} data-do="lan">
          {t('ui.lan')}
        </button>
      )}
      {hasFailed.value && <p class="problem" role="alert">{t('ui.lan.failed')}</p>}
      {!isStuck && (
        <details class="scan" onToggle={event => (isScanned.value = event.currentTarget.open)}>
          <summary>{t('ui.qr')}</summary>
          {isScanned.value && <QrCode text={link} />}
        </details>
      )}
    </div>
  );
}
