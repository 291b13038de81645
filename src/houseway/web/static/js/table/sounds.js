/** The sounds of a table, made by the browser, and only while the page is visible. */

/** @import { Sound } from "./heard.js" */

/** Frequency in hertz, start and duration in seconds, and volume. */
/** @type {Record<Exclude<Sound, "card">, [number, number, number, number][]>} */
const TONES = {
  chip: [
    [2300, 0, 0.05, 0.1],
    [3100, 0.04, 0.06, 0.08],
  ],
  win: [
    [523, 0, 0.16, 0.12],
    [659, 0.11, 0.16, 0.12],
    [784, 0.22, 0.3, 0.12],
  ],
  turn: [
    [880, 0, 0.12, 0.1],
    [660, 0.13, 0.18, 0.1],
  ],
};
const RUSTLE = { seconds: 0.07, frequency: 2600, loud: 0.16 };

/** A player of sounds. Browsers allow sound only after the first click. Earlier sounds are lost. */
export class Sounds {
  /** @type {AudioContext | null} */
  context = null;

  /** @param {Sound[]} names */
  play(names) {
    if (!names.length || document.documentElement.dataset.sound !== "on" || document.hidden) return;
    this.context ??= new AudioContext();
    const { context } = this;
    if (context.state !== "running") context.resume();
    for (const name of names) {
      if (name === "card") rustle(context);
      else for (const [frequency, after, seconds, loud] of TONES[name]) tone(context, frequency, after, seconds, loud);
    }
  }
}

/**
 * @param {AudioContext} context
 * @param {number} frequency
 * @param {number} after
 * @param {number} seconds
 * @param {number} loud
 */
function tone(context, frequency, after, seconds, loud) {
  const source = new OscillatorNode(context, { type: "triangle", frequency });
  source.connect(fading(context, context.currentTime + after, seconds, loud));
  source.start(context.currentTime + after);
  source.stop(context.currentTime + after + seconds);
}

/** Play the sound of a card over felt, a short noise. @param {AudioContext} context */
function rustle(context) {
  const length = Math.ceil(RUSTLE.seconds * context.sampleRate);
  const buffer = new AudioBuffer({ length, sampleRate: context.sampleRate });
  buffer.getChannelData(0).forEach((_, place, samples) => (samples[place] = 2 * Math.random() - 1));
  const filter = new BiquadFilterNode(context, { type: "bandpass", frequency: RUSTLE.frequency });
  const source = new AudioBufferSourceNode(context, { buffer });
  source.connect(filter).connect(fading(context, context.currentTime, RUSTLE.seconds, RUSTLE.loud));
  source.start();
}

/**
 * @param {AudioContext} context
 * @param {number} from
 * @param {number} seconds
 * @param {number} loud
 */
function fading(context, from, seconds, loud) {
  const gain = new GainNode(context, { gain: 0 });
  gain.gain.setValueAtTime(loud, from);
  gain.gain.exponentialRampToValueAtTime(0.001, from + seconds);
  gain.connect(context.destination);
  return gain;
}
