/** Short sounds, if the user has switched them on. */
import { setting } from './settings.js';

/** @type {AudioContext | null} */
let audio = null;

/** @type {Record<string, [number, number]>} */
const SOUNDS = { card: [420, 0.05], turn: [660, 0.12], trick: [300, 0.12], end: [520, 0.4] };

/** @param {keyof typeof SOUNDS} name */
export function playSound(name) {
  if (setting('sound') !== 'on') return;
  audio ??= new AudioContext();
  const [pitch, time] = SOUNDS[name];
  const tone = new OscillatorNode(audio, { frequency: pitch, type: 'triangle' });
  const volume = new GainNode(audio, { gain: 0.12 });
  volume.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + time);
  tone.connect(volume).connect(audio.destination);
  tone.start();
  tone.stop(audio.currentTime + time);
}
