/** A worker in which a bot thinks: it answers lines, as `offline/thinker.py` does. */
import type { BeginBot } from '../messages.ts';
import { loadPython } from './python.ts';

interface Thinker {
  hear(line: string): string;
}

onmessage = ({ data: { python, port } }: MessageEvent<BeginBot>) => void begin(python, port);

async function begin(folder: string, port: MessagePort): Promise<void> {
  const python = await loadPython(folder);
  const { PortThinker } = python.pyimport('azulejos.offline.thinker') as { PortThinker: () => Thinker };
  const thinker = PortThinker();
  // what was said before waits in the port
  port.onmessage = ({ data }: MessageEvent<string>) => {
    const found = thinker.hear(data);
    if (found) port.postMessage(found);
  };
}
