/** What was tried, as a tree: a line of moves, and beneath each what was tried instead. */
import { t } from '../../language.ts';
import type { Trial } from '../../messages.ts';
import type { Sandbox } from '../../study.ts';
import type { Tried } from '../../variations.ts';
import { told } from '../log.tsx';

type Node = Tried<Trial>;

export function Tree({ sandbox }: { sandbox: Sandbox }) {
  const { tree } = sandbox;
  void tree.grown.value; // redrawn when it grows
  if (!tree.root) return null;
  const isEmpty = tree.root.next.length === 0;
  return (
    <nav class="variations" aria-label={t('ui.tree')} onKeyDown={event => onKey(event, sandbox)}>
      <Start sandbox={sandbox} root={tree.root} />
      {isEmpty ? <p class="none">{t('ui.tree.empty')}</p> : <Branch from={tree.root.next[0]!} sandbox={sandbox} isFirst />}
    </nav>
  );
}

function Start({ sandbox, root }: { sandbox: Sandbox; root: Node }) {
  return (
    <button {...marks(sandbox, root)} data-do="to-start">
      {t('ui.tree.start')}
    </button>
  );
}

/** Whether one is there; of all the moves one is reached by Tab, the arrows lead on from it. */
const marks = (sandbox: Sandbox, node: Node) => {
  const isHere = sandbox.tree.here.value === node;
  return {
    'aria-current': isHere ? ('step' as const) : undefined,
    tabIndex: isHere ? 0 : -1,
    onClick: () => sandbox.look(node),
  };
};

/** A line of moves from one on, and the branches that leave it. */
function Branch({ from, sandbox, isFirst = false }: { from: Node; sandbox: Sandbox; isFirst?: boolean }) {
  const line: Node[] = [];
  for (let node: Node | undefined = from; node; node = node.next[0]) line.push(node);
  return (
    <ol>
      {line.map((node, i) => {
        const others = i === 0 && !isFirst ? [] : node.before!.next.slice(1);
        return (
          <li key={i}>
            <Move node={node} sandbox={sandbox} />
            {others.length > 0 && (
              <ul>
                {others.map((other, j) => (
                  <li key={j}>
                    <Branch from={other} sandbox={sandbox} />
                  </li>
                ))}
              </ul>
            )}
          </li>
        );
      })}
    </ol>
  );
}

function Move({ node, sandbox }: { node: Node; sandbox: Sandbox }) {
  const [move] = node.what.since;
  const said = move ? `${move.text}: ${told(move.told[0]!)}` : '';
  return (
    <button {...marks(sandbox, node)} class={`seat-${move?.seat ?? 0}`} aria-label={said} title={said}>
      {move?.text}
    </button>
  );
}

function onKey(event: KeyboardEvent, sandbox: Sandbox): void {
  const { tree } = sandbox;
  const here = tree.here.value;
  const moved = {
    ArrowLeft: () => tree.back(),
    ArrowRight: () => tree.on(),
    ArrowUp: () => tree.aside(-1),
    ArrowDown: () => tree.aside(1),
    Home: () => tree.go(tree.root),
    Delete: () => {
      if (here) tree.forget(here);
      return true;
    },
  }[event.key];
  if (!moved) return;
  event.preventDefault();
  event.stopPropagation();
  if (moved()) sandbox.lookAgain();
  const list = event.currentTarget as HTMLElement;
  requestAnimationFrame(() => list.querySelector<HTMLElement>('[aria-current]')?.focus());
}
