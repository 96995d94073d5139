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
    found.push(`${element.getAttribute('href').replace(/^#(az-light-)?/, '')} ${place.join(' ')}`);
  }
  return found.sort();
}

/** What the page has drawn in the drawing that a selector finds, and how wide that is. */
window.placedOnPage = selector => {
  const root = document.querySelector(selector);
  return [root.viewBox.baseVal.width, placedIn(root)];
};

/** What is in a drawing that is given as text. */
window.placedInText = text => {
  const host = document.createElement('div');
  host.innerHTML = `<svg>${text}</svg>`;
  document.body.append(host);
  const found = placedIn(host.firstChild);
  host.remove();
  return found;
};
