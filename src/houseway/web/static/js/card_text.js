/** Card names for screen readers, and cards in a line of text. */

/** @type {Record<string, string>} */
const RANKS = {
  2: "deuce",
  3: "three",
  4: "four",
  5: "five",
  6: "six",
  7: "seven",
  8: "eight",
  9: "nine",
  T: "ten",
  J: "jack",
  Q: "queen",
  K: "king",
  A: "ace",
};
/** @type {Record<string, string>} */
const SUITS = { c: "clubs", d: "diamonds", h: "hearts", s: "spades" };
/** @type {Record<string, string>} */
const SYMBOLS = { c: "♣", d: "♦", h: "♥", s: "♠" };

/** A face-down card. */
export const HIDDEN = "??";

/** Return a card's name for screen readers: "ace of spades", "joker", "face-down card". @param {string} text */
export function cardName(text) {
  if (text === HIDDEN) return "face-down card";
  if (text === "Jk") return "joker";
  return `${RANKS[text[0]]} of ${SUITS[text[1]]}`;
}

/** Return the names of several cards. @param {string[]} cards */
export const cardNames = (cards) => cards.map(cardName).join(", ");

/** Return the cards of a text such as "As Kd", or of a list. @param {string[] | string | null | undefined} cards */
export const cardList = (cards) => (Array.isArray(cards) ? cards : cards ? cards.split(" ") : []);

/** Draw a card as inline text with its suit's symbol and color, for the round log. @param {string} text */
export function inlineCard(text) {
  if (text === HIDDEN) return "";
  const symbol = SYMBOLS[text[1]];
  const rank = text[0] === "T" ? "10" : text[0];
  const words = text === "Jk" ? "★" : `${rank}${symbol}`;
  const span = document.createElement("span");
  span.className = `inline-card suit-${text === "Jk" ? "joker" : text[1]}`;
  span.append(words);
  return span;
}
