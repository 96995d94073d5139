/** That the server cannot be reached, and what one can do meanwhile; it is there from the beginning. */
import { useEffect } from 'preact/hooks';
import { findSite, isSiteKept, wayToSite } from '../away.ts';
import { t } from '../language.ts';
import { isReached } from '../port.ts';
import { Bar } from './bar.tsx';

export function AwayBar() {
  useEffect(() => void findSite().catch(() => undefined), []);
  if (isReached.value) return null;
  return (
    <Bar is="away">
      {t('ui.lost')}{' '}
      {isSiteKept.value && (
        <a class="button main" href={wayToSite()} data-do="play-here">
          {t('ui.lost.play')}
        </a>
      )}
    </Bar>
  );
}
