/** Switching notifications on and off. They are asked for by a click, never by the page itself. */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { t } from '../language.ts';
import type { Update } from '../messages.ts';
import { canNotify, notifications } from '../notices.ts';
import type { Reach } from '../notifications.ts';
import { language, noticesDeclined, wantsNotices } from '../settings.ts';

/** In the settings: on or off, and when that helps. */
export function NotifyChoice() {
  const reach = useSignal<Reach | null>(null);
  useEffect(() => {
    if (wantsNotices.peek()) void notifications().then(async ({ keepOn }) => (reach.value = await keepOn()));
  }, [language.value]);
  if (!canNotify()) return null;
  const change = async (isOn: boolean) => {
    const { switchOn, switchOff } = await notifications();
    reach.value = isOn ? await switchOn() : (await switchOff(), null);
  };
  return (
    <>
      <label class="check">
        <input
          type="checkbox"
          checked={wantsNotices.value && reach.value !== 'blocked'}
          onChange={event => void change(event.currentTarget.checked)}
          data-do="notify"
        />
        {t('ui.settings.notify')}
      </label>
      {reach.value && (
        <p class="note" role="status">
          {t(`ui.notify.${reach.value}`)}
        </p>
      )}
    </>
  );
}

/** At a table by turns, to who waits for others and has not said yes or no yet. */
export function NotifyOffer({ update: { pace, seat, to_move, result } }: { update: Update }) {
  const isWaiting = pace === 'turns' && seat !== null && to_move !== null && to_move !== seat && !result;
  if (!isWaiting || wantsNotices.value || noticesDeclined.value) return null;
  if (!canNotify() || Notification.permission === 'denied') return null;
  const accept = async () => {
    const reach = await (await notifications()).switchOn();
    if (reach === 'blocked') noticesDeclined.value = true;
  };
  return (
    <aside class="offer" aria-label={t('ui.settings.notify')}>
      <span>{t('ui.notify.offer')}</span>
      <button class="main" onClick={() => void accept()} data-do="accept-notify">
        {t('ui.notify.accept')}
      </button>
      <button onClick={() => (noticesDeclined.value = true)} data-do="decline-notify">
        {t('ui.tour.no')}
      </button>
    </aside>
  );
}
