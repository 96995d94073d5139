/** Starts what a server does otherwise, behind the page. */
import type { Port } from '../port.ts';
import { Bots } from './bots.ts';
import type { Begin, ForBots, ToPage } from './messages.ts';
import { followServer } from './server.ts';
import { start, storage } from './state.ts';
import { followVersions } from './versions.ts';
import { WorkerPort } from './workerport.ts';

declare const HOST: string; // the name of the worker's script, beside this one

export function begin(answeredBy: (port: Port) => void): void {
  const here = new URL('.', location.href);
  const worker = hasLocks() ? new Worker(new URL(HOST, import.meta.url), { type: 'module', name: 'host' }) : null;
  const python = new URL(document.documentElement.dataset.python!, here).href;
  const port = new WorkerPort(message => worker?.postMessage(message), { games: `${python}games.json` });
  answeredBy(port);
  followServer();
  if (!worker) return void (start.value = { kind: 'insecure' });
  const bots = new Bots(python, message => worker.postMessage(message));
  worker.onmessage = ({ data }: MessageEvent<ToPage | ForBots>) => {
    if (data.kind === 'spawn' || data.kind === 'terminate') return bots.heard(data);
    if (data.kind === 'storage') storage.value = data.state;
    if (data.kind === 'progress' || data.kind === 'ready' || data.kind === 'failed') start.value = data;
    if (data.kind === 'ready') followVersions(python);
    port.heard(data);
  };
  worker.onerror = event => (start.value = { kind: 'failed', message: event.message });
  worker.postMessage({ kind: 'begin', python, name: `azulejos ${here.pathname}` } satisfies Begin);
}

/** Browsers keep pages of several tabs apart on encrypted sites only, and on this machine. */
const hasLocks = () => isSecureContext && 'locks' in navigator;
