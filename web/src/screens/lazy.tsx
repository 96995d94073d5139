/** A screen that is fetched when it is first shown, so that the first one comes sooner. */
import { useEffect, useState } from 'preact/hooks';
import type { FunctionComponent } from 'preact';
import { laterWords, t } from '../language.ts';

export function lazily<P extends object>(
  load: () => Promise<FunctionComponent<P>>,
  isAlone = true, // nothing else is there while it is fetched
): FunctionComponent<P> {
  return props => {
    const [Screen, setScreen] = useState<FunctionComponent<P> | null>(null);
    const [isMissing, setMissing] = useState(false);
    useEffect(() => {
      Promise.all([load(), laterWords()]).then(
        ([screen]) => setScreen(() => screen),
        () => setMissing(true),
      );
    }, []);
    if (Screen) return <Screen {...props} />;
    return isAlone ? <p class="loading">{t(isMissing ? 'ui.refused.offline' : 'ui.loading')}</p> : null;
  };
}
