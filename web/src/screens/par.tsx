/** What each level makes of a game of the day, worked out one after the other, and where one stands among them. */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { api } from '../api.ts';
import { t } from '../language.ts';
import { levelName } from '../levels.ts';
import type { LevelPar } from '../messages.ts';
import { signed } from '../words.ts';

const LEVELS = ['beginner', 'easy', 'casual', 'skilled', 'strong'];

interface Props {
  game: string;
  day: string;
  lead: number; // one's own
}

export function Par({ game, day, lead }: Props) {
  const isOpen = useSignal(false);
  return (
    <details class="par" onToggle={event => (isOpen.value = event.currentTarget.open)}>
      <summary data-do="par">{t('ui.today.par')}</summary>
      {isOpen.value && <Scale game={game} day={day} lead={lead} />}
    </details>
  );
}

const mean = (leads: readonly number[]) => leads.reduce((sum, each) => sum + each, 0) / leads.length;

function Scale({ game, day, lead }: Props) {
  const pars = useSignal<LevelPar[]>([]);
  const isDone = useSignal(false);
  useEffect(() => {
    const leaving = new AbortController();
    const ask = async () => {
      for (const level of LEVELS) {
        const par = await api.dailyPar(game, day, { level }, leaving.signal);
        pars.value = [...pars.value, par];
      }
    };
    ask().catch(() => undefined).finally(() => (isDone.value = true));
    return () => leaving.abort();
  }, [game, day]);
  const every = [lead, ...pars.value.flatMap(({ leads }) => leads)];
  const [least, most] = [Math.min(...every), Math.max(...every)];
  const at = (points: number) => `${(100 * (points - least)) / Math.max(1, most - least)}%`;
  const beaten = pars.value.filter(({ leads }) => lead > mean(leads)).at(-1);
  return (
    <>
      <p role="status">
        {!isDone.value
          ? t('ui.today.par.busy', { n: pars.value.length, total: LEVELS.length })
          : beaten && t('ui.today.par.better', { level: levelName(beaten.level) })}
      </p>
      <ul>
        {pars.value.map(({ level, leads }) => {
          const [low, high] = [Math.min(...leads), Math.max(...leads)];
          return (
            <li key={level}>
              <span>{levelName(level)}</span>
              <span class="scale" aria-hidden="true">
                <i class="spread" style={{ left: at(low), right: `calc(100% - ${at(high)})` }} />
                <i class="mean" style={{ left: at(mean(leads)) }} />
                <i class="own" style={{ left: at(lead) }} />
              </span>
              <b>
                {signed(Math.round(mean(leads)))} <small>({signed(low)} … {signed(high)})</small>
              </b>
            </li>
          );
        })}
      </ul>
    </>
  );
}
