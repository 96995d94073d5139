/** What lies at the place that is edited, and what may be laid there. */
import { holdsTiles, piecesIn, valueOf, type Drafting } from '../../drafting.ts';
import { t } from '../../language.ts';
import type { DraftInfo, PlaceInfo } from '../../messages.ts';
import { labelOf, pieceName } from './labels.ts';
import { Field } from './fields.tsx';

interface Props {
  drafting: Drafting;
  shape: string;
}

export function Picker({ drafting, shape }: Props) {
  const [draft, place] = [drafting.draft.value, drafting.place.value];
  if (!draft || !place) return <p class="ask">{t('ui.editor.choose')}</p>;
  return (
    <div class="picker" role="group" aria-label={labelOf(draft, place)}>
      <div class="where">
        <button onClick={() => drafting.step(-1)} aria-label={t('ui.editor.before')}>
          ◀
        </button>
        <b aria-live="polite">{labelOf(draft, place, true)}</b>
        <button onClick={() => drafting.step(1)} aria-label={t('ui.editor.next')}>
          ▶
        </button>
      </div>
      {holdsTiles(place) ? (
        <Palette drafting={drafting} draft={draft} place={place} shape={shape} />
      ) : (
        <Field drafting={drafting} draft={draft} place={place} isBare />
      )}
    </div>
  );
}

function Palette({ drafting, draft, place, shape }: Props & { draft: DraftInfo; place: PlaceInfo }) {
  const lying = piecesIn(place);
  return (
    <>
      <div class="lying">
        {lying.map((piece, i) => (
          <button
            key={i}
            class="piece"
            onClick={() => drafting.take(i)}
            aria-label={t('ui.editor.take', { piece: pieceName(draft, piece) })}
          >
            <PieceArt draft={draft} piece={piece} shape={shape} />
          </button>
        ))}
        {lying.length === 0 && <span class="none">{t('ui.editor.nothing')}</span>}
      </div>
      <div class="palette">
        {place.pieces.map(piece => (
          <button
            key={piece}
            class="piece"
            onClick={() => drafting.lay(piece)}
            aria-label={t('ui.editor.lay', { piece: pieceName(draft, piece) })}
            data-piece={piece}
          >
            <PieceArt draft={draft} piece={piece} shape={shape} />
            <kbd aria-hidden="true">{piece}</kbd>
          </button>
        ))}
        <button
          class="piece"
          onClick={() => void drafting.edit({ [place.name]: valueOf(place, []) })}
          disabled={lying.length === 0}
          aria-label={t('ui.editor.clear')}
          data-piece="-"
        >
          ✕
        </button>
      </div>
    </>
  );
}

export function PieceArt({ draft, piece, shape }: { draft: DraftInfo; piece: string; shape: string }) {
  const tile = draft.tiles[piece];
  if (!tile || tile === 'special') return <span aria-hidden="true">{piece}</span>;
  return (
    <svg viewBox="0 0 100 100" aria-hidden="true">
      <use href={`#${tile === 'first' ? 'tile' : shape}-${tile}`} />
    </svg>
  );
}
