/** The links that made other devices this visitor, and how to take them back. */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { api } from '../api.ts';
import { locale, t } from '../language.ts';
import type { Devices } from '../messages.ts';

export function DeviceList() {
  const devices = useSignal<Devices>({ links: [], others: 0 });
  const show = (answer: Promise<Devices>) =>
    answer.then(
      found => void (devices.value = found),
      () => undefined, // then it shows what was known
    );
  useEffect(() => void show(api.devices()), []);
  const { links, others } = devices.value;
  if (links.length === 0 && others === 0) return null;
  return (
    <section class="devices" aria-labelledby="devices-title">
      <h3 id="devices-title">{t('ui.devices')}</h3>
      <ul>
        {links.map(link => (
          <li class="row" key={link.name}>
            <span id={`link-${link.name}`}>
              {t('ui.devices.link', { date: dateOf(link.made), n: link.devices })}
            </span>
            <button aria-describedby={`link-${link.name}`} onClick={() => void show(api.revoke(link.name))}>
              {t('ui.devices.revoke')}
            </button>
          </li>
        ))}
      </ul>
      <p>{t('ui.devices.others', { n: others })}</p>
      <div class="row">
        <button onClick={() => void show(api.revokeAll())}>{t('ui.devices.revoke-all')}</button>
      </div>
      <p class="note">{t('ui.devices.note')}</p>
    </section>
  );
}

const dateOf = (seconds: number) =>
  new Date(seconds * 1000).toLocaleString(locale(), {
    dateStyle: 'medium',
    timeStyle: 'short',
  });
