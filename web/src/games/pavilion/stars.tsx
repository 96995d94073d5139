/** The seven stars of a board, and the ornaments between them. */
import look from 'look/pavilion.json';
import { t } from '../../language.ts';
import type { Ornament, PavilionBoard, PavilionScene, Star } from '../../messages.ts';
import { Ghost, Thing, Tile } from '../pieces.tsx';
import type { Point } from '../ring.ts';
import { ornamentAt, pointing, rhombus, starAt, TIP, towards } from './geometry.ts';
import { OrnamentArt } from './ornaments.tsx';

interface Props {
  scene: PavilionScene;
  board: PavilionBoard;
  seat: number;
  isOwn: boolean;
  middle: Point;
  s: number;
}

export function Stars(props: Props) {
  const { scene, board, middle, s } = props;
  return (
    <>
      {scene.ornaments.map((ornament, i) => (
        <OrnamentShown
          key={i}
          ornament={ornament}
          filled={board.ornaments[i]!}
          at={ornamentAt(ornament, middle, s)}
          size={s * look.ornament[ornament.kind as keyof typeof look.ornament]}
        />
      ))}
      {scene.stars.map((star, number) =>
        star.costs.map((_, space) => (
          <Space key={`${number}-${space}`} {...props} star={star} number={number} space={space} />
        )),
      )}
    </>
  );
}

function OrnamentShown(props: { ornament: Ornament; filled: number; at: Point; size: number }) {
  const { ornament, filled, at, size } = props;
  const need = ornament.spaces.length;
  const said = t('ui.pavilion.ornament', {
    kind: `ui.pavilion.${ornament.kind}`,
    n: ornament.tiles,
    filled,
    need,
  });
  return (
    <g class={filled === need ? 'ornament-of done' : 'ornament-of'} role="img" aria-label={said}>
      <title>{said}</title>
      <OrnamentArt kind={ornament.kind} tiles={ornament.tiles} x={at[0]} y={at[1]} size={size} />
    </g>
  );
}

const USUAL = 1; // point that any space brings

/** Whether a tile on this space is the last that its star or an ornament beside it lacks. */
function completes({ scene, board }: Props, star: Star, number: number, space: number): boolean {
  const isLast = (filled: number, need: number) => filled === need - 1;
  const name = `${star.name}-${space + 1}`;
  return (
    isLast(board.stars[number]!.filter(Boolean).length, star.costs.length) ||
    scene.ornaments.some(({ spaces }, i) => isLast(board.ornaments[i]!, spaces.length) && spaces.some(each => each.endsWith(name)))
  );
}

type SpaceProps = Props & { star: Star; number: number; space: number };

function Space(props: SpaceProps) {
  const { board, seat, isOwn, middle, s, star, number, space } = props;
  const at = starAt(star.name, middle, s);
  const degrees = pointing(star, space);
  const tile = board.stars[number]![space] ?? null;
  const cost = star.costs[space]!;
  const place = { x: at[0] - (TIP * s) / 2, y: at[1] - TIP * s, size: TIP * s, shape: 'rhomb' };
  const turned = `rotate(${degrees} ${at[0]} ${at[1]})`;
  const number_at = towards(at, degrees, 0.76 * s);
  const colour = tile ?? star.colour;
  return (
    <Thing
      name={isOwn && !tile ? `space-${star.name}-${space + 1}` : null}
      label={t(tile ? 'ui.pavilion.tile' : 'ui.pavilion.space', {
        star: star.name === 'c' ? 0 : Number(star.name),
        number: space + 1,
        n: cost,
        colour: colour ? `colour.${colour}` : 'ui.pavilion.any',
      })}
      badge={towards(at, degrees, 1.32 * s)}
      badgeSize={Math.max(s / 62, 0.98)}
      isAhead
      isTold={gain => gain > USUAL || completes(props, star, number, space)}
      class="space star-space"
    >
      {tile ? (
        <g transform={turned}>
          <Tile colour={tile} {...place} place={`seat-${seat}-${star.name}-${space + 1}`} />
        </g>
      ) : (
        <>
          <g transform={turned}>
            {star.colour ? <Ghost colour={star.colour} {...place} /> : <path class="any" d={rhombus(at, s, 0.8)} />}
          </g>
          <path class="target-box" transform={turned} d={rhombus(at, s, 0.8)} />
          <text class="space-cost" x={number_at[0]} y={number_at[1]} font-size={s * 0.4} dy=".36em">
            {cost}
          </text>
        </>
      )}
    </Thing>
  );
}
