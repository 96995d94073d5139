/** What the engine finds in the position that is shown, and lines that can be played out. */
import { isSaid, t } from '../../language.ts';
import type { Analysis, Hint } from '../../messages.ts';
import { thinksAlong } from '../../settings.ts';
import type { Sandbox } from '../../study.ts';
import type { Thinking } from '../../thinking.ts';
import { signed } from '../../words.ts';
import { told } from '../log.tsx';

interface Props {
  sandbox: Sandbox;
  thinking: Thinking;
}

export function Engine({ sandbox, thinking }: Props) {
  const found = thinking.found.value;
  return (
    <section class="engine" aria-label={t('ui.engine')} aria-busy={thinking.isBusy.value}>
      <div class="row">
        <Switch />
        <Progress thinking={thinking} />
      </div>
      {found && (
        <ol class="best" aria-label={t('ui.hint.best')}>
          {found.hints.map(hint => (
            <Line key={hint.move} hint={hint} sandbox={sandbox} />
          ))}
        </ol>
      )}
    </section>
  );
}

export function Switch() {
  return (
    <button
      class={thinksAlong.value ? 'switch on' : 'switch'}
      role="switch"
      aria-checked={thinksAlong.value}
      onClick={() => (thinksAlong.value = !thinksAlong.value)}
      data-do="think"
    >
      {t('ui.engine')}
    </button>
  );
}

function Progress({ thinking }: Pick<Props, 'thinking'>) {
  const [found, problem] = [thinking.found.value, thinking.problem.value];
  if (problem) return <small role="alert">{t(isSaid(`ui.refused.${problem}`) ? `ui.refused.${problem}` : 'ui.refused')}</small>;
  const said = found?.searched ? searchedText(found) : '';
  return (
    <small>
      {said || (thinking.isBusy.value ? t('ui.hint.thinking') : '')}
      {said && thinking.isBusy.value ? ' …' : ''}
    </small>
  );
}

function searchedText({ searched }: Analysis): string {
  const { depth, depth_unit, nodes, is_complete } = searched!;
  if (is_complete) return t('ui.engine.solved');
  return t(`ui.engine.depth.${depth_unit}`, { depth, nodes: Math.round(nodes / 1000) });
}

/** How far ahead a move leaves the mover. */
export const worth = (hint: Hint): string => {
  const points = signed(Math.round(hint.points * 10) / 10);
  return hint.is_decided ? `${points} ${t(hint.is_won ? 'ui.engine.wins' : 'ui.engine.loses')}` : points;
};

/** A good move, and how play may go on; a click on a move plays up to it. */
function Line({ hint, sandbox }: { hint: Hint; sandbox: Sandbox }) {
  const line = hint.line.length ? hint.line : [hint.move];
  return (
    <li>
      <button class="move" onClick={() => void sandbox.follow([hint.move])} data-move={hint.move}>
        <b>{worth(hint)}</b>
        <span>{told(hint.told[0]!)}</span>
      </button>
      {line.length > 1 && (
        <span class="line-on">
          {line.slice(1).map((move, i) => (
            <button
              key={i}
              onClick={() => void sandbox.follow(line.slice(0, i + 2))}
              aria-label={t('ui.engine.up-to', { moves: line.slice(0, i + 2).join(' ') })}
            >
              {move}
            </button>
          ))}
        </span>
      )}
    </li>
  );
}
