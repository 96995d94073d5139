/**
 * A picture of all boards as PNG. They are drawn as on the page, put together into one drawing that
 * needs nothing else (styles, symbols and fonts are in it), and painted on a canvas.
 */
import { render } from 'preact';
import type { Player, View } from './games/view.ts';
import type { Scene } from './messages.ts';

const MARGIN = 22;
const GAP = 20;
const BAR = 58; // the height of the heading
const WIDTH = 1600; // pixels
const NAMESPACE = 'http://www.w3.org/2000/svg';

/** What is in it: whose boards, in this order, and what stands above them. */
export interface Pictured {
  view: View;
  scene: Scene;
  players: readonly Player[];
  title: string;
}

export async function pictureOf(pictured: Pictured): Promise<Blob> {
  const drawing = composed(pictured);
  const style = document.createElementNS(NAMESPACE, 'style');
  style.textContent = [...rules(CSSStyleRule)].map(rule => rule.cssText).join('\n') + (await fontsFor(drawing));
  drawing.prepend(style);
  return painted(drawing);
}

/** The boards of all, below each other or in two or three columns. */
function composed({ view, scene, players, title }: Pictured): SVGSVGElement {
  const boards = players.map(player => drawn(view, scene, player));
  const columns = boards.length === 3 ? 3 : Math.min(2, boards.length);
  const [, , width = 0, height = 0] = boards[0]!.getAttribute('viewBox')!.split(' ').map(Number);
  const rows = Math.ceil(boards.length / columns);
  const [right, bottom] = [2 * MARGIN + columns * (width + GAP) - GAP, BAR + MARGIN + rows * (height + GAP) - GAP];
  boards.forEach((board, i) => {
    const [column, row] = [i % columns, Math.floor(i / columns)];
    place(board, { x: MARGIN + column * (width + GAP), y: BAR + row * (height + GAP), width, height });
  });
  const result = document.createElementNS(NAMESPACE, 'svg');
  const size = { width: WIDTH, height: Math.round((WIDTH * bottom) / right) };
  place(result, { viewBox: `0 0 ${right} ${bottom}`, preserveAspectRatio: 'xMidYMid slice', ...size });
  result.dataset.theme = document.documentElement.dataset.theme;
  const host = document.createElement('div');
  render(<Ground width={right} height={bottom} title={title} />, host);
  result.append(...document.querySelector('.sprite')!.cloneNode(true).childNodes, ...host.firstChild!.childNodes, ...boards);
  return result;
}

function Ground({ width, height, title }: { width: number; height: number; title: string }) {
  return (
    <svg>
      <rect width={width} height={height} style="fill: var(--cloth)" />
      <rect width={width} height={height} fill="url(#azulejo)" style="opacity: var(--pattern-strength)" />
      <text class="name" x={MARGIN + 4} y={BAR / 2 + 10} style="fill: var(--strong)">
        {title}
      </text>
    </svg>
  );
}

function place(element: Element, attributes: Record<string, string | number>): void {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
}

/** One board, as the others see it: nothing on it can be clicked. */
function drawn(view: View, scene: Scene, player: Player): SVGSVGElement {
  const host = document.createElement('div');
  render(<view.Board scene={scene} player={{ ...player, isOwn: false }} frame="heading" />, host);
  return host.querySelector('svg')!;
}

/** The rules of the page's own sheets, but those that are about screens. */
function* rules<R extends CSSRule>(kind: new () => R): Generator<R> {
  for (const sheet of document.styleSheets) {
    for (const rule of sheet.cssRules) if (rule instanceof kind) yield rule;
  }
}

/** The fonts of a drawing's letters, in the text of the sheet itself. */
async function fontsFor(drawing: Element): Promise<string> {
  const letters = [...new Set(drawing.textContent)].map(letter => letter.codePointAt(0)!);
  const faces = [...rules(CSSFontFaceRule)].filter(({ style }) => {
    const ranges = rangesOf(style.getPropertyValue('unicode-range'));
    return letters.some(code => ranges.some(([from, to]) => from <= code && code <= to));
  });
  return (await Promise.all(faces.map(embedded))).join('');
}

const rangesOf = (text: string): [number, number][] =>
  text.split(',').map(range => {
    const [from, to = from] = range.trim().slice(2).split('-').map(code => parseInt(code, 16));
    return [from!, to!];
  });

async function embedded({ style, parentStyleSheet }: CSSFontFaceRule): Promise<string> {
  const [, address] = /url\("?([^")]+)/.exec(style.getPropertyValue('src'))!;
  const font = await (await fetch(new URL(address!, parentStyleSheet!.href ?? location.href))).blob();
  const kept = ['font-family', 'font-weight', 'unicode-range'].map(name => `${name}:${style.getPropertyValue(name)}`);
  return `@font-face{${kept.join(';')};src:url(${await asData(font)})}`;
}

function asData(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.onerror = () => reject(reader.error!);
    reader.readAsDataURL(file);
  });
}

async function painted(drawing: SVGSVGElement): Promise<Blob> {
  const text = new XMLSerializer().serializeToString(drawing);
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(text)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [image.width, image.height];
  canvas.getContext('2d')!.drawImage(image, 0, 0);
  return new Promise((resolve, reject) =>
    canvas.toBlob(file => (file ? resolve(file) : reject(new Error('no picture'))), 'image/png'),
  );
}
