/**
 * SHA-256 (FIPS 180-4) and HMAC (RFC 2104). They are written out, because browsers offer theirs only over HTTPS, which
 * a table on a local network lacks.
 */

import { concat } from "./bytes.js";

const BLOCK = 64;

/** Return the first 32 bits of the fractional part of a root: the standard's constants. @param {number} root */
function fraction(root) {
  return Math.floor((root - Math.floor(root)) * 2 ** 32) >>> 0;
}

/** @param {number} count */
function firstPrimes(count) {
  /** @type {number[]} */
  const primes = [];
  for (let number = 2; primes.length < count; number += 1) {
    if (primes.every((prime) => number % prime)) primes.push(number);
  }
  return primes;
}

const PRIMES = firstPrimes(64);
const INITIAL = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const ROUND_CONSTANTS = PRIMES.map((prime) => fraction(Math.cbrt(prime)));

/**
 * @param {number} word
 * @param {number} count
 */
const rotate = (word, count) => (word >>> count) | (word << (32 - count));

/** @param {Uint8Array} message */
function pad(message) {
  const padded = new Uint8Array(Math.ceil((message.length + 9) / BLOCK) * BLOCK);
  padded.set(message);
  padded[message.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(message.length / 2 ** 29));
  view.setUint32(padded.length - 4, (message.length * 8) >>> 0);
  return view;
}

/**
 * @param {DataView} view
 * @param {number} offset
 */
function schedule(view, offset) {
  const words = new Uint32Array(64);
  for (let t = 0; t < 16; t += 1) words[t] = view.getUint32(offset + 4 * t);
  for (let t = 16; t < 64; t += 1) {
    const [early, late] = [words[t - 15], words[t - 2]];
    const sigma0 = rotate(early, 7) ^ rotate(early, 18) ^ (early >>> 3);
    const sigma1 = rotate(late, 17) ^ rotate(late, 19) ^ (late >>> 10);
    words[t] = words[t - 16] + sigma0 + words[t - 7] + sigma1;
  }
  return words;
}

/**
 * @param {Uint32Array} state
 * @param {Uint32Array} words
 */
function compress(state, words) {
  let [a, b, c, d, e, f, g, i] = state;
  for (let t = 0; t < 64; t += 1) {
    const choice = (e & f) ^ (~e & g);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const sum1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const sum0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
    const first = (i + sum1 + choice + ROUND_CONSTANTS[t] + words[t]) | 0;
    [i, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + sum0 + majority) | 0];
  }
  [a, b, c, d, e, f, g, i].forEach((word, place) => {
    state[place] = state[place] + word;
  });
}

/** Return the 32-byte digest of a message. @param {Uint8Array} message */
export function sha256(message) {
  const state = Uint32Array.from(INITIAL);
  const view = pad(message);
  for (let offset = 0; offset < view.byteLength; offset += BLOCK) compress(state, schedule(view, offset));
  const digest = new DataView(new ArrayBuffer(32));
  state.forEach((word, place) => digest.setUint32(4 * place, word));
  return new Uint8Array(digest.buffer);
}

/**
 * Return the HMAC-SHA-256 of a message.
 * @param {Uint8Array} key
 * @param {Uint8Array} message
 */
export function hmac(key, message) {
  const padded = new Uint8Array(BLOCK);
  padded.set(key.length > BLOCK ? sha256(key) : key);
  const inner = padded.map((byte) => byte ^ 0x36);
  const outer = padded.map((byte) => byte ^ 0x5c);
  return sha256(concat(outer, sha256(concat(inner, message))));
}
