import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const WEB = process.cwd();
const SHEETS = join(WEB, 'src', 'style');
const LOOK = join(WEB, '..', 'src', 'azulejos', 'look');
const COLOURS = readFileSync(join(LOOK, 'colours.css'), 'utf8');
const LITERAL = /#[0-9a-f]{3,8}\b|\b(?:rgb|hsl)a?\(/gi;

const found = [...COLOURS.matchAll(/^([^{}]*)\{([^{}]*)^\}/gm)].map(([, selector, body]) => ({
  selector: selector!.trim().split('\n').at(-1)!,
  tokens: Object.fromEntries([...body!.matchAll(/--([\w-]+): ([^;]+);/g)].map(([, name, value]) => [name!, value!])),
}));
const [materials, dark] = found.filter(({ selector }) => selector === ':root').map(({ tokens }) => tokens);
const light = found.find(({ selector }) => selector === "[data-theme='light']")!.tokens;
const THEMES = { dark: { ...materials, ...dark! }, light: { ...materials, ...light } } as Record<string, Record<string, string>>;

/** Red, green, blue and opacity, each up to 1. */
function parsed(colour: string): number[] {
  const digits = colour.slice(1);
  const pairs = digits.length < 6 ? [...digits].map(digit => digit + digit) : digits.match(/../g)!;
  return [...pairs.map(pair => parseInt(pair, 16) / 255), 1].slice(0, 4);
}

/** What is seen of a colour that lies on another. */
function over(colour: string, ground: number[]): number[] {
  const [r, g, b, opacity] = parsed(colour) as [number, number, number, number];
  return [r, g, b].map((part, i) => part * opacity + ground[i]! * (1 - opacity));
}

const luminance = (colour: number[]) =>
  [0.2126, 0.7152, 0.0722].reduce((sum, weight, i) => {
    const part = colour[i]!;
    return sum + weight * (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
  }, 0);

/** As WCAG 2 defines it. */
function contrast(one: number[], other: number[]): number {
  const [dim, bright] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (bright + 0.05) / (dim + 0.05);
}

const stops = (gradient: string) => gradient.match(LITERAL)!.map(parsed);
const WRITTEN = ['text', 'strong', 'soft', 'accent', 'good', 'bad'];
const GROUNDS = ['', 'panel', 'panel-solid', 'sunken'];

test('both themes say the same of everything', () => {
  assert.deepEqual(Object.keys(light).sort(), Object.keys(dark!).sort());
});

test('what is written on the cloth and its panels can be read in both themes', () => {
  for (const [theme, tokens] of Object.entries(THEMES))
    for (const cloth of [...stops(tokens['cloth-lit']!), ...stops(tokens['cloth-small']!)])
      for (const name of GROUNDS) {
        const ground = name ? over(tokens[name]!, cloth) : cloth;
        const pairs = WRITTEN.map(written => [written, ground] as const);
        const lying = name === '' ? ['button', 'button-lit'] : ['hover', 'here'];
        const raised = lying.flatMap(one =>
          (name === '' ? ['text', 'good'] : WRITTEN).map(written => [written, over(tokens[one]!, ground)] as const),
        );
        for (const [written, under] of [...pairs, ...raised]) {
          const reached = contrast(over(tokens[written]!, under), under);
          assert.ok(reached >= 4.5, `${theme}: ${written} on ${name || 'cloth'} of ${cloth}: ${reached.toFixed(2)}`);
        }
      }
});

test('what is written on paper, brass, cobalt and seats can be read', () => {
  const pairs = [
    ['ink', 'paper'], ['ink', 'paper-deep'], ['ink-soft', 'paper'], ['ink-soft', 'paper-deep'], ['ink-soft', 'paper-mid'],
    ['cobalt', 'paper'], ['cobalt', 'paper-deep'], ['sienna', 'paper'], ['sienna', 'paper-deep'], ['sienna', 'clay'],
    ['on-brass', 'brass'], ['on-brass', 'glow'], ['ink', 'want'], ['cream', 'back'],
    ...['cobalt', 'sienna', 'seat-0', 'seat-1', 'seat-2', 'seat-3'].map(ground => ['white', ground]),
  ] as [string, string][];
  for (const [written, ground] of pairs) {
    const reached = contrast(parsed(materials![written]!), parsed(materials![ground]!));
    assert.ok(reached >= 4.5, `${written} on ${ground}: ${reached.toFixed(2)}`);
  }
});

test('focus, marks and the seats of the log stand out from what they lie on', () => {
  for (const [theme, tokens] of Object.entries(THEMES))
    for (const cloth of stops(tokens['cloth-lit']!))
      for (const name of ['focus', 'mark', 'online', 'offline', 'line-0', 'line-1', 'line-2', 'line-3']) {
        const reached = contrast(parsed(tokens[name]!), over(tokens.panel!, cloth));
        assert.ok(reached >= 3, `${theme}: ${name} on ${cloth}: ${reached.toFixed(2)}`);
      }
});

test('every other sheet and every screen takes its colours from there', () => {
  const files = [join(WEB, 'src'), LOOK]
    .flatMap(folder => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(name => join(folder, name)))
    .filter(name => /\.(css|tsx)$/.test(name) && !name.endsWith('colours.css'));
  assert.ok(files.length > 40);
  const literal = files.flatMap(name => {
    const text = readFileSync(name, 'utf8');
    const values = name.endsWith('css') ? text : [...text.matchAll(/(?:fill|stroke|color)=?:? ?"[^"]*"/g)].join('\n');
    return [...values.matchAll(LITERAL)].map(([colour]) => `${name}: ${colour}`);
  });
  assert.deepEqual(literal, []);
});

test('every colour that is asked for is there, and each is asked for', () => {
  const sheets = [SHEETS, LOOK].flatMap(folder => readdirSync(folder).map(name => join(folder, name)));
  const files = sheets.filter(name => name.endsWith('.css')).map(name => readFileSync(name, 'utf8'));
  const asked = new Set(files.flatMap(text => [...text.matchAll(/var\(--([\w-]+)/g)].map(match => match[1]!)));
  const set = new Set(files.flatMap(text => [...text.matchAll(/--([\w-]+):/g)].map(match => match[1]!)));
  assert.deepEqual([...asked].filter(name => !set.has(name)), []);
  const elsewhere = ['cloth']; // for the browser's own frame
  assert.deepEqual([...set].filter(name => !asked.has(name) && !elsewhere.includes(name)), []);
});

test("the browser's own frame has the colour of the cloth", () => {
  const source = readFileSync(join(WEB, 'src', 'theme.ts'), 'utf8');
  const told = Object.fromEntries([...source.matchAll(/(light|dark): '(#\w+)'/g)].map(([, theme, colour]) => [theme, colour]));
  assert.deepEqual(told, { light: light.cloth, dark: dark!.cloth });
  assert.match(readFileSync(join(WEB, 'index.html'), 'utf8'), new RegExp(`"theme-color" content="${dark!.cloth}"`));
  const manifest = JSON.parse(readFileSync(join(WEB, 'manifest.json'), 'utf8'));
  assert.deepEqual([manifest.background_color, manifest.theme_color], [dark!.cloth, dark!.cloth]);
});
