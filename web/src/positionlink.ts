/**
 * A position in the link itself, so that no server has to keep it: `#analysis=azul+players=2;round+1+...`.
 * A position's text has nothing that a link would have to escape but spaces and ends of lines.
 */
const written = (position: string) => position.trim().replace(/\s*\n\s*/g, ';').replace(/ /g, '+');

/** The path under which a position is analysed. */
export const analysisOf = (position: string): string => `/#analysis=${written(position)}`;

/** The path under which a position is edited, which may be impossible. */
export const editOf = (position: string): string => `/#edit=${written(position)}`;

/** The position that a link holds, and what is to be done with it; null if it holds none. */
export function positionIn(hash: string): { at: 'position' | 'edit'; position: string } | null {
  const [, what, text] = /^#(analysis|edit)=(.*)$/.exec(hash.replace(/\+/g, ' ')) ?? [];
  if (text === undefined) return null;
  return { at: what === 'edit' ? 'edit' : 'position', position: decoded(text).replace(/;/g, '\n') };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
