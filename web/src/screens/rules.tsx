/** The rules of a game beside the board, in the language of the page: at a glance with pictures, or all by their numbers. */
import { useEffect } from 'preact/hooks';
import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { api } from '../api.ts';
import { speaker, t } from '../language.ts';
import { blocks, type Block } from '../markdown.ts';
import type { Guide } from '../messages.ts';
import { Figure } from './figure.tsx';

const NOTHING: Guide = { text: '', scenes: {} };

export function Rules({ game }: { game: string }) {
  const isNumbered = useSignal(false);
  const shown = useSignal<Guide | null>(null);
  const { language } = speaker.value;
  useEffect(() => {
    let isWanted = true; // until something else is
    const show = (found: Guide) => {
      if (isWanted) shown.value = found;
    };
    const asked = isNumbered.value
      ? api.rules(game, { language }).then(text => ({ ...NOTHING, text }))
      : api.guide(game, { language });
    asked.then(show, () => show(NOTHING));
    return () => {
      isWanted = false;
    };
  }, [game, language, isNumbered.value]);
  if (shown.value === null) return <p class="text">{t('ui.loading')}</p>;
  const { text, scenes } = shown.value;
  return (
    <div class={isNumbered.value ? 'text rules' : 'text rules guide'} tabindex={0} role="region" aria-label={t('ui.rules')}>
      {text === '' && <p>{t('ui.refused.offline')}</p>}
      {blocks(text).map((block, i) => (
        <BlockView key={i} block={block} scenes={scenes} />
      ))}
      <button onClick={() => (isNumbered.value = !isNumbered.value)} data-do="rules">
        {t(isNumbered.value ? 'ui.rules.short' : 'ui.rules.numbered')}
      </button>
    </div>
  );
}

function BlockView({ block, scenes }: { block: Block; scenes: Guide['scenes'] }) {
  switch (block.kind) {
    case 'heading':
      return block.level <= 1 ? <h2>{inline(block.text)}</h2> : <h3>{inline(block.text)}</h3>;
    case 'list':
      return (
        <ul>
          {block.items.map((item, i) => (
            <li key={i}>{inline(item)}</li>
          ))}
        </ul>
      );
    case 'table':
      return (
        <table>
          <tbody>
            {block.rows.map((row, r) => (
              <tr key={r}>
                {row.map((cell, c) =>
                  r === 0 ? <th key={c} scope="col">{inline(cell)}</th> : <td key={c}>{inline(cell)}</td>,
                )}
              </tr>
            ))}
          </tbody>
        </table>
      );
    case 'code':
      if (scenes[block.text]) return <Figure scene={scenes[block.text]!} shows={block.info} />;
      return <pre tabindex={0}>{block.text}</pre>;
    case 'paragraph':
      return <p>{inline(block.text)}</p>;
  }
}

/** Bold, italics, code and stars that are just stars; of a link its words. */
function inline(text: string): ComponentChildren {
  const parts = text.replace(/\[([^\]]+)\]\([^)]*\)/g, '$1').split(/(\*\*[^*]+\*\*|`[^`]+`|\*[^*\s][^*]*\*|\\\*)/);
  return parts.map((part, i) => {
    if (part.startsWith('**')) return <b key={i}>{part.slice(2, -2)}</b>;
    if (part.startsWith('`')) return <code key={i}>{part.slice(1, -1)}</code>;
    if (part.startsWith('*') && part.length > 2) return <i key={i}>{part.slice(1, -1)}</i>;
    return part === '\\*' ? '*' : part;
  });
}
