/** Sitting down: whoever has no name yet is asked for one, with one that can simply be taken. */
import { useSignal } from '@preact/signals';
import { api } from '../api.ts';
import { t } from '../language.ts';
import { ownName } from '../settings.ts';
import { Dialog } from './dialog.tsx';

export const MAX_NAME_LENGTH = 24;
const NAMES = ['Aurora', 'Bento', 'Clara', 'Duarte', 'Elisa', 'Gil', 'Inês', 'Jorge', 'Lia', 'Marta', 'Nuno', 'Olga', 'Pia', 'Rui', 'Sol', 'Tiago', 'Vera', 'Xavier'];

const anyName = () => NAMES[Math.floor(Math.random() * NAMES.length)]!;

interface Props {
  sit: () => void;
  close: () => void;
}

export function NameDialog({ sit, close }: Props) {
  const name = useSignal(ownName.value || anyName());
  const hasFailed = useSignal(false);
  const take = (event: Event) => {
    event.preventDefault();
    api.rename({ name: name.value.trim() }).then(
      me => ((ownName.value = me.name), sit()),
      () => (hasFailed.value = true),
    );
  };
  return (
    <Dialog name="name" title={t('ui.name.ask')} close={close}>
      <form onSubmit={take}>
        <label class="field">
          <span>{t('ui.your-name')}</span>
          <input
            value={name.value}
            maxLength={MAX_NAME_LENGTH}
            required
            autocomplete="nickname"
            onInput={event => (name.value = event.currentTarget.value)}
          />
        </label>
        {hasFailed.value && <p class="problem" role="alert">{t('ui.name.refused')}</p>}
        <div class="row">
          <button class="main" type="submit" data-do="sit-down">
            {t('ui.sit-down')}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
