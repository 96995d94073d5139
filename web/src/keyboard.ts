/** The arrow keys go from target to target as they lie on the screen. */

interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

const DIRECTIONS: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Which of some boxes is next from one of them in a direction; -1 if there is none. */
export function next(boxes: readonly Box[], from: number, key: string): number {
  const [dx, dy] = DIRECTIONS[key] ?? [0, 0];
  const [x, y] = middle(boxes[from]!);
  let [best, found] = [Infinity, -1];
  boxes.forEach((box, i) => {
    const [ahead, aside] = along(middle(box)[0] - x, middle(box)[1] - y, dx, dy);
    if (i === from || ahead < 4 || Math.abs(aside) > 2.5 * ahead) return;
    const far = ahead + 2.5 * Math.abs(aside);
    if (far < best) [best, found] = [far, i];
  });
  return found;
}

const middle = (box: Box) => [box.left + box.width / 2, box.top + box.height / 2] as const;
const along = (x: number, y: number, dx: number, dy: number) =>
  [x * dx + y * dy, x * dy - y * dx] as const;

/** Move the focus to the next target; false if the focus is elsewhere. */
export function moveFocus(root: HTMLElement, key: string): boolean {
  const targets = [...root.querySelectorAll<SVGElement>('[data-legal]')];
  if (targets.length === 0) return false;
  const from = targets.indexOf(document.activeElement as SVGElement);
  if (from < 0) {
    if (document.activeElement && document.activeElement !== document.body) return false;
    targets[0]!.focus();
    return true;
  }
  const to = next(targets.map(target => target.getBoundingClientRect()), from, key);
  targets[to]?.focus();
  return true;
}
