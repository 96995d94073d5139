/** A worker in which a bot thinks: it answers lines, as `offline/thinker.py` does. */
import { loadPython } from './python.ts';

interface Thinker {
  hear(line: string): string;
}

const waiting: string[] = [];
let think = (line: string): void => void waiting.push(line);

onmessage = ({ data }: MessageEvent<{ python: string } | string>) => {
  if (typeof data === 'string') think(data);
  else void begin(data.python);
};

async function begin(folder: string): Promise<void> {
  const python = await loadPython(folder);
  const { PortThinker } = python.pyimport('azulejos.offline.thinker') as { PortThinker: () => Thinker };
  const thinker = PortThinker();
  think = line => {
    const found = thinker.hear(line);
    if (found) postMessage(found);
  };
  waiting.splice(0).forEach(think);
}
