/** All that can be edited, in groups: the course of the game, the middle of the table, every board. */
import { holdsTiles, piecesIn, valueOf, type Drafting } from '../../drafting.ts';
import { t } from '../../language.ts';
import type { DraftInfo, PlaceInfo } from '../../messages.ts';
import { choiceName, isOption, labelOf, pieceName } from './labels.ts';
import { PieceArt } from './picker.tsx';

interface Props {
  drafting: Drafting;
  draft: DraftInfo;
  shape: string;
}

export function Fields(props: Props) {
  const { places } = props.draft;
  const onTable = places.filter(place => place.seat === null && !isOption(place));
  const seats = [...new Set(places.flatMap(({ seat }) => (seat === null ? [] : [seat])))];
  return (
    <div class="text all-places" tabindex={0} role="region" aria-label={t('ui.editor')}>
      <Group {...props} title={t('ui.middle')} places={onTable} isOpen />
      {seats.map(seat => (
        <Group
          key={seat}
          {...props}
          title={t('ui.player', { number: seat + 1 })}
          places={places.filter(place => place.seat === seat)}
        />
      ))}
      <Group {...props} title={t('ui.editor.options')} places={places.filter(isOption)} />
    </div>
  );
}

function Group(props: Props & { title: string; places: PlaceInfo[]; isOpen?: boolean }) {
  const { drafting, draft, shape, title, places, isOpen } = props;
  const [tiles, others] = [places.filter(holdsTiles), places.filter(place => !holdsTiles(place))];
  return (
    <details class="place-group" open={isOpen}>
      <summary>{title}</summary>
      <div class="fields">
        {others.map(place => (
          <Field key={place.name} drafting={drafting} draft={draft} place={place} />
        ))}
      </div>
      <ul>
        {tiles.map(place => (
          <li key={place.name}>
            <Lying drafting={drafting} draft={draft} place={place} shape={shape} />
          </li>
        ))}
      </ul>
    </details>
  );
}

/** A place with the tiles that lie there; a click lets one edit it. */
function Lying({ drafting, draft, place, shape }: Props & { place: PlaceInfo }) {
  const pieces = piecesIn(place);
  const said = pieces.map(piece => pieceName(draft, piece)).join(', ') || t('ui.editor.nothing');
  return (
    <button
      onClick={() => (drafting.at.value = place.name)}
      aria-current={drafting.at.value === place.name ? 'true' : undefined}
      aria-label={`${labelOf(draft, place)}: ${said}`}
      data-edit={place.name}
    >
      <span>{labelOf(draft, place)}</span>
      {pieces.map((piece, i) => (
        <PieceArt key={i} draft={draft} piece={piece} shape={shape} />
      ))}
    </button>
  );
}

interface FieldProps {
  drafting: Drafting;
  draft: DraftInfo;
  place: PlaceInfo;
  isBare?: boolean; // its label stands elsewhere
}

/** A place that holds no tiles: something to choose, a number, or words of the notation. */
export function Field({ drafting, draft, place, isBare = false }: FieldProps) {
  const label = labelOf(draft, place);
  const edit = (value: string) => void drafting.edit({ [place.name]: value });
  if (place.kind === 'pieces') return <Several drafting={drafting} draft={draft} place={place} />;
  const named = isBare ? { 'aria-label': label } : {};
  return (
    <label class="field" data-edit={place.name}>
      {!isBare && <span>{label}</span>}
      {place.kind === 'choice' ? (
        <select value={place.value} onChange={event => edit(event.currentTarget.value)} {...named}>
          {place.pieces.map(piece => (
            <option key={piece} value={piece} selected={piece === place.value}>
              {choiceName(draft, place, piece)}
            </option>
          ))}
        </select>
      ) : place.kind === 'number' ? (
        <input
          type="number"
          min={place.low}
          max={place.high}
          value={place.value}
          onChange={event => edit(event.currentTarget.value)}
          {...named}
        />
      ) : (
        <input value={place.value} maxLength={120} onChange={event => edit(event.currentTarget.value)} {...named} />
      )}
    </label>
  );
}

/** Pieces of which several may lie there: chips and plates. */
function Several({ drafting, draft, place }: FieldProps) {
  const lying = piecesIn(drafting.find(place.name) ?? place);
  const lay = (pieces: string[]) => void drafting.edit({ [place.name]: valueOf(place, pieces) });
  return (
    <div class="field several" role="group" aria-label={labelOf(draft, place)} data-edit={place.name}>
      <span>{labelOf(draft, place)}</span>
      {lying.map((piece, i) => (
        <button key={i} onClick={() => lay(lying.filter((_, j) => j !== i))} aria-label={t('ui.editor.take', { piece })}>
          {piece} ✕
        </button>
      ))}
      {lying.length < place.most && (
        <select value="" onChange={event => lay([...piecesIn(drafting.find(place.name) ?? place), event.currentTarget.value])} aria-label={t('ui.editor.add')}>
          <option value="">+</option>
          {place.pieces.map(piece => (
            <option key={piece} value={piece}>
              {piece}
            </option>
          ))}
        </select>
      )}
    </div>
  );
}
