/**
 * Where the stars, spaces and ornaments of the Pavilion lie. Pure geometry.
 *
 * A star is six rhombi round a point. The unit is the side of a rhombus, `s`; the tips of a star
 * are `s` times the root of 3 away from its middle, and two stars touch tip to tip 3 `s` apart. Six
 * stars lie round the seventh, clockwise from the upper left.
 */
import look from 'look/pavilion.json';
import type { Ornament, Star } from '../../messages.ts';
import type { Point } from '../ring.ts';

export const TIP = Math.sqrt(3);
export const ACROSS = 9; // what all stars together take, in sides
export const DOWN = 5 * TIP;

/** A place in a direction: 0 degrees is up, then clockwise. */
export function towards([x, y]: Point, degrees: number, distance: number): Point {
  const angle = (degrees * Math.PI) / 180;
  return [x + distance * Math.sin(angle), y - distance * Math.cos(angle)];
}

/** The middle of a star, by its name. */
export function starAt(name: string, middle: Point, s: number): Point {
  return name === 'c' ? middle : towards(middle, outwards(name), 3 * s);
}

const outwards = (name: string) => 330 + 60 * (Number(name) - 1);

/** Where a space of a star points, in degrees. */
export const pointing = (star: Star, space: number) => ((star.slot + space) % 6) * 60;

/** The middle of an ornament: between two stars, or at the outer side of one. */
export function ornamentAt(ornament: Ornament, middle: Point, s: number): Point {
  const [one, other] = [...new Set(ornament.spaces.map(space => space.split('-')[1]!))];
  const [x, y] = starAt(one!, middle, s);
  if (other === undefined) return towards([x, y], outwards(one!), look.outer * s);
  const [u, v] = starAt(other, middle, s);
  return [(x + u) / 2, (y + v) / 2];
}

/** A rhombus that points up from a place, as a path; a little smaller by `inset`. */
export function rhombus([x, y]: Point, s: number, inset = 0): string {
  const [half, long] = [s / 2 - inset, TIP * s - 2 * inset * TIP];
  const top = y - inset * TIP - long;
  return `M${x} ${top}L${x + half} ${top + long / 2}L${x} ${top + long}L${x - half} ${top + long / 2}Z`;
}
