/**
 * Tiles, drawn on a square of 100 units. Every colour has a glaze, a figure and a lightness of its
 * own, so that nobody has to tell tiles apart by colour alone. The games' tiles differ in shape.
 */
export const COLOURS = [
  'blue',
  'yellow',
  'red',
  'black',
  'white',
  'orange',
  'pink',
  'green',
  'purple',
  'turquoise',
] as const;
export type Colour = (typeof COLOURS)[number];

/** Azul's squares, Sintra's panes of glass, the Pavilion's rhombi, Duel's discs. */
export const SHAPES = ['tile', 'pane', 'rhomb', 'disc'] as const;
export type Shape = (typeof SHAPES)[number];

/** In which shapes a colour comes. */
const COLOURS_OF: Record<Shape, readonly Colour[]> = {
  tile: ['blue', 'yellow', 'red', 'black', 'white'],
  pane: ['blue', 'orange', 'pink', 'yellow', 'white'],
  rhomb: ['purple', 'green', 'orange', 'yellow', 'blue', 'red'],
  disc: ['blue', 'yellow', 'red', 'black', 'turquoise'],
};

interface Paint {
  light: string; // the glaze, from here
  deep: string; // to here
  figure: string;
  body: string; // where the figure is open
  ghost: string; // on paper
}

const PAINTS: Record<Colour, Paint> = {
  blue: { light: '#3f7be0', deep: '#153f93', figure: '#f3f6fd', body: '#1c479b', ghost: '#2a5fbf' },
  yellow: { light: '#ffd25e', deep: '#e79a17', figure: '#9c4a0f', body: '#ffdf86', ghost: '#c9820f' },
  red: { light: '#e8684c', deep: '#aa2b20', figure: '#ffe6d0', body: '#b23524', ghost: '#c2412c' },
  black: { light: '#46505f', deep: '#14181f', figure: '#8fd0cd', body: '#14181f', ghost: '#303a47' },
  white: { light: '#ffffff', deep: '#c9e4e1', figure: '#16808a', body: '#f3fbf8', ghost: '#16808a' },
  orange: { light: '#ff9a4d', deep: '#d2560e', figure: '#4a1c06', body: '#f5863a', ghost: '#cf5f17' },
  pink: { light: '#f9b9cd', deep: '#d9698f', figure: '#6d1038', body: '#f7c6d6', ghost: '#c9527c' },
  green: { light: '#5fae62', deep: '#1f6a34', figure: '#eaf6d2', body: '#2c7a3e', ghost: '#2c7f40' },
  purple: { light: '#9168c4', deep: '#4a2583', figure: '#f1e3ff', body: '#5b349a', ghost: '#6a3da6' },
  turquoise: { light: '#63d3cb', deep: '#128a8a', figure: '#053b44', body: '#6fdad2', ghost: '#13898a' },
};

const turned = (times: number, drawing: string) =>
  Array.from(
    { length: times },
    (_, i) => `<g transform="rotate(${(i * 360) / times} 50 50)">${drawing}</g>`,
  ).join('');

const star = (points: number, outer: number, inner: number) =>
  `M${Array.from({ length: points * 2 }, (_, i) => {
    const radius = i % 2 ? inner : outer;
    const angle = (Math.PI * i) / points - Math.PI / 2;
    return `${(50 + radius * Math.cos(angle)).toFixed(1)} ${(50 + radius * Math.sin(angle)).toFixed(1)}`;
  }).join('L')}Z`;

const wave = (y: number) =>
  `M-6 ${y}C8 ${y - 19} 22 ${y - 19} 33 ${y}S58 ${y + 19} 67 ${y}S92 ${y - 19} 106 ${y}`;

