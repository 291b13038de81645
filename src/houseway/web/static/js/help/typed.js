/** Typed cards in any common form: "As Kd", "as,kd", "10h", "A♠ K♦", or all in one word. */

/** @type {Record<string, string>} */
export const SUITS = { s: "♠", h: "♥", d: "♦", c: "♣" };
export const RANKS = "AKQJT98765432";

const SIGNS = Object.fromEntries(Object.entries(SUITS).map(([suit, sign]) => [sign, suit]));
const ONE_CARD = /^(?:(10|[2-9TJQKA])([shdc♠♥♦♣])|(jk))[\s,]*/i;

/**
 * Parse the cards in a text. `unknown` is the first part that is not a card.
 * @param {string} text
 * @returns {{cards: string[], unknown: string}}
 */
export function readCards(text) {
  /** @type {string[]} */
  const cards = [];
  let rest = text.trim();
  while (rest) {
    const found = ONE_CARD.exec(rest);
    if (!found) return { cards, unknown: rest.split(/[\s,]/)[0] };
    const [whole, rank, suit, joker] = found;
    cards.push(joker ? "Jk" : `${rank === "10" ? "T" : rank.toUpperCase()}${SIGNS[suit] ?? suit.toLowerCase()}`);
    rest = rest.slice(whole.length);
  }
  return { cards, unknown: "" };
}

/**
 * Format cards for a field: a ten is a 10, as on the cards.
 * @param {string[]} cards
 */
export const writtenCards = (cards) => cards.map((card) => card.replace("T", "10")).join(" ");
