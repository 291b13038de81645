/** The position in a review: moving through the moments of a round, and links to them. */

/** @import { Judgment, PastRound, Seeing } from "../types.js" */

/** The choice that shows the cards of all seats. */
export const ALL_CARDS = "open";

/** @type {Record<string, string>} */
const WAYS = { ArrowRight: "on", ArrowLeft: "back", Home: "first", End: "last" };

/** Return the direction that a key moves in, if any. @param {string} key */
export const wayOf = (key) => WAYS[key];

/**
 * Return the place that a direction leads to, or null if there is none.
 * @param {string | undefined} way
 * @param {number} at
 * @param {number} count
 */
export function placeAfter(way, at, count) {
  /** @type {Record<string, number>} */
  const places = { first: 0, back: at - 1, on: at + 1, last: count - 1 };
  const to = places[way ?? ""] ?? -1;
  return to >= 0 && to < count ? to : null;
}

/**
 * Return the existing place nearest to a wanted one.
 * @param {number} wished
 * @param {number} count
 */
export const nearest = (wished, count) => Math.max(0, Math.min(count - 1, wished));

/** Return the point of view for a choice: a seat, all cards, or none. @param {string} chosen @returns {Seeing} */
export const seeing = (chosen) => ({ seat: /^\d+$/.test(chosen) ? Number(chosen) : null, open: chosen === ALL_CARDS });

/**
 * Return the points of view of a round: its people, a spectator, all cards.
 * @param {Pick<PastRound, "seats">} past
 * @returns {[string, string][]}
 */
export const seenFrom = ({ seats }) => [
  ...seats
    .filter((seat) => seat.kind === "person")
    .map(({ seat, name }) => /** @type {[string, string]} */ ([String(seat), name || `Seat ${seat + 1}`])),
  ["", "Spectator"],
  [ALL_CARDS, "All cards"],
];

/**
 * Return the part of an address that opens a moment. Steps count from 1 there.
 * @param {string} table
 * @param {number} round
 * @param {string} seen
 * @param {number} at
 */
export function addressOf(table, round, seen, at) {
  const asked = new URLSearchParams({ table, round: String(round) });
  if (seen) asked.set("seen", seen);
  asked.set("step", String(at + 1));
  return `?${asked}`;
}

/**
 * Return the address of the review at one decision, as its seat saw it.
 * @param {string} table
 * @param {number} round
 * @param {number | null} seat
 * @param {number} move
 */
export function decisionAt(table, round, seat, move) {
  const asked = new URLSearchParams({ table, round: String(round), seen: String(seat ?? ""), move: String(move) });
  return `/review?${asked}`;
}

/**
 * Return the place of a decision among the moments, or 0 if there is none.
 * @param {Pick<PastRound, "steps">} past
 * @param {number} move
 */
export const placeOf = ({ steps }, move) =>
  Math.max(
    0,
    steps.findIndex(({ decision }) => decision?.move === move),
  );

/** Return the cost of a decision, for the list of moments. @param {Pick<Judgment, "cost">} verdict */
export const costWords = ({ cost }) => (cost.value > 0 ? `−${cost.value.toFixed(4)}` : "best");
