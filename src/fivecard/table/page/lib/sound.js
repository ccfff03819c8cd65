// A few soft sounds, made here; none until somebody has asked for them.
import { settings } from "/page/lib/settings.js";

/** What is heard: the pitch in Hz, how long in seconds, and how often. */
const SOUNDS = {
  card: { pitch: 900, length: 0.04, times: 1 },
  chip: { pitch: 1800, length: 0.03, times: 2 },
  turn: { pitch: 220, length: 0.14, times: 1 },
  asked: { pitch: 660, length: 0.12, times: 3 },
  soon: { pitch: 440, length: 0.07, times: 2 },
};

/** @type {AudioContext | null} */
let context = null;

/** @type {(name: keyof typeof SOUNDS) => void} */
export function play(name) {
  if (!settings.sound) return;
  context ??= new AudioContext();
  const { pitch, length, times } = SOUNDS[name];
  for (let time = 0; time < times; time++) knock(context, context.currentTime + time * (length + 0.06), pitch, length);
}

/** @type {(context: AudioContext, start: number, pitch: number, length: number) => void} */
function knock(context, start, pitch, length) {
  const tone = new OscillatorNode(context, { type: "triangle", frequency: pitch });
  const volume = new GainNode(context, { gain: 0 });
  volume.gain.setValueAtTime(0.12, start);
  volume.gain.exponentialRampToValueAtTime(0.001, start + length);
  tone.connect(volume).connect(context.destination);
  tone.start(start);
  tone.stop(start + length);
}
