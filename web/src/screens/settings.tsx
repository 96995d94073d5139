/** What a visitor prefers. */
import type { Signal } from '@preact/signals';
import { LANGUAGES } from 'languages';
import { t } from '../language.ts';
import {
  asksToConfirm,
  hasMotion,
  hasSound,
  language,
  playsForced,
  TEMPI,
  tempo,
  type Tempo,
} from '../settings.ts';
import { DeviceList } from './devices.tsx';
import { Dialog } from './dialog.tsx';
import { MyData } from './mydata.tsx';

export function Settings({ close }: { close: () => void }) {
  return (
    <Dialog name="settings" title={t('ui.settings')} close={close}>
      <LanguageChoice />
      <Check value={hasMotion} name="ui.settings.motion" />
      <TempoChoice />
      <Check value={hasSound} name="ui.settings.sound" />
      <Check value={playsForced} name="ui.settings.forced" />
      <Check value={asksToConfirm} name="ui.settings.confirm" />
      <p class="note">{t('ui.settings.keys')}</p>
      <DeviceList />
      <MyData />
    </Dialog>
  );
}

export function LanguageChoice() {
  return (
    <label class="field">
      <span>{t('ui.settings.language')}</span>
      <select
        class="languages"
        value={language.value}
        onChange={event => (language.value = event.currentTarget.value)}
      >
        {Object.entries(LANGUAGES).map(([language, { name, tag }]) => (
          <option key={language} value={language} lang={tag}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

/** How slowly points are counted on the boards. */
function TempoChoice() {
  return (
    <label class="field">
      <span>{t('ui.settings.tempo')}</span>
      <select
        value={tempo.value}
        onChange={event => (tempo.value = event.currentTarget.value as Tempo)}
        data-do="tempo"
      >
        {TEMPI.map(name => (
          <option key={name} value={name}>
            {t(`ui.tempo.${name}`)}
          </option>
        ))}
      </select>
    </label>
  );
}

function Check({ value, name }: { value: Signal<boolean>; name: string }) {
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={value.value}
        onChange={event => (value.value = event.currentTarget.checked)}
      />
      {t(name)}
    </label>
  );
}
