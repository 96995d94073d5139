/** A link to what is shown, given to others: by the device's own menu, or copied. */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { t } from '../language.ts';
import { shared } from '../route.ts';
import { Dialog } from './dialog.tsx';
import { Invite, isOnlyHere } from './invite.tsx';

/** Whether the device is one whose own menu leads to friends, like a phone. */
export const hasMenu = () => 'share' in navigator && matchMedia('(pointer: coarse)').matches;

export function Share({ path }: { path: string }) {
  const isCopied = useSignal(false);
  const isOpen = useSignal(false);
  useEffect(() => void (isCopied.value = false), [path]);
  const share = async () => {
    const url = shared(path);
    if (isOnlyHere()) return void (isOpen.value = true); // it has to become another link first
    try {
      if (hasMenu()) await navigator.share({ title: document.title, url });
      else {
        await navigator.clipboard.writeText(url);
        isCopied.value = true;
      }
    } catch (error) {
      const isChangeOfMind = error instanceof DOMException && error.name === 'AbortError';
      isOpen.value = !isChangeOfMind; // a page over plain HTTP has neither menu nor clipboard
    }
  };
  return (
    <>
      <button onClick={() => void share()} data-do="share">
        <span role="status">{t(isCopied.value ? 'ui.copied' : 'ui.share.position')}</span>
      </button>
      {isOpen.value && (
        <Dialog name="share" title={t('ui.share.position')} close={() => (isOpen.value = false)}>
          <Invite path={path} />
        </Dialog>
      )}
    </>
  );
}