/** A colour's figure; the middle is within 35 units of the centre, so that every shape shows it. */
const FIGURES: Record<Colour, (figure: string, body: string) => string> = {
  // an eight-pointed star, quarter rings in the corners
  blue: (f, b) =>
    turned(4, `<circle r="21" fill="none" stroke="${f}" stroke-width="5"/><circle r="9" fill="${f}"/>`) +
    `<path d="${star(8, 35, 21)}" fill="${f}"/><path d="${star(8, 19, 11)}" fill="${b}"/><circle cx="50" cy="50" r="5" fill="${f}"/>`,
  // a sun: disc, ring, twelve rays
  yellow: (f, b) =>
    turned(12, `<path d="M50 8L56 25H44Z" fill="${f}"/>`) +
    `<circle cx="50" cy="50" r="21" fill="${f}"/><circle cx="50" cy="50" r="14" fill="${b}"/><circle cx="50" cy="50" r="6" fill="${f}"/>` +
    turned(4, `<path d="M0 0H15L0 15Z" fill="${f}"/>`),
  // four leaves on the diagonals
  red: (f, b) =>
    turned(
      4,
      `<path d="M54 46C54 25 67 11 90 10C89 33 75 46 54 46Z" fill="${f}"/><path d="M60 40C64 29 72 22 82 18" stroke="${b}" stroke-width="3.6" fill="none" stroke-linecap="round"/><circle cx="50" cy="13" r="5" fill="${f}"/>`,
    ) + `<rect x="45" y="45" width="10" height="10" transform="rotate(45 50 50)" fill="${f}"/>`,
  // waves
  black: f =>
    [8, 36, 64, 92]
      .map(y => `<path d="${wave(y)}" fill="none" stroke="${f}" stroke-width="7"/>`)
      .join('') +
    [22, 50, 78]
      .map(y => `<circle cx="17" cy="${y + 1}" r="4" fill="${f}"/><circle cx="83" cy="${y + 1}" r="4" fill="${f}"/>`)
      .join(''),
  // nested lozenges
  white: (f, b) =>
    `<path d="M50 7L93 50L50 93L7 50Z" fill="none" stroke="${f}" stroke-width="6"/><path d="M50 27L73 50L50 73L27 50Z" fill="${f}"/><path d="M50 39L61 50L50 61L39 50Z" fill="${b}"/>` +
    turned(4, `<path d="M0 0H17L0 17Z" fill="${f}"/>`),
  // a pinwheel of four sails
  orange: (f, b) =>
    turned(4, `<path d="M50 50L50 12C68 14 78 28 74 46Z" fill="${f}"/><path d="M0 0H16L0 16Z" fill="${f}"/>`) +
    `<circle cx="50" cy="50" r="9" fill="${b}"/><circle cx="50" cy="50" r="4.5" fill="${f}"/>`,
  // a blossom of five petals
  pink: (f, b) =>
    turned(5, `<path d="M50 46C36 38 36 16 50 13C64 16 64 38 50 46Z" fill="${f}"/><path d="M50 40V25" stroke="${b}" stroke-width="3.4" stroke-linecap="round"/>`) +
    `<circle cx="50" cy="50" r="8" fill="${b}"/><circle cx="50" cy="50" r="4" fill="${f}"/>` +
    turned(4, `<circle cx="9" cy="9" r="6" fill="${f}"/>`),
  // a vine: a stem with three pairs of leaves
  green: (f, b) =>
    `<path d="M50 90V16" stroke="${f}" stroke-width="5" stroke-linecap="round"/>` +
    [30, 50, 70]
      .map(
        y =>
          `<path d="M50 ${y + 8}C34 ${y + 8} 24 ${y - 2} 22 ${y - 16}C40 ${y - 14} 50 ${y - 6} 50 ${y + 8}ZM50 ${y + 8}C66 ${y + 8} 76 ${y - 2} 78 ${y - 16}C60 ${y - 14} 50 ${y - 6} 50 ${y + 8}Z" fill="${f}" stroke="${b}" stroke-width="2"/>`,
      )
      .join(''),
  // a knot of interlaced rings
  purple: (f, b) =>
    turned(4, `<circle cx="50" cy="33" r="17" fill="none" stroke="${f}" stroke-width="6"/>`) +
    `<path d="M50 41L59 50L50 59L41 50Z" fill="${f}"/><circle cx="50" cy="50" r="3.5" fill="${b}"/>` +
    turned(4, `<path d="M0 0H14L0 14Z" fill="${f}"/>`),
  // scales, like the roofs of domes
  turquoise: (f, b) =>
    [
      [50, 28],
      [28, 50],
      [72, 50],
      [50, 72],
    ]
      .map(
        ([x, y]) =>
          `<path d="M${x! - 20} ${y! - 10}a20 20 0 0 0 40 0" fill="none" stroke="${f}" stroke-width="6" stroke-linecap="round"/><circle cx="${x}" cy="${y! - 6}" r="5" fill="${f}"/>`,
      )
      .join('') + `<circle cx="50" cy="50" r="44" fill="none" stroke="${b}" stroke-width="3"/>`,
};

