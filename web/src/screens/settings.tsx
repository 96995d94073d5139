/** What a visitor prefers. */
import type { Signal } from '@preact/signals';
import { t } from '../language.ts';
import { isSite } from '../route.ts';
import {
  asksToConfirm,
  hasMotion,
  hasSound,
  playsForced,
  TEMPI,
  tempo,
  theme,
} from '../settings.ts';
import { THEMES } from '../theme.ts';
import { DeviceList } from './devices.tsx';
import { Dialog } from './dialog.tsx';
import { LanguageChoice } from './languagechoice.tsx';
import { MyData } from './mydata.tsx';
import { NotifyChoice } from './notify.tsx';
import { OfflineChoice } from './offlinechoice.tsx';

export function Settings({ close }: { close: () => void }) {
  return (
    <Dialog name="settings" title={t('ui.settings')} close={close}>
      <LanguageChoice />
      <Choice value={theme} among={THEMES} name="theme" title={t('ui.settings.theme')} say={one => t(`ui.theme.${one}`)} />
      <Check value={hasMotion} name="ui.settings.motion" />
      <Choice value={tempo} among={TEMPI} name="tempo" title={t('ui.settings.tempo')} say={one => t(`ui.tempo.${one}`)} />
      <Check value={hasSound} name="ui.settings.sound" />
      {!isSite && <NotifyChoice />}
      {!isSite && <OfflineChoice />}
      <Check value={playsForced} name="ui.settings.forced" />
      <Check value={asksToConfirm} name="ui.settings.confirm" />
      <p class="note">{t('ui.settings.keys')}</p>
      {!isSite && <DeviceList />}
      <MyData />
    </Dialog>
  );
}

/** One of a few words, such as how slowly points are counted. */
function Choice<T extends string>(props: {
  value: Signal<T>;
  among: readonly T[];
  name: string;
  title: string;
  say: (one: T) => string;
}) {
  const { value, among, name, title, say } = props;
  return (
    <label class="field">
      <span>{title}</span>
      <select value={value.value} onChange={event => (value.value = event.currentTarget.value as T)} data-do={name}>
        {among.map(one => (
          <option key={one} value={one}>
            {say(one)}
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
