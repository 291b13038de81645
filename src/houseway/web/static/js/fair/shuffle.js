/** The shuffle of docs/shuffle.md, step by step: HMAC_DRBG, numbers of two bytes, Fisher-Yates with rejection. */

import { concat, utf8 } from "./bytes.js";
import { hmac } from "./sha256.js";

const REQUEST_BYTES = 128;
const NUMBERS = 2 ** 16;

/** HMAC_DRBG with SHA-256 (NIST SP 800-90A Rev. 1, 10.1.2): 32-byte seed, no nonce, a personalization text. */
class Generator {
  /** @type {number[]} */
  numbers = [];

  /**
   * @param {Uint8Array} seed
   * @param {string} label
   */
  constructor(seed, label) {
    this.key = new Uint8Array(32);
    this.value = new Uint8Array(32).fill(1);
    const material = concat(seed, utf8(`houseway/shuffle/1:${label}`));
    this.update(0, material);
    this.update(1, material);
    this.used = false;
  }

  /**
   * @param {number} tag
   * @param {Uint8Array} material
   */
  update(tag, material) {
    this.key = hmac(this.key, concat(this.value, Uint8Array.of(tag), material));
    this.value = hmac(this.key, this.value);
  }

  request() {
    if (this.used) this.update(0, new Uint8Array(0));
    this.used = true;
    const blocks = [];
    for (let made = 0; made < REQUEST_BYTES; made += 32) {
      this.value = hmac(this.key, this.value);
      blocks.push(this.value);
    }
    const bytes = concat(...blocks);
    for (let place = 0; place < bytes.length; place += 2) this.numbers.push(256 * bytes[place] + bytes[place + 1]);
  }

  /** Draw one of `count` numbers, each equally likely. @param {number} count */
  draw(count) {
    for (;;) {
      if (!this.numbers.length) this.request();
      const number = this.numbers.shift() ?? NUMBERS;
      if (number < NUMBERS - (NUMBERS % count)) return number % count;
    }
  }
}

/** Return the deck in ascending order: each copy of 2c 2d 2h 2s ... As, then the jokers. */
export function orderedDeck(copies = 1, jokers = 0) {
  const naturals = [..."23456789TJQKA"].flatMap((rank) => [..."cdhs"].map((suit) => rank + suit));
  /** @type {string[]} */
  const jokersLast = Array(jokers).fill("Jk");
  return [...naturals.flatMap((card) => Array(copies).fill(card)), ...jokersLast];
}

/**
 * Shuffle a deck by a 32-byte seed. With `count`, return only the first cards, with no more draws than they need.
 * @param {string[]} deck
 * @param {Uint8Array} seed
 * @param {{ label?: string, count?: number }} [options]
 */
export function shuffled(deck, seed, { label = "", count = deck.length } = {}) {
  const generator = new Generator(seed, label);
  const cards = [...deck];
  for (let place = 0; place < Math.min(count, cards.length - 1); place += 1) {
    const other = place + generator.draw(cards.length - place);
    [cards[place], cards[other]] = [cards[other], cards[place]];
  }
  return cards.slice(0, count);
}