const OUTLINES: Record<Shape, (inset: number) => string> = {
  tile: i => `<rect x="${i}" y="${i}" width="${100 - 2 * i}" height="${100 - 2 * i}" rx="${14 - i / 2}"/>`,
  pane: i => `<rect x="${i}" y="${i}" width="${100 - 2 * i}" height="${100 - 2 * i}" rx="${6 - i / 4}"/>`,
  disc: i => `<circle cx="50" cy="50" r="${50 - i}"/>`,
  rhomb: i =>
    `<path d="M50 ${2 * i}L${(78.87 - 1.15 * i).toFixed(2)} 50L50 ${100 - 2 * i}L${(21.13 + 1.15 * i).toFixed(2)} 50Z" stroke-linejoin="round"/>`,
};

/** The middle of a figure has to fit into a narrow shape. */
const FITTED: Record<Shape, string> = {
  tile: '',
  pane: '',
  disc: ' transform="translate(11 11) scale(.78)"',
  rhomb: ' transform="translate(24 24) scale(.52)"',
};

/** Lead lines that hold a pane. */
const LEAD =
  '<path d="M0 0L100 100M100 0L0 100" stroke="#1b222c" stroke-opacity=".28" stroke-width="2.5" fill="none"/>';

function tile(shape: Shape, colour: Colour): string {
  const { figure, body } = PAINTS[colour];
  const outline = OUTLINES[shape];
  const isGlass = shape === 'pane';
  return `<symbol id="${shape}-${colour}" viewBox="0 0 100 100" overflow="visible">
<g fill="#06111f" opacity=".34" transform="translate(2 5)">${outline(0)}</g>
<g fill="url(#glaze-${colour})"${isGlass ? ' opacity=".94"' : ''}>${outline(0)}</g>
<g clip-path="url(#clip-${shape})">${isGlass ? LEAD : ''}<g${FITTED[shape]}>${FIGURES[colour](figure, body)}</g>
<path d="M0 0H100V30C70 24 30 34 0 56Z" fill="#fff" opacity="${isGlass ? '.26' : '.13'}"/></g>
<g fill="none" stroke="${isGlass ? '#20262f' : 'url(#bevel)'}" stroke-width="${isGlass ? 5 : 4}">${outline(2)}</g></symbol>`;
}

/** An empty space that wants a tile: its drawing on paper, in its hue. */
function ghost(shape: Shape, colour: Colour): string {
  const hue = PAINTS[colour].ghost;
  const outline = OUTLINES[shape];
  return `<symbol id="ghost-${shape}-${colour}" viewBox="0 0 100 100">
<g fill="#f6ecd6">${outline(0)}</g><g fill="${hue}" opacity=".16">${outline(0)}</g>
<g clip-path="url(#clip-${shape})" opacity=".34"><g${FITTED[shape]}>${FIGURES[colour](hue, '#f6ecd6')}</g></g>
<g fill="none" stroke="${hue}" stroke-opacity=".38" stroke-width="3">${outline(1.5)}</g></symbol>`;
}

const glaze = (colour: Colour) =>
  `<linearGradient id="glaze-${colour}" x1="0" y1="0" x2=".55" y2="1"><stop offset="0" stop-color="${PAINTS[colour].light}"/><stop offset="1" stop-color="${PAINTS[colour].deep}"/></linearGradient>`;

const FIRST = `<symbol id="tile-first" viewBox="0 0 100 100" overflow="visible">
<path d="M53 5L95 29V77L53 101L11 77V29Z" fill="#06111f" opacity=".34"/>
<path d="M50 0L93 25V75L50 100L7 75V25Z" fill="url(#brass)"/>
<path d="M50 9L85 29.5V70.5L50 91L15 70.5V29.5Z" fill="#fbf4e3" stroke="#8b6a25" stroke-width="2.5"/>
<path d="M41 38L53 27V73M41 73H65" fill="none" stroke="#1d4a9d" stroke-width="7"/></symbol>`;

export function tileSymbols(): string {
  return (
    COLOURS.map(glaze).join('') +
    SHAPES.map(shape => `<clipPath id="clip-${shape}">${OUTLINES[shape](0)}</clipPath>`).join('') +
    SHAPES.flatMap(shape =>
      COLOURS_OF[shape].map(colour => tile(shape, colour) + ghost(shape, colour)),
    ).join('') +
    FIRST
  );
}
