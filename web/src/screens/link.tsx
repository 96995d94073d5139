/** A personal link: who opens it is asked before they become somebody else. */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { api } from '../api.ts';
import { t } from '../language.ts';
import type { LinkOwner } from '../messages.ts';
import { go, to } from '../route.ts';
import { ownName } from '../settings.ts';

interface Props {
  secret: string;
  back: string; // where to go then
}

export function LinkPage({ secret, back }: Props) {
  const owner = useSignal<LinkOwner | 'nobody' | null>(null);
  useEffect(() => {
    document.title = 'Azulejos';
    api.linkOwner(secret).then(
      found => (found.is_me ? leave(back) : (owner.value = found)),
      () => (owner.value = 'nobody'),
    );
  }, [secret]);
  if (owner.value === null) return <p class="loading">{t('ui.loading')}</p>;
  if (owner.value === 'nobody') return <Nobodys />;
  const { name, mine } = owner.value;
  const accept = () =>
    api.openLink(secret).then(
      me => ((ownName.value = me.name), leave(back)),
      () => (owner.value = 'nobody'),
    );
  return (
    <main class="nothing">
      <h1>{t('ui.link.ask', { name })}</h1>
      {mine !== null && <p>{t('ui.link.instead', { mine, name })}</p>}
      <div class="row">
        <button class="main" data-do="accept" onClick={() => void accept()}>
          {t('ui.link.accept', { name })}
        </button>
        {mine !== null && (
          <button data-do="keep" onClick={() => leave('/')}>
            {t('ui.link.keep', { mine })}
          </button>
        )}
      </div>
    </main>
  );
}

function Nobodys() {
  return (
    <main class="nothing">
      <h1>{t('ui.link.nobody')}</h1>
      <a class="button main" href={to('/')}>
        {t('ui.lobby')}
      </a>
    </main>
  );
}

/** Go on, and keep the secret out of the history. */
function leave(address: string): void {
  history.replaceState(null, '', to('/'));
  go(address);
}
