/** The factories: sun side above, moon side below. */
import look from 'look/duel.json';
import { t } from '../../language.ts';
import type { DuelScene } from '../../messages.ts';
import { groups, Halo, Reach } from '../displays.tsx';
import { Thing, Tile, useStage } from '../pieces.tsx';
import { Chip, CHIP, chipWords } from './pieces.tsx';

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

interface Props {
  scene: DuelScene;
  box: Box;
}

/** Where the moon side begins, as a part of the height. */
const HORIZON = look.horizon;

export function SmallFactory({ scene, number, box }: Props & { number: number }) {
  const { sun, moon, chip } = scene.small[number - 1]!;
  const size = Math.min(box.width * 0.36, box.height * HORIZON * 0.42);
  const horizon = box.y + box.height * HORIZON;
  const middle = box.x + box.width / 2;
  const isStacked = scene.factory_at_hand === number;
  const moonSize = Math.min(size, box.height * (1 - HORIZON) * 0.5);
  return (
    <g class="factory">
      <FactoryArt box={box} number={number} isEmpty={sun.length + moon.length === 0} />
      <Halves box={box} of={`factory-${number}`} />
      <SunTiles
        name={isStacked ? 'stack' : `sun-${number}`}
        from={t('ui.duel.factory', { number })}
        place={`factory-${number}-sun`}
        tiles={sun}
        size={size}
        at={i => [
          middle + ([0, 1, 1, 0][i]! ? 0.06 : -1.06) * size,
          box.y + box.height * HORIZON * 0.5 + (i > 1 ? 0.05 : -1.02) * size + size * 0.08,
        ]}
        reach={i => {
          const [width, height] = [box.width / 2, (box.height * HORIZON) / 2];
          return { x: box.x + [0, 1, 1, 0][i]! * width, y: box.y + (i > 1 ? height : 0), width, height };
        }}
      />
      {isStacked && <StackOrder box={box} size={moonSize} />}
      <MoonStack number={number} tiles={moon} box={box} size={moonSize} y={horizon + box.height * 0.05} />
      {chip && (
        <Thing
          name={chip.length ? `chip-${number}` : null}
          label={t('ui.duel.chip', { number, colours: chipWords(chip) })}
          badge={[middle + CHIP.width / 2 + 34, box.y + box.height - CHIP.height / 2 - 7]}
          badgeSize={1.2}
          class="line"
        >
          <rect
            class="target-box"
            x={middle - CHIP.width / 2 - 14}
            y={box.y + box.height - CHIP.height - 18}
            width={CHIP.width + 28}
            height={CHIP.height + 18}
            rx={20}
          />
          <Chip colours={chip} x={middle - CHIP.width / 2} y={box.y + box.height - CHIP.height - 7} />
        </Thing>
      )}
    </g>
  );
}

/** The colours chosen so far for a stack, from the top down. */
function StackOrder({ box, size }: { box: Box; size: number }) {
  const chosen = useStage().chosen.value.map(name => name.replace('stack-', ''));
  return (
    <g class="preview" aria-hidden="true">
      {chosen.map((colour, i) => (
        <use
          key={i}
          href={`#disc-${colour}`}
          x={box.x + 8 + i * size * look.overlap}
          y={box.y + box.height * (HORIZON + 0.05)}
          width={size}
          height={size}
        />
      ))}
    </g>
  );
}

/** The stack of a moon side: the top tile lies at the left and on the others. */
function MoonStack(props: { number: number; tiles: string[]; box: Box; size: number; y: number }) {
  const { number, tiles, box, size, y } = props;
  const step = size * look.overlap;
  const left = box.x + (box.width - size - step * (tiles.length - 1)) / 2;
  const top = tiles[0];
  return (
    <>
      {tiles
        .map((colour, i) => ({ colour, i }))
        .slice(1)
        .reverse()
        .map(({ colour, i }) => (
          <g key={i} class="covered">
            <Tile colour={colour} shape="disc" x={left + i * step} y={y} size={size} place={`factory-${number}-moon`} />
          </g>
        ))}
      {top && (
        <Thing
          name={`moon-${top}`}
          label={t('ui.duel.moon', { from: t('ui.duel.factory', { number }), n: 1, colour: `colour.${top}` })}
          class="pick"
        >
          {({ isChosen }) => (
            <>
              <rect class="reach" x={box.x} y={y - 8} width={box.width} height={size + 12} />
              {isChosen && <Halo x={left} y={y} size={size} shape="disc" />}
              <Tile colour={top} shape="disc" x={left} y={y} size={size} place={`factory-${number}-moon`} />
            </>
          )}
        </Thing>
      )}
    </>
  );
}

interface SunProps {
  name: string;
  from: string;
  place: string;
  tiles: readonly string[];
  size: number;
  at: (place: number) => readonly [number, number];
  reach?: (place: number) => Box; // where a tile can be hit, if not only about it
}

