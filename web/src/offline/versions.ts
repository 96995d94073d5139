/** Keeps the site for when there is no network, and says when there is a new version of it. */
import { isInstalled, update } from './state.ts';

const EVERY = 60 * 60 * 1000; // milliseconds between two looks for a new version
let isFollowing = false;

export function followVersions(): void {
  if (isFollowing || !('serviceWorker' in navigator)) return;
  isFollowing = true;
  const workers = navigator.serviceWorker;
  let isKept = workers.controller !== null;
  workers.addEventListener('controllerchange', () => {
    if (isKept) location.reload(); // every page at once: none may mix two versions
    isKept = true;
  });
  void workers.register('worker.js').then(watch, () => undefined); // then it needs the network
  void workers.ready.then(() => (isInstalled.value = true));
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
