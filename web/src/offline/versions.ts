/** Keeps the site for when there is no network, and says when there is a new version of it. */
import { isInstalled, update } from './state.ts';

const EVERY = 60 * 60 * 1000; // milliseconds between two looks for a new version
let isFollowing = false;

export function followVersions(python: string): void {
  if (isFollowing || !('serviceWorker' in navigator)) return;
  isFollowing = true;
  const workers = navigator.serviceWorker;
  let isKept = workers.controller !== null;
  workers.addEventListener('controllerchange', () => {
    if (isKept) location.reload(); // every page at once: none may mix two versions
    else void keepCode(python);
    isKept = true;
  });
  void workers.register('worker.js').then(watch, () => undefined); // then it needs the network
  void workers.ready.then(() => (isInstalled.value = true));
}

/**
 * Browsers keep compiled code beside the file that it was compiled from. What the first visit has compiled
 * came from the network, so the next would compile it again, from what the service worker keeps.
 */
async function keepCode(python: string): Promise<void> {
  await WebAssembly.compileStreaming(fetch(`${python}pyodide.asm.wasm`)).catch(() => undefined);
}

function watch(registration: ServiceWorkerRegistration): void {
  const look = () => {
    const { waiting } = registration;
    update.value = waiting && navigator.serviceWorker.controller ? () => waiting.postMessage('take over') : null;
  };
  look();
  registration.addEventListener('updatefound', () =>
    registration.installing?.addEventListener('statechange', look),
  );
  setInterval(() => navigator.onLine && void registration.update().catch(() => undefined), EVERY);
}