function SunTiles({ name, from, place, tiles, size, at, reach }: SunProps) {
  return (
    <>
      {groups(tiles).map(([colour, places]) => (
        <Thing
          key={colour}
          name={`${name}-${colour}`}
          label={t('ui.duel.sun', { from, n: places.length, colour: `colour.${colour}` })}
          class={name === 'stack' ? 'pick marked' : 'pick'}
        >
          {({ isChosen }) =>
            places.map(i => {
              const [x, y] = at(i);
              return (
                <g key={i}>
                  {reach ? <rect class="reach" {...reach(i)} /> : <Reach {...{ x, y, size }} />}
                  {isChosen && <Halo {...{ x, y, size }} shape="disc" />}
                  <Tile colour={colour} shape="disc" {...{ x, y, size, place }} />
                </g>
              );
            })
          }
        </Thing>
      ))}
    </>
  );
}

const [ACROSS, DOWN] = look.spread as [number, number];

/** The large factory; on a phone its sides lie beside each other. */
export function LargeFactory({ scene, box, isFlat }: Props & { isFlat: boolean }) {
  const { sun, moon, has_first } = scene.large;
  const half = isFlat ? box.width / 2 : box.width;
  const size = isFlat ? Math.min(box.height * 0.4, half / 3.6) : Math.min(box.width * 0.26, box.height * 0.2);
  const spread = (x: number, y: number, columns: number) => (i: number) =>
    [x + (i % columns) * size * ACROSS, y + Math.floor(i / columns) * size * DOWN] as const;
  const left = box.x + (half - 3 * size * ACROSS) / 2;
  const sunTop = isFlat ? box.y + box.height * 0.1 : box.y + box.height * HORIZON * 0.5 - size * 1.05;
  const moonX = isFlat ? box.x + half + (half - 3 * size * ACROSS) / 2 : left;
  const moonTop = isFlat ? sunTop : box.y + box.height * (HORIZON + 0.03);
  const at = spread(moonX, moonTop, 3);
  const from = t('ui.duel.large');
  return (
    <g class="factory large">
      <FactoryArt box={box} isFlat={isFlat} isEmpty={sun.length + moon.length === 0} />
      <Halves box={box} of="factory-large" isFlat={isFlat} />
      <SunTiles name="sun-large" place="factory-large-sun" from={from} tiles={sun} size={size} at={spread(left, sunTop, 3)} />
      {has_first && <Tile colour="first" x={at(0)[0]} y={at(0)[1]} size={size} place="factory-large-moon" />}
      {groups(moon).map(([colour, places]) => (
        <Thing
          key={colour}
          name={`moon-${colour}`}
          label={t('ui.duel.moon', { from, n: places.length, colour: `colour.${colour}` })}
          class="pick"
        >
          {({ isChosen }) =>
            places.map(place => {
              const [x, y] = at(place + (has_first ? 1 : 0));
              return (
                <g key={place}>
                  <Reach {...{ x, y, size }} />
                  {isChosen && <Halo {...{ x, y, size }} shape="disc" />}
                  <Tile colour={colour} shape="disc" {...{ x, y, size }} place="factory-large-moon" />
                </g>
              );
            })
          }
        </Thing>
      ))}
    </g>
  );
}

/** Where the two sides lie, also while they are empty. */
function Halves({ box, of, isFlat = false }: { box: Box; of: string; isFlat?: boolean }) {
  const [across, down] = isFlat ? [box.width / 2, 0] : [0, box.height * HORIZON];
  const sun = isFlat ? { ...box, width: across } : { ...box, height: down };
  const moon = { x: box.x + across, y: box.y + down, width: box.width - across, height: box.height - down };
  return (
    <g aria-hidden="true">
      <rect class="reach" {...sun} rx={10} data-at={`${of}-sun`} />
      <rect class="reach" {...moon} rx={10} data-at={`${of}-moon`} />
    </g>
  );
}

/** Day above, night below; or side by side. */
function FactoryArt(props: { box: Box; number?: number; isFlat?: boolean; isEmpty: boolean }) {
  const { number, isFlat = false, isEmpty } = props;
  const { x, y, width, height } = props.box;
  const r = look.factory.radius;
  const horizon = y + height * HORIZON;
  const night = isFlat
    ? `M${x + width / 2} ${y}H${x + width - r}Q${x + width} ${y} ${x + width} ${y + r}V${y + height - r}Q${x + width} ${y + height} ${x + width - r} ${y + height}H${x + width / 2}Z`
    : `M${x} ${horizon}H${x + width}V${y + height - r}Q${x + width} ${y + height} ${x + width - r} ${y + height}H${x + r}Q${x} ${y + height} ${x} ${y + height - r}Z`;
  const [moonX, moonY] = [x + width - 20, isFlat ? y + 20 : horizon + 18];
  return (
    <g class={isEmpty ? 'factory-art empty' : 'factory-art'} aria-hidden="true">
      <rect class="day" {...{ x, y, width, height }} rx={r} />
      <path class="night-side" d={night} />
      <g transform={`translate(${x + 20} ${y + 20})`} class="sun-sign">
        {Array.from({ length: look.sun.rays }, (_, i) => (
          <path key={i} transform={`rotate(${45 * i})`} d={look.sun.ray} />
        ))}
        <circle r={look.sun.disc} />
      </g>
      <path class="moon-sign" d={`M${moonX + 4} ${moonY - 9}${look.moon}`} />
      {number !== undefined && (
        <text class="factory-number" x={x + 16} y={y + height - 12}>
          {number}
        </text>
      )}
      <rect class="rim" {...{ x, y, width, height }} rx={r} />
    </g>
  );
}
