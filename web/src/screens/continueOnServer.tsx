/** From a game that is only on this device to a table at which friends can sit down. */
import { useSignal } from '@preact/signals';
import { api } from '../api.ts';
import { bringing } from '../importGame.ts';
import { t } from '../language.ts';
import { isServerThere, SERVER } from '../offline/server.ts';
import { friendsServer } from '../settings.ts';
import { Download } from './download.tsx';

const EXAMPLE = 'https://azul.example.org';

export function PlayOn({ table }: { table: string }) {
  const problem = useSignal<string | null>(null);
  const path = `export?table=${table}`;
  const moveTo = (server: string) =>
    api
      .file(path)
      .then(({ file }) => file.text())
      .then(async text => location.assign(await bringing(server, text)))
      .catch(() => (problem.value = 'ui.friends.early'));
  return (
    <section class="play-on">
      <h3>{t('ui.friends')}</h3>
      {SERVER ? (
        <OwnServer go={() => void moveTo(location.origin)} />
      ) : (
        <AnyServer go={server => void moveTo(server)} wrong={() => (problem.value = 'ui.friends.wrong')} />
      )}
      {problem.value && (
        <p class="problem" role="alert">
          {t(problem.value, { example: EXAMPLE })}
        </p>
      )}
      <div class="row">
        <Download path={path} is="save-game">
          {t('ui.friends.file')}
        </Download>
      </div>
    </section>
  );
}

/** The server that this site came from. */
function OwnServer({ go }: { go: () => void }) {
  if (isServerThere.value === false) return <p class="note">{t('ui.friends.away')}</p>;
  return (
    <div class="row">
      <button class="main" onClick={go} data-do="play-on">
        {t('ui.friends.go')}
      </button>
    </div>
  );
}

/** A site of its own knows no server: somebody has to name one. */
function AnyServer({ go, wrong }: { go: (server: string) => void; wrong: () => void }) {
  const typed = useSignal(friendsServer.value);
  const submit = (event: Event) => {
    event.preventDefault();
    const server = originOf(typed.value);
    if (!server) return wrong();
    friendsServer.value = server;
    go(server);
  };
  return (
    <form onSubmit={submit}>
      <p class="note">{t('ui.friends.note')}</p>
      <label class="field">
        <span>{t('ui.friends.address')}</span>
        <input
          value={typed.value}
          placeholder={EXAMPLE}
          inputMode="url"
          autocomplete="url"
          required
          onInput={event => (typed.value = event.currentTarget.value)}
        />
      </label>
      <div class="row">
        <button class="main" type="submit" data-do="play-on">
          {t('ui.friends.go')}
        </button>
      </div>
    </form>
  );
}

const HOST = /^[\p{L}\d.:[\]-]+$/u; // some browsers take anything for one

/** The origin that somebody has typed, with or without its scheme. */
function originOf(text: string): string | null {
  try {
    const address = new URL(/^https?:/i.test(text.trim()) ? text.trim() : `https://${text.trim()}`);
    return HOST.test(address.host) ? address.origin : null;
  } catch {
    return null;
  }
}
