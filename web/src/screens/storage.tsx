/** Games that are kept in this browser: taken along as a file, and brought back from one. */
import { useSignal } from '@preact/signals';
import { api, Refusal } from '../api.ts';
import { isSaid, t } from '../language.ts';
import { isServerThere, SERVER } from '../offline/server.ts';
import { isInstalled } from '../offline/state.ts';
import { to } from '../route.ts';
import { Download } from './download.tsx';
import { FileButton } from './filebutton.tsx';
import { ToServer } from './sitebar.tsx';

export function Keeping() {
  const told = useSignal('');
  const only = useSignal<string | null>(null); // the table of a file with one game
  const read = async (file: File) => {
    try {
      const { tables } = await api.importGames(await file.text());
      told.value = t('ui.site.imported', { n: tables.length });
      only.value = tables.length === 1 ? tables[0]! : null;
    } catch (error) {
      only.value = null;
      const known = error instanceof Refusal ? `ui.refused.${error.code}` : '';
      told.value = t(known && isSaid(known) ? known : 'ui.site.unreadable');
    }
  };
  return (
    <section class="list keeping">
      <h2>{t('ui.site.kept')}</h2>
      <p class="none">{t('ui.site.kept.note')}</p>
      <p class="none" role="status" data-site={isInstalled.value ? 'installed' : 'installing'}>
        {t(isInstalled.value ? 'ui.site.installed' : 'ui.site.installing')}
      </p>
      {SERVER && isServerThere.value !== null && (
        <p class="none" role="status" data-site={isServerThere.value ? 'there' : 'away'}>
          {t(isServerThere.value ? 'ui.lost.there' : 'ui.lost.apart')} {isServerThere.value && <ToServer />}
        </p>
      )}
      <div class="row">
        <Download path="export" is="export">
          {t('ui.site.export')}
        </Download>
        <FileButton is="import" chosen={read}>
          {t('ui.site.import')}
        </FileButton>
      </div>
      {told.value && (
        <p role="status" data-site="imported">
          {told.value}{' '}
          {only.value && (
            <a class="button main" href={to(`/t/${only.value}`)} data-do="open-imported">
              {t('ui.bring.look')}
            </a>
          )}
        </p>
      )}
    </section>
  );
}
