// What a drawing shows and where: each symbol with its middle, and each text, in the units of the
// drawing, so that two drawings can be compared whatever their size on the screen is.
const APART = '.pip, .badge, .heading, .preview, [data-place="bonus"], [data-place="heading"], [data-place="height"]';
const CUT = 0.237; // added before coordinates are cut off: most of them are whole or halves

const identity = () => document.createElementNS('http://www.w3.org/2000/svg', 'svg').createSVGMatrix();

function within(element, root) {
  let matrix = identity();
  for (let node = element; node !== root; node = node.parentNode) {
    matrix = (node.transform.baseVal.consolidate()?.matrix ?? identity()).multiply(matrix);
  }
  return matrix;
}

function placedIn(root) {
  const found = [];
  for (const element of root.querySelectorAll('use[width], text')) {
    if (element.closest(APART)) continue;
    if (element.localName === 'text') {
      found.push(element.textContent.trim());
      continue;
    }
    const at = name => Number(element.getAttribute(name));
    const { a, b, c, d, e, f } = within(element, root);
    const [x, y] = [at('x') + at('width') / 2, at('y') + at('height') / 2];
    const place = [a * x + c * y + e, b * x + d * y + f, at('width')].map(part => Math.floor(part + CUT));
    found.push(`${element.getAttribute('href').replace(/^#(az-l-)?/, '')} ${place.join(' ')}`);
  }
  return found.sort();
}

const NOT_DRAWN = '.target-box, .reach, .badge, .preview, .heading, [data-place="heading"], symbol *';

/** A colour and how opaque it is, in all. */
function paint(style, name) {
  const [, r, g, b, own = 1] = style[name].match(/^rgba?\((\d+), (\d+), (\d+)(?:, ([\d.]+))?\)$/) ?? [];
  if (r === undefined) return style[name].replace('az-l-', '');
  return `${r} ${g} ${b} ${(own * style[`${name}Opacity`]).toFixed(1)}`;
}

/** In which ways the things in a drawing are painted. */
function painted(root) {
  const found = new Set();
  for (const element of root.querySelectorAll('rect, circle, ellipse, path, text')) {
    if (element.closest(NOT_DRAWN)) continue;
    const style = getComputedStyle(element);
    const ways = [element.localName, paint(style, 'fill'), paint(style, 'stroke')];
    if (style.stroke !== 'none') ways.push(style.strokeWidth, style.strokeDasharray);
    if (element.localName === 'text') ways.push(style.fontSize, style.fontWeight, style.textAnchor);
    found.add(ways.join(', '));
  }
  return [...found].sort();
}

/** What the page has drawn in the drawing that a selector finds: how wide that is, what is where, and how. */
window.placedOnPage = selector => {
  const root = document.querySelector(selector);
  return [root.viewBox.baseVal.width, placedIn(root), painted(root)];
};

/** What is in a drawing that is given as text, with its style sheet: the page allows no `<style>`. */
window.placedInText = ([drawn, shared, css]) => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets = [sheet];
  const host = document.createElement('div');
  host.innerHTML = `<svg><g>${drawn}</g><defs>${shared}</defs></svg>`;
  document.body.append(host);
  const found = [placedIn(host.firstChild.firstChild), painted(host.firstChild)];
  host.remove();
  return found;
};
