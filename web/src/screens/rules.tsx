/** The rules of a game beside the board, in the language of the page. */
import { useEffect } from 'preact/hooks';
import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { api } from '../api.ts';
import { speaker, t } from '../language.ts';
import { blocks, type Block } from '../markdown.ts';

export function Rules({ game }: { game: string }) {
  const text = useSignal<string | null>(null);
  const { language } = speaker.value;
  useEffect(() => {
    let isWanted = true; // until another language is
    const show = (found: string) => {
      if (isWanted) text.value = found;
    };
    api.rules(game, { language }).then(show, () => show(''));
    return () => {
      isWanted = false;
    };
  }, [game, language]);
  if (text.value === null) return <p class="text">{t('ui.loading')}</p>;
  if (text.value === '') return <p class="text">{t('ui.refused.offline')}</p>;
  return (
    <div class="text rules" tabindex={0} role="region" aria-label={t('ui.rules')}>
      {blocks(text.value).map((block, i) => (
        <BlockView key={i} block={block} />
      ))}
    </div>
  );
}

function BlockView({ block }: { block: Block }) {
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
