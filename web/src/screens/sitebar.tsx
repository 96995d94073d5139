/** Of the standalone site: how far it has started, what is wrong, and what is new. */
import { start, storage, update, type Start } from '../offline/state.ts';
import { t } from '../language.ts';
import { isServerBack, wayBack } from '../offline/server.ts';

export function SiteBar() {
  const told = start.value;
  if (told.kind !== 'ready') return <Starting told={told} />;
  return (
    <>
      {storage.value === 'memory' && (
        <aside class="site-bar" role="alert" data-site="memory">
          {t('ui.site.memory')}
        </aside>
      )}
      {isServerBack.value && (
        <aside class="site-bar" role="status" data-site="back">
          {t('ui.lost.back')} <ToServer />
        </aside>
      )}
      {update.value && (
        <aside class="site-bar" role="status" data-site="update">
          {t('ui.site.update')}{' '}
          <button class="main" onClick={() => update.value?.()} data-do="update">
            {t('ui.site.reload')}
          </button>
        </aside>
      )}
    </>
  );
}

/** The way back; the page of a server is another one, so it is loaded anew. */
export function ToServer() {
  return (
    <a class="button main" href={wayBack()} target="_self" data-do="to-server">
      {t('ui.lost.return')}
    </a>
  );
}

function Starting({ told }: { told: Exclude<Start, { kind: 'ready' }> }) {
  if (told.kind === 'progress') {
    return (
      <aside class="site-bar" role="status" data-site="progress">
        {t(`ui.site.${told.part}`)} <progress value={told.done + 0.5} max={told.total} />
      </aside>
    );
  }
  return (
    <aside class="site-bar" role="alert" data-site={told.kind}>
      {t(`ui.site.${told.kind}`)}
      {told.kind === 'failed' && <small>{told.message}</small>}
    </aside>
  );
}
