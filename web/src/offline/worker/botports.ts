/** Ports to workers in which bots think, which the page starts: see `../bots.ts`. */
import type { ForBots } from '../messages.ts';

type Hear = (text: string) => void;

const ask = (wanted: ForBots, moved: Transferable[] = []): void => postMessage(wanted, moved);

export class BotPorts {
  private readonly hearing = new Map<number, Hear>();
  private last = 0;

  /** See `offline/browser.py`. */
  readonly spawn = (hear: Hear) => {
    const bot = ++this.last;
    const { port1: ours, port2: port } = new MessageChannel();
    ours.onmessage = ({ data }: MessageEvent<string>) => hear(data);
    this.hearing.set(bot, hear);
    ask({ kind: 'spawn', bot, port }, [port]);
    return {
      send: (text: string) => ours.postMessage(text),
      close: () => {
        this.hearing.delete(bot);
        ours.close();
        ask({ kind: 'terminate', bot });
      },
    };
  };

  failed(bot: number): void {
    this.hearing.get(bot)?.('');
  }
}
