/** Where the displays lie round the centre. Pure geometry. */
import look from 'look/table.json';

export type Point = readonly [number, number];

export interface Basin {
  cx: number;
  cy: number;
  rx: number;
  ry: number;
  isRound: boolean;
}

export interface Ring {
  radius: number; // of a display
  at: Point[];
  basin: Basin;
}

const MAX_ROWS = 3;
const TRAY = 0.31; // of the height, at least: room for two rows that can be hit
const NEARLY = 0.94; // as large: then fewer rows, and more room in the tray
const MAX_ABOVE_SIZE = 96; // a tray

/** In a ring round a basin; on a narrow screen in rows above a tray. */
export function ring(displays: number, width: number, height: number, isNarrow: boolean): Ring {
  return isNarrow ? inRows(displays, width, height) : round(displays, width, height);
}

function round(displays: number, width: number, height: number): Ring {
  const [cx, cy] = [width / 2, height / 2];
  const { largest, smallest, beside, above, between, basin_beside, basin_above, least_basin } = look.ring;
  for (let radius = largest; ; radius--) {
    const at = onEllipse(cx, cy, cx - radius - beside, cy - radius - above, displays);
    if (nearest(at) < 2 * radius + between && radius > smallest) continue;
    const rx = cx - 2 * radius - basin_beside;
    const ry = Math.max(least_basin, cy - 2 * radius - basin_above);
    return { radius, at, basin: { cx, cy, rx, ry, isRound: true } };
  }
}

/** In as many rows as let the displays be largest; the tray takes what they leave. */
function inRows(displays: number, width: number, height: number): Ring {
  const radiusIn = (rows: number) => {
    const inRow = Math.ceil(displays / rows);
    return Math.min(MAX_ABOVE_SIZE, width / inRow / 2 - 3, (height * (1 - TRAY)) / rows / 2 - 3);
  };
  let rows = 1;
  for (let more = 2; more <= MAX_ROWS; more++) if (radiusIn(more) * NEARLY > radiusIn(rows)) rows = more;
  const radius = radiusIn(rows);
  const pitch = Math.min((height * (1 - TRAY)) / rows, 2 * radius + 10);
  const tray = displays ? height - rows * pitch : height;
  const across = Math.min(width / Math.ceil(displays / rows), 2.5 * radius);
  const at = Array.from({ length: rows }, (_, row) => {
    const inRow = Math.floor((displays + rows - 1 - row) / rows); // alike, the first ones more
    return Array.from({ length: inRow }, (_, i): Point => {
      return [width / 2 + (i - (inRow - 1) / 2) * across, pitch * (row + 0.5)];
    });
  }).flat();
  return {
    radius,
    at,
    basin: {
      cx: width / 2,
      cy: height - tray / 2 - 1,
      rx: width / 2 - 4,
      ry: tray / 2 - 4,
      isRound: false,
    },
  };
}

const distance = (p: Point, q: Point) => Math.hypot(p[0] - q[0], p[1] - q[1]);
const nearest = (at: Point[]) => Math.min(...at.map((p, i) => distance(p, at[(i + 1) % at.length]!)));

/** Points on an ellipse at equal distances along it, the first at the top. */
function onEllipse(cx: number, cy: number, rx: number, ry: number, number: number): Point[] {
  const steps = 720;
  const points: Point[] = [];
  const walked = [0];
  for (let i = 0; i <= steps; i++) {
    const angle = (2 * Math.PI * i) / steps - Math.PI / 2;
    points.push([cx + rx * Math.cos(angle), cy + ry * Math.sin(angle)]);
    if (i) walked.push(walked[i - 1]! + distance(points[i]!, points[i - 1]!));
  }
  const length = walked[steps]!;
  return Array.from(
    { length: number },
    (_, i) => points[walked.findIndex(far => far >= (i / number) * length)]!,
  );
}

/** Pieces in a basin: the largest size at which they fit, and where each lies. */
export function spread(number: number, basin: Basin, largest: number): { size: number; at: Point[] } {
  const [wide, high] = (basin.isRound ? look.spread.round : look.spread.square) as [number, number];
  const { across, down } = look.spread;
  let size = largest;
  let rows = 1;
  for (; ; size *= 0.94) {
    const columns = Math.max(1, Math.floor((basin.rx * wide) / (size * across)));
    rows = Math.ceil(number / columns) || 1;
    if (rows * size * down <= basin.ry * high || size < 12) break;
  }
  const columns = Math.ceil(number / rows) || 1;
  const at = Array.from({ length: number }, (_, i): Point => {
    const row = Math.floor(i / columns);
    const inRow = Math.min(columns, number - row * columns);
    const x = basin.cx + ((i % columns) - inRow / 2) * size * across + size * 0.09;
    return [x, basin.cy + (row - rows / 2) * size * down + size * 0.1];
  });
  return { size, at };
}

/** How a piece is turned: a little, and always alike. */
export const turned = (i: number, j: number): number => (((i * 37 + j * 61) % 11) - 5) * 0.9;
