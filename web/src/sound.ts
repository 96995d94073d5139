/** A few quiet sounds, made on the spot; off unless the visitor turns them on. */
import { hasSound } from './settings.ts';

let context: AudioContext | null = null;

function audio(): AudioContext | null {
  if (!hasSound.value || typeof AudioContext === 'undefined') return null;
  context ??= new AudioContext();
  void context.resume();
  return context;
}

/** A tile set down on wood. */
export function knock(): void {
  const sound = audio();
  if (!sound) return;
  strike(sound, 190 + Math.random() * 40, 0.09, 0.35, 0);
  strike(sound, 1150 + Math.random() * 200, 0.03, 0.12, 0);
}

/** It is your turn. */
export function chime(): void {
  const sound = audio();
  if (!sound) return;
  [659, 880].forEach((pitch, i) => strike(sound, pitch, 0.5, 0.12, i * 0.13));
}

/** The game is over. */
export function fanfare(): void {
  const sound = audio();
  if (!sound) return;
  [523, 659, 784, 1047].forEach((pitch, i) => strike(sound, pitch, 0.9, 0.11, i * 0.14));
}

/** A tone that is loud at once and fades. */
function strike(sound: AudioContext, pitch: number, length: number, volume: number, delay: number) {
  const begin = sound.currentTime + delay;
  const tone = sound.createOscillator();
  const gain = sound.createGain();
  tone.type = 'triangle';
  tone.frequency.setValueAtTime(pitch, begin);
  gain.gain.setValueAtTime(volume, begin);
  gain.gain.exponentialRampToValueAtTime(0.0001, begin + length);
  tone.connect(gain).connect(sound.destination);
  tone.start(begin);
  tone.stop(begin + length);
}
