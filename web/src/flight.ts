/**
 * Tiles fly: from where they were before something happened to where they are after it.
 *
 * The table says nothing about flights. Every tile on the page carries its colour and its place
 * (`data-tile`, `data-place`); comparing what lay where before and after tells what moved. What
 * came from nowhere came out of the bag; what is gone went to the discard (`data-pile`). A board
 * that is folded up (`data-folded`) gets and gives its tiles as a whole.
 */

/** A tile on the page. */
export interface Spot<Box = DOMRect> {
  colour: string;
  place: string;
  box: Box;
  symbol: string;
  element: Element | null;
}

export interface Flight<Box = DOMRect> {
  from: Spot<Box>;
  to: Spot<Box>;
}

const DURATION = 460;
const PER_PIXEL = 0.22;
const STAGGER = 60;
const MAX_STAGGER_LENGTH = 700;

/** What flew where; a spot without a counterpart is paired with a pile, if there is one. */
export function flights<Box>(
  before: readonly Spot<Box>[],
  after: readonly Spot<Box>[],
  bag: Box | null,
  discard: Box | null,
): Flight<Box>[] {
  const left = surplus(before, after);
  const came = surplus(after, before);
  const found: Flight<Box>[] = [];
  for (const to of came) {
    const at = left.findIndex(from => from.colour === to.colour);
    if (at >= 0) found.push({ from: left.splice(at, 1)[0]!, to });
    else if (bag) found.push({ from: { ...to, box: bag, element: null }, to });
  }
  if (discard) {
    for (const from of left) found.push({ from, to: { ...from, box: discard, element: null } });
  }
  return found;
}

/** The spots of one list that another does not have: of equal ones at a place, the last. */
function surplus<Box>(some: readonly Spot<Box>[], others: readonly Spot<Box>[]): Spot<Box>[] {
  const known = new Map<string, number>();
  const key = (spot: Spot<Box>) => `${spot.place} ${spot.colour}`;
  for (const spot of others) known.set(key(spot), (known.get(key(spot)) ?? 0) + 1);
  return some.filter(spot => {
    const number = known.get(key(spot)) ?? 0;
    known.set(key(spot), number - 1);
    return number <= 0;
  });
}

function spots(root: ParentNode): Spot[] {
  return [...root.querySelectorAll('[data-tile]:not(dialog *, .guide *)')].map(element => ({
    colour: element.getAttribute('data-tile')!,
    place: element.getAttribute('data-place') ?? '',
    box: (element.closest('[data-folded]') ?? element).getBoundingClientRect(),
    symbol: element.getAttribute('href') ?? '',
    element,
  }));
}

function pile(root: ParentNode, name: string): DOMRect | null {
  const boxes = [...root.querySelectorAll(`[data-pile~="${name}"]`)].map(found => found.getBoundingClientRect());
  return boxes.find(box => box.width > 0) ?? null;
}

/** Let something change the page, and let the tiles fly that it moved; tell when each lands. */
export async function flown(
  layer: HTMLElement,
  change: () => void,
  landed: () => void,
  pace = 1, // how long flights take, as a part of the usual time
): Promise<void> {
  const before = spots(document);
  const [bag, discard] = [pile(document, 'bag'), pile(document, 'discard')];
  change();
  await drawn();
  if (before.length === 0) return;
  const all = flights(before, spots(document), bag, discard);
  const stagger = Math.min(STAGGER, MAX_STAGGER_LENGTH / all.length);
  await Promise.all(all.map((flight, i) => fly(layer, flight, i, stagger * i, pace).then(landed)));
}

/** When the page has been drawn; nothing is drawn of one that was hidden meanwhile. */
const drawn = () =>
  new Promise<unknown>(resolve => {
    requestAnimationFrame(resolve);
    setTimeout(resolve, 100);
  });

async function fly(layer: HTMLElement, { from, to }: Flight, i: number, delay: number, pace: number) {
  const clone = document.createElement('div');
  clone.className = 'flying';
  clone.innerHTML = `<svg viewBox="0 0 100 100"><use href="${to.symbol}"/></svg>`;
  const size = Math.max(12, Math.min(to.box.width, to.box.height));
  const start = Math.max(12, Math.min(from.box.width, from.box.height));
  Object.assign(clone.style, {
    left: `${to.box.left + to.box.width / 2 - size / 2}px`,
    top: `${to.box.top + to.box.height / 2 - size / 2}px`,
    width: `${size}px`,
    height: `${size}px`,
  });
  layer.append(clone);
  hide(to.element, true);
  const dx = centre(from.box)[0] - centre(to.box)[0];
  const dy = centre(from.box)[1] - centre(to.box)[1];
  const distance = Math.hypot(dx, dy);
  await clone.animate(arc(dx, dy, start / size, i % 2 ? 14 : -12), {
    duration: (DURATION + distance * PER_PIXEL) * pace,
    delay: delay * pace,
    fill: 'both',
  }).finished.catch(() => undefined);
  hide(to.element, false);
  clone.remove();
}

/** Along an arc, easing in and out, swelling in the middle. */
function arc(dx: number, dy: number, scale: number, tilt: number): Keyframe[] {
  const steps = 14;
  const lift = Math.min(120, Math.hypot(dx, dy) * 0.28);
  return Array.from({ length: steps + 1 }, (_, step) => {
    const time = step / steps;
    const eased = time < 0.5 ? 4 * time ** 3 : 1 - (-2 * time + 2) ** 3 / 2;
    const swell = Math.sin(Math.PI * time);
    const size = scale + (1 - scale) * eased + 0.22 * swell;
    const x = dx * (1 - eased);
    const y = dy * (1 - eased) - lift * Math.sin(Math.PI * eased);
    return { transform: `translate(${x}px, ${y}px) rotate(${swell * tilt}deg) scale(${size})` };
  });
}

const centre = (box: DOMRect) => [box.left + box.width / 2, box.top + box.height / 2] as const;

function hide(element: Element | null, isHidden: boolean): void {
  if (element instanceof SVGElement) element.style.visibility = isHidden ? 'hidden' : '';
}
