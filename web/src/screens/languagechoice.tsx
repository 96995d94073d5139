/** In which language the page speaks: in the settings, and at once in the lobby. */
import { LANGUAGES } from 'languages';
import { t } from '../language.ts';
import { language } from '../settings.ts';

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
