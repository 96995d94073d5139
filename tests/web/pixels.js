// Looks at pictures of the page, within the page: they are decoded by the browser itself.

/** The pixels of a picture, given as base64: red, green, blue, opacity, and again. */
window.pixelsOf = async picture => {
  const image = new Image();
  image.src = `data:image/png;base64,${picture}`;
  await image.decode();
  const { width, height } = image;
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
  context.drawImage(image, 0, 0);
  return { width, height, data: context.getImageData(0, 0, width, height).data };
};

/** A picture at a quarter of its width and height, as base64. */
window.quartered = async picture => {
  const { width, height, data } = await pixelsOf(picture);
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [Math.floor(width / 4), Math.floor(height / 4)];
  const made = new ImageData(canvas.width, canvas.height);
  for (let y = 0; y < canvas.height; y++)
    for (let x = 0; x < canvas.width; x++)
      for (let part = 0; part < 4; part++) {
        let sum = 0;
        for (let i = 0; i < 16; i++) sum += data[4 * ((4 * y + (i >> 2)) * width + 4 * x + (i & 3)) + part];
        made.data[4 * (y * canvas.width + x) + part] = sum / 16;
      }
  canvas.getContext('2d').putImageData(made, 0, 0);
  return canvas.toDataURL('image/png').split(',')[1];
};

const CLEARLY = 40; // of 255

/** Which part of all pixels two pictures show clearly otherwise; all, if their sizes differ. */
window.differing = async (one, other) => {
  const [a, b] = [await pixelsOf(one), await pixelsOf(other)];
  if (a.width !== b.width || a.height !== b.height) return 1;
  let number = 0;
  for (let i = 0; i < a.data.length; i += 4)
    if ([0, 1, 2].some(part => Math.abs(a.data[i + part] - b.data[i + part]) > CLEARLY)) number++;
  return number / (a.width * a.height);
};

const channel = part => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
const luminance = ([r, g, b]) =>
  0.2126 * channel(r / 255) + 0.7152 * channel(g / 255) + 0.0722 * channel(b / 255);

/** As WCAG 2 defines it. */
const contrast = (one, other) => {
  const [dim, bright] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (bright + 0.05) / (dim + 0.05);
};

/** How many pixels differ with a contrast that everybody sees. */
window.standingOut = async (one, other) => {
  const [a, b] = [await pixelsOf(one), await pixelsOf(other)];
  let number = 0;
  for (let i = 0; i < a.data.length; i += 4)
    if (contrast(a.data.slice(i, i + 3), b.data.slice(i, i + 3)) >= 3) number++;
  return number;
};

const colourOf = text => {
  const [r, g, b, opacity = 1] = text.match(/[\d.]+/g).map(Number);
  return [r, g, b, opacity];
};

/** How much is seen of an element; 0 if nothing. */
function opacityOf(element) {
  let opacity = 1;
  for (let each = element; each; each = each.parentElement) {
    const style = getComputedStyle(each);
    opacity *= style.display === 'none' ? 0 : Number(style.opacity);
  }
  return getComputedStyle(element).visibility === 'hidden' ? 0 : opacity;
}

/** Everything that is written on the screen: where, in which colour, and how much it must differ. */
function written() {
  const found = [];
  const top = document.querySelector('dialog[open]') ?? document.body;
  const walker = document.createTreeWalker(top, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    const text = walker.currentNode.data.trim();
    const opacity = opacityOf(element);
    if (!text || opacity === 0 || element.closest('title, .spoken, :disabled, option')) continue;
    const range = document.createRange();
    range.selectNodeContents(walker.currentNode);
    const style = getComputedStyle(element);
    const isDrawn = element.closest('svg') !== null;
    const scale = isDrawn ? Math.hypot(element.getScreenCTM().a, element.getScreenCTM().b) : 1;
    const size = parseFloat(style.fontSize) * scale;
    const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    for (const box of range.getClientRects()) {
      const { left, right, top, bottom } = box;
      if (right - left < 2 || bottom - top < 2) continue;
      if (left < 0 || top < 0 || right > innerWidth || bottom > innerHeight) continue;
      const middle = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      if (!isDrawn && middle && !element.contains(middle) && !middle.contains(element)) continue; // covered
      const outline = isDrawn && style.stroke !== 'none' ? colourOf(style.stroke) : null;
      const colour = colourOf(isDrawn ? style.fill : style.color);
      const name = element.closest('[class]')?.getAttribute('class');
      found.push({ text, box, colour, outline, opacity, least: isLarge ? 3 : 4.5, name });
    }
  }
  return found;
}

const HIDDEN = new CSSStyleSheet();
HIDDEN.replaceSync(`* { color: transparent !important; }
  text, text * { fill: transparent !important; stroke: none !important; }`);

/** What is written, and hide it, so that a picture shows what it is written on. */
window.hideWritten = () => {
  window.wasWritten = written();
  document.adoptedStyleSheets = [HIDDEN];
};

/** What can hardly be read on what is in the picture. */
window.unreadable = async picture => {
  document.adoptedStyleSheets = [];
  const { width, data } = await pixelsOf(picture);
  const wrong = [];
  for (const { text, box, colour, outline, opacity, least, name } of window.wasWritten) {
    const grounds = [0.25, 0.5, 0.75].flatMap(x =>
      [0.3, 0.5, 0.7].map(y => {
        const at = 4 * (Math.floor(box.top + y * box.height) * width + Math.floor(box.left + x * box.width));
        return outline ?? [...data.slice(at, at + 3)];
      }),
    );
    const reached = Math.min(
      ...grounds.map(ground => {
        const seen = [0, 1, 2].map(i => colour[i] * colour[3] * opacity + ground[i] * (1 - colour[3] * opacity));
        return contrast(seen, ground);
      }),
    );
    if (reached < least) wrong.push(`${name}: "${text}" ${reached.toFixed(2)}`);
  }
  return wrong;
};
