/**
 * Messages put into words, as `azulejos/messages.py` does.
 *
 * `{name}` stands for a value, `{colour:acc}` for a form of a word, `{gained:sign}` for a number
 * with its sign, `{n, plural, =0 {…} one {…} other {… #}}` for what goes with a number.
 */
import type { Message } from './messages.ts';

export type Catalogue = Record<string, string>;
export type Value = number | string | boolean | Message | Value[];
export type Values = Record<string, Value>;

/** How a language speaks: its messages, its plurals, and who sits where. */
export interface Speaker {
  language: string;
  catalogue: Catalogue;
  fallback: Catalogue;
  names: readonly string[];
}

/** What a message says; an unknown one says its own id, which a test finds. */
export function say(speaker: Speaker, id: string, values: Values = {}): string {
  return fill(speaker, message(speaker, id) ?? id, values);
}

export function has(speaker: Speaker, id: string): boolean {
  return message(speaker, id) !== undefined;
}

function message(speaker: Speaker, id: string): string | undefined {
  return speaker.catalogue[id] ?? speaker.fallback[id];
}

function fill(speaker: Speaker, text: string, values: Values, count?: number): string {
  let said = '';
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]!;
    if (sign === '{') {
      const end = closing(text, at);
      said += placeholder(speaker, text.slice(at + 1, end), values);
      at = end;
    } else {
      said += sign === '#' && count !== undefined ? number(speaker, count) : sign;
    }
  }
  return said;
}

/** Where the brace that opens at a place is closed. */
function closing(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    if (text[at] === '{') depth++;
    else if (text[at] === '}' && --depth === 0) return at;
  }
  return text.length;
}

function placeholder(speaker: Speaker, inner: string, values: Values): string {
  const [head, kind] = inner.split(',', 2).map(part => part.trim());
  const [name, form] = head!.split(':', 2);
  const value = values[name!];
  if (value === undefined) return `{${inner}}`;
  if (kind === 'plural') return plural(speaker, inner, Number(value), values);
  return spoken(speaker, name!, value, form);
}

function plural(speaker: Speaker, inner: string, count: number, values: Values): string {
  const branches = new Map<string, string>();
  const list = inner.slice(inner.indexOf(',', inner.indexOf(',') + 1) + 1);
  for (let at = 0; at < list.length; ) {
    const open = list.indexOf('{', at);
    if (open < 0) break;
    const end = closing(list, open);
    branches.set(list.slice(at, open).trim(), list.slice(open + 1, end));
    at = end + 1;
  }
  const category = pluralRules(speaker.language).select(count);
  const branch = branches.get(`=${count}`) ?? branches.get(category) ?? branches.get('other') ?? '';
  return fill(speaker, branch, values, count);
}

const rules = new Map<string, Intl.PluralRules>(); // slow to make
const formats = new Map<string, Intl.NumberFormat>(); // slow to make, and asked for at every label

/** How a language counts, by CLDR. */
function pluralRules(language: string): Intl.PluralRules {
  const known = rules.get(language) ?? new Intl.PluralRules(language);
  rules.set(language, known);
  return known;
}

function numberFormat(language: string): Intl.NumberFormat {
  const known = formats.get(language) ?? new Intl.NumberFormat(language);
  formats.set(language, known);
  return known;
}

function spoken(speaker: Speaker, name: string, value: Value, form?: string): string {
  if (Array.isArray(value)) {
    return value.map(item => spoken(speaker, name, item, form)).join(', ');
  }
  if (typeof value === 'object') return say(speaker, value.message, value.values as Values);
  if (typeof value === 'number') {
    if (name === 'seat') return speaker.names[value] ?? String(value + 1);
    return form === 'sign' ? signed(value) : number(speaker, value);
  }
  const id = String(value);
  if (!id.includes('.')) return id;
  return (form && message(speaker, `${id}.${form}`)) ?? message(speaker, id) ?? id;
}

/** A number as the language writes it, with the minus that `signed` has. */
function number(speaker: Speaker, value: number): string {
  return numberFormat(speaker.language).format(value).replace('-', '−');
}

/** A number of points, with a real minus. */
export const plain = (value: number): string => String(value).replace('-', '−');

/** A difference of points, with a real minus. */
export function signed(value: number): string {
  return value > 0 ? `+${value}` : value < 0 ? `−${-value}` : '±0';
}
