/**
 * What is being counted, on the boards themselves: the things that earned points shine, and the
 * points stand where they were earned. As with flights, things are found by their `data-place`.
 */
import type { Part } from './messages.ts';
import { mayMove } from './settings.ts';
import { signed } from './words.ts';

const MARGIN = 6; // between the points and the edges of the window

/** Let a part of a scoring be seen. Returns what ends that. */
export function light(layer: HTMLElement, part: Part): () => void {
  const things = part.places.flatMap(place => found(`[data-place="seat-${part.seat}-${place}"]`));
  const boards = found(`[data-seat="${part.seat}"]`);
  for (const board of boards) board.setAttribute('data-counting', ''); // which unfolds it
  for (const thing of things) thing.setAttribute('data-lit', '');
  const at = things.find(isSeen) ?? boards.find(isSeen);
  at?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  const points = at && badge(layer, at, part.points);
  return () => {
    points?.remove();
    for (const board of boards) board.removeAttribute('data-counting');
    for (const thing of things) thing.removeAttribute('data-lit');
  };
}

const found = (selector: string) => [...document.querySelectorAll(`main.table ${selector}:not(dialog *, .guide *)`)];

/** Where a board stays folded up, it stands for all that lies on it. */
const shown = (thing: Element) =>
  thing.getBoundingClientRect().width > 0 ? thing : (thing.closest('[data-folded]') ?? thing);
const isSeen = (thing: Element) => shown(thing).getBoundingClientRect().width > 0;

function badge(layer: HTMLElement, at: Element, points: number): HTMLElement {
  const box = shown(at).getBoundingClientRect();
  const made = document.createElement('b');
  made.className = points < 0 ? 'points bad' : 'points';
  made.textContent = signed(points);
  if (!mayMove()) made.style.animation = 'none';
  layer.append(made);
  const { width, height } = made.getBoundingClientRect();
  const left = box.left + box.width / 2 - width / 2;
  const top = box.top - height * 0.9;
  made.style.left = `${Math.max(MARGIN, Math.min(innerWidth - width - MARGIN, left))}px`;
  made.style.top = `${Math.max(MARGIN, Math.min(innerHeight - height - MARGIN, top))}px`;
  return made;
}
