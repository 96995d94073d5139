/** Of the standalone site: how far it has started, what is wrong, and what is new. */
import { start, storage, update, type Start } from '../offline/state.ts';
import { t } from '../language.ts';
import { isServerBack, wayBack } from '../offline/server.ts';
import { Bar } from './bar.tsx';

export function SiteBar() {
  const told = start.value;
  return told.kind === 'ready' ? <Notes /> : <Starting told={told} />;
}

function Notes() {
  return (
    <>
      {storage.value === 'memory' && (
        <Bar is="memory" isUrgent>
          {t('ui.site.memory')}
        </Bar>
      )}
      {isServerBack.value && (
        <Bar is="back">
          {t('ui.lost.back')} <ToServer />
        </Bar>
      )}
      {update.value && (
        <Bar is="update">
          {t('ui.site.update')}{' '}
          <button class="main" onClick={() => update.value?.()} data-do="update">
            {t('ui.site.reload')}
          </button>
        </Bar>
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
      <div class="site-bar" role="status" data-site="progress">
        <label>
          {t(`ui.site.${told.part}`)} <progress value={told.done + 0.5} max={told.total} />
        </label>
      </div>
    );
  }
  return (
    <div class="site-bar" role="alert" data-site={told.kind}>
      {t(`ui.site.${told.kind}`)}
      {told.kind === 'failed' && <small>{told.message}</small>}
    </div>
  );
}
