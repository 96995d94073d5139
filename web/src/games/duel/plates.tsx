/** Plates: on offer, in the stack, drawn, and to be laid. */
import look from 'look/duel.json';
import { t } from '../../language.ts';
import type { DuelScene, Plate } from '../../messages.ts';
import { Thing } from '../pieces.tsx';
import { PlateArt, PlateBack, plateText, word } from './pieces.tsx';

interface Props {
  scene: DuelScene;
  x: number;
  y: number;
  size: number;
}

/** A plate that may be taken, kept or put under the stack. */
function PlateThing({ plate, x, y, size }: { plate: Plate; x: number; y: number; size: number }) {
  return (
    <Thing name={`plate-${plate.number}`} label={plateText(plate)} class="line plate">
      <rect class="target-box" x={x - 5} y={y - 5} width={size + 10} height={size + 10} rx={size * 0.13} />
      <PlateArt spaces={plate.spaces} x={x} y={y} size={size} />
    </Thing>
  );
}

export function Offered({ scene, x, y, size }: Props) {
  return (
    <>
      {[0, 1, 2].map(i => (
        <rect key={i} class="plate-place" x={x + i * (size + look.plate.gap)} y={y} width={size} height={size} rx={size * 0.1} />
      ))}
      {scene.plates.map((plate, i) => (
        <PlateThing key={plate.number} plate={plate} x={x + i * (size + look.plate.gap)} y={y} size={size} />
      ))}
    </>
  );
}

/** The stack with its top back, how high it is, and what this player knows of it. */
export function PlateStack({ scene, x, y, size, isNoted }: Props & { isNoted: boolean }) {
  const { height, top, put_back } = scene.stack;
  const layers = Math.max(1, Math.min(4, Math.ceil(height / 4)));
  const known = put_back.map(group =>
    t('ui.duel.put-back', {
      first: group.first,
      last: group.last,
      seat: group.seat,
      n: group.specials,
      plates: group.plates.length ? group.plates.map(plate => String(plate.number)) : ['?'],
    }),
  );
  const said = t('ui.duel.stack', { n: height, kind: top ? `duel.kind.${top}` : 'ui.duel.unknown' });
  return (
    <g>
      <title>{[said, ...known].join('\n')}</title>
      <Thing
        name={height ? 'stack' : null}
        label={[said, ...known].join('. ')}
        badge={[x + size, y + 4]}
        badgeSize={1.2}
        class="line plate"
      >
        <rect class="target-box" x={x - 5} y={y - 5} width={size + 22} height={size + 22} rx={size * 0.13} />
        {height === 0 && <rect class="plate-place" x={x} y={y} width={size} height={size} rx={size * 0.1} />}
        {Array.from({ length: layers - 1 }, (_, i) => {
          const by = (layers - 1 - i) * 4;
          return <rect key={i} class="layer" x={x + by} y={y + by} width={size} height={size} rx={size * 0.1} />;
        })}
        {height > 0 && <PlateBack kind={top} x={x} y={y} size={size} />}
      </Thing>
      {isNoted &&
        knownPlates(scene).map(known => (
          <text key={known} class="known" x={x + 2} y={y + size + 30}>
            {known}
          </text>
        ))}
      {height > 0 && (
        <g class="pip label" transform={`translate(${x + size - 8} ${y + size - 6})`}>
          <circle r={15} />
          <text class="height" y={5}>
            {height}
          </text>
        </g>
      )}
    </g>
  );
}

/** What this player knows of the plates that were put back, if anything. */
export function knownPlates(scene: DuelScene): string[] {
  const plates = scene.stack.put_back.flatMap(group => group.plates.map(plate => String(plate.number)));
  return plates.length ? [t('ui.duel.known', { plates })] : [];
}

/** Plates drawn from the stack, or the plate to be laid in its four turns. */
export function InHand({ scene, x, y, size, width }: Props & { width: number }) {
  if (scene.plate_at_hand) {
    return <Turns plate={scene.plate_at_hand} {...{ x, y }} size={Math.min(size, (width - 36) / 4)} />;
  }
  const step = Math.min(size + 12, (width - size) / Math.max(1, scene.hand.length - 1));
  return (
    <>
      {scene.hand.map(({ plate, back }, i) =>
        plate ? (
          <PlateThing key={i} plate={plate} x={x + i * step} y={y} size={size} />
        ) : (
          <PlateBack key={i} kind={back} x={x + i * step} y={y} size={size} />
        ),
      )}
    </>
  );
}

const WAYS = ['n', 'e', 's', 'w'];
const QUARTER_TURN = look.quarter_turn; // where the space at each place was before a quarter turn

/** The spaces of a plate after quarter turns clockwise. */
export function turnedBy(spaces: readonly string[], turns: number): string[] {
  let turned = [...spaces];
  for (let i = 0; i < turns; i++) turned = QUARTER_TURN.map(place => turned[place]!);
  return turned;
}

function Turns({ plate, x, y, size }: Omit<Props, 'scene'> & { plate: Plate }) {
  return (
    <>
      {WAYS.map((way, turns) => {
        const spaces = turnedBy(plate.spaces, turns);
        const left = x + turns * (size + 12);
        return (
          <Thing
            key={way}
            name={`turn-${way}`}
            label={t('ui.duel.turned', { number: plate.number, way: `duel.way.${way}`, spaces: spaces.map(word) })}
            class="line plate"
          >
            <rect class="target-box" x={left - 5} y={y - 5} width={size + 10} height={size + 10} rx={size * 0.13} />
            <PlateArt spaces={spaces} x={left} y={y} size={size} />
          </Thing>
        );
      })}
    </>
  );
}
