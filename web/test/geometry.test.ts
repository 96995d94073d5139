import assert from 'node:assert/strict';
import { test } from 'node:test';
import { next } from '../src/keyboard.ts';
import { ring, spread } from '../src/games/ring.ts';

for (const displays of [5, 7, 9]) {
  for (const [width, height] of [[1000, 460], [800, 460], [480, 600], [620, 460]] as const) {
    test(`${displays} displays on ${width} by ${height} lie within it, and none on another`, () => {
      const { radius, at } = ring(displays, width, height, width < height * 1.5);
      for (const [x, y] of at) {
        assert.ok(x - radius >= 0 && x + radius <= width, `x ${x} ± ${radius}`);
        assert.ok(y - radius >= 0 && y + radius <= height, `y ${y} ± ${radius}`);
      }
      at.forEach((p, i) =>
        at.slice(i + 1).forEach(q => assert.ok(Math.hypot(p[0] - q[0], p[1] - q[1]) >= 2 * radius)),
      );
    });

    test(`27 tiles fit into the centre of ${displays} displays on ${width} by ${height}`, () => {
      const { basin, radius } = ring(displays, width, height, width < height * 1.5);
      const { size, at } = spread(27, basin, radius * 0.485);
      for (const [x, y] of at) {
        assert.ok(x >= basin.cx - basin.rx && x + size <= basin.cx + basin.rx);
        assert.ok(y >= basin.cy - basin.ry && y + size <= basin.cy + basin.ry);
      }
    });
  }
}

const box = (left: number, top: number) => ({ left, top, width: 10, height: 10 });

test('arrow keys go to what lies nearest in their direction', () => {
  const boxes = [box(0, 0), box(100, 5), box(50, 200), box(200, 0)];
  assert.equal(next(boxes, 0, 'ArrowRight'), 1);
  assert.equal(next(boxes, 1, 'ArrowRight'), 3);
  assert.equal(next(boxes, 0, 'ArrowDown'), 2);
  assert.equal(next(boxes, 0, 'ArrowUp'), -1);
});
