/** Markdown cut into blocks, as far as the rules of our games use it. Pure. */
export type Block =
  | { kind: 'heading'; level: number; text: string }
  | { kind: 'paragraph'; text: string }
  | { kind: 'list'; items: string[] }
  | { kind: 'table'; rows: string[][] }
  | { kind: 'code'; info: string; text: string };

export function blocks(text: string): Block[] {
  const found: Block[] = [];
  const lines = text.split('\n');
  for (let at = 0; at < lines.length; ) {
    const line = lines[at]!;
    const heading = /^(#+)\s+(.*)/.exec(line);
    if (!line.trim() || /^<!--/.test(line)) {
      at++;
    } else if (heading) {
      found.push({ kind: 'heading', level: heading[1]!.length, text: heading[2]! });
      at++;
    } else if (line.startsWith('```')) {
      const end = lines.indexOf('```', at + 1);
      const stop = end < 0 ? lines.length : end;
      found.push({ kind: 'code', info: line.slice(3), text: lines.slice(at + 1, stop).join('\n') });
      at = stop + 1;
    } else {
      const stop = blockEnd(lines, at);
      found.push(block(lines.slice(at, stop)));
      at = stop;
    }
  }
  return found;
}

function blockEnd(lines: string[], at: number): number {
  let end = at + 1;
  while (end < lines.length && lines[end]!.trim() && !/^(#+\s|```)/.test(lines[end]!)) end++;
  return end;
}

const ITEM = /^\s*(?:[-*]|\d+\.)\s+/;

function block(lines: string[]): Block {
  if (lines[0]!.trimStart().startsWith('|')) return { kind: 'table', rows: rows(lines) };
  if (!ITEM.test(lines[0]!)) return { kind: 'paragraph', text: lines.map(line => line.trim()).join(' ') };
  const items: string[] = [];
  for (const line of lines) {
    if (ITEM.test(line)) items.push(line.replace(ITEM, ''));
    else items[items.length - 1] += ` ${line.trim()}`;
  }
  return { kind: 'list', items };
}

function rows(lines: string[]): string[][] {
  return lines
    .map(line => line.trim())
    .filter(line => !/^\|[\s:|-]+\|$/.test(line))
    .map(line => line.replace(/^\||\|$/g, '').split('|').map(cell => cell.trim()));
}
