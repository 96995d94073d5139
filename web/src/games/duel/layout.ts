/** Where the parts of a board of Azul Duel lie. */
import look from 'look/duel.json';
import type { Dome, DuelScene } from '../../messages.ts';
import { PLAQUE, TOP } from '../pieces.tsx';
import type { Frame } from '../view.ts';

export const { cell: CELL, pitch: PITCH } = look;
export const SIZE = 6;

export interface Layout {
  isWide: boolean; // with room for everything at the side
  width: number;
  height: number;
  x: number; // of the pattern lines
  y: number;
  domeX: number;
  brokenY: number;
  chips: { x: number; y: number; columns: number; about: number }; // what a target takes about a chip
  tokens: { x: number; y: number };
  bonuses: { x: number; y: number; width: number; height: number; columns: number; hasWords: boolean };
}

/** One's own board on a small screen says in words what scores. */
export function layout(frame: Frame, isOwn: boolean): Layout {
  const isWide = frame === 'plaque';
  const x = isWide ? PLAQUE + 4 : 20;
  const y = TOP[frame] + 3;
  const domeX = x + SIZE * PITCH + 26;
  const brokenY = y + SIZE * PITCH + 12;
  const right = domeX + SIZE * PITCH + 14;
  if (isWide) {
    return {
      isWide,
      width: right + 178,
      height: brokenY + CELL + 30,
      x,
      y,
      domeX,
      brokenY,
      chips: { x: right, y: 30, columns: 3, about: 3 },
      tokens: { x: domeX + 4, y: brokenY + CELL / 2 },
      bonuses: { x: right, y: brokenY - 84, width: 154, height: 27, columns: 1, hasWords: false },
    };
  }
  return {
    isWide,
    width: right + 8,
    height: brokenY + CELL + (isOwn ? 136 : 118),
    x,
    y,
    domeX,
    brokenY,
    chips: { x: 22, y: brokenY + CELL + (isOwn ? 15 : 14), columns: 11, about: isOwn ? 8 : 7 },
    tokens: { x: domeX + 4, y: brokenY + CELL / 2 },
    bonuses: isOwn
      ? { x: 18, y: brokenY + CELL + 58, width: 288, height: 31, columns: 2, hasWords: true }
      : { x: 22, y: brokenY + CELL + 59, width: 138, height: 44, columns: 4, hasWords: false },
  };
}

export interface PartProps {
  scene: DuelScene;
  board: Dome;
  at: Layout;
  seat: number;
  isOwn: boolean;
}
