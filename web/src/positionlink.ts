/**
 * A position in the link itself, so that no server has to know it: `#analysis=azul+players=2;round+1+...`.
 * A position's text has nothing that a link would have to escape but spaces and ends of lines.
 */
const BEFORE = '#analysis=';

/** The path under which a position is analysed. */
export const analysisOf = (position: string): string => `/${BEFORE}${position.trim().replace(/\s*\n\s*/g, ';').replace(/ /g, '+')}`;

/** The position that a link holds; null if it holds none. */
export function positionIn(hash: string): string | null {
  if (!hash.startsWith(BEFORE)) return null;
  const text = hash.slice(BEFORE.length).replace(/\+/g, ' ');
  try {
    return decodeURIComponent(text).replace(/;/g, '\n');
  } catch {
    return text.replace(/;/g, '\n');
  }
}
