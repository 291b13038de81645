/**
 * The page's spot, the link that stores it, and the command that solves it elsewhere.
 *
 * #board=2c+Qh+Ks+Ad&holds=3,3&pot=8&range0=AAx&lock=check:+bet+1&line=check+bet&hand=As+Kd+3h
 */

import { readCards } from "../help/typed.js";

/**
 * @typedef {object} Spot
 * @property {string} game
 * @property {string} board
 * @property {number[]} holds
 * @property {string} pot
 * @property {string[]} ranges
 * @property {string} target
 * @property {string[]} locks
 * @property {string} line
 * @property {string} hand
 */

/** @returns {Spot} */
export const exampleSpot = () => ({
  game: "",
  board: "2c Qh Ks Ad",
  holds: [3, 3],
  pot: "8",
  ranges: ["", ""],
  target: "0.5",
  locks: [],
  line: "",
  hand: "",
});

/**
 * Read the spot from a link's hash. The example fills the gaps.
 * @param {string} hash
 * @returns {Spot}
 */
export function readSpot(hash) {
  const entries = new URLSearchParams(hash.replace(/^#/, ""));
  const spot = exampleSpot();
  /** @param {string} name @param {string} fallback */
  const read = (name, fallback) => entries.get(name) ?? fallback;
  const sizes = read("holds", spot.holds.join(",")).split(",").map(Number);
  return {
    game: read("game", spot.game),
    board: read("board", spot.board),
    holds: sizes.length === 2 && sizes.every((size) => size >= 1 && size <= 5) ? sizes : spot.holds,
    pot: read("pot", spot.pot),
    ranges: [read("range0", ""), read("range1", "")],
    target: read("target", spot.target),
    locks: entries.getAll("lock"),
    line: read("line", ""),
    hand: read("hand", ""),
  };
}

/**
 * Write a spot as a link's hash, without empty parts.
 * @param {Spot} spot
 */
export function writeSpot(spot) {
  const entries = new URLSearchParams({ board: cardsText(spot.board), holds: spot.holds.join(","), pot: spot.pot });
  if (spot.game) entries.set("game", spot.game);
  spot.ranges.forEach((text, player) => text && entries.set(`range${player}`, text));
  if (spot.target !== exampleSpot().target) entries.set("target", spot.target);
  for (const lock of spot.locks) entries.append("lock", lock);
  if (spot.line) entries.set("line", spot.line);
  if (spot.hand) entries.set("hand", cardsText(spot.hand));
  return `#${entries}`;
}

/** Return cards in the server's form. Text that is not cards stays as typed. @param {string} text */
export function cardsText(text) {
  const { cards, unknown } = readCards(text);
  return unknown ? text.trim() : cards.join(" ");
}

/** Return the request to the server. @param {Spot} spot */
export const spotRequest = (spot) => ({
  ...spot,
  board: cardsText(spot.board),
  hand: cardsText(spot.hand),
  pot: Number(spot.pot),
  target: Number(spot.target),
});

/** Quote a command-line argument if a shell would need it. @param {string} text */
const quoted = (text) => (/^[\w.,:=-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);

/** Return the command that solves a spot on the user's computer. @param {Spot} spot */
export function commandOf(spot) {
  const words = ["houseway", "solve", spot.game, "--board", cardsText(spot.board), "--holds", spot.holds.join(",")];
  words.push("--pot", spot.pot, "--target", spot.target);
  spot.ranges.forEach((text, player) => text && words.push(`--range${player}`, text));
  for (const lock of spot.locks) words.push("--lock", lock);
  return words.map(quoted).join(" ");
}

/**
 * Return a node lock in the server's form, from the percentages of a decision's actions, or the problem with them.
 * @param {string} line
 * @param {string[]} actions
 * @param {string[]} percents
 * @param {string} hands the hands that it is for, as a range is typed; nothing for all
 * @returns {{ lock: string, problem: string }}
 */
export function lockOf(line, actions, percents, hands) {
  const shares = percents.map((text) => Number(text.replace("%", "").trim() || 0));
  if (shares.some((share) => !(share >= 0 && share <= 100)))
    return { lock: "", problem: "Type each frequency as a number from 0 to 100." };
  const sum = shares.reduce((total, share) => total + share, 0);
  if (Math.abs(sum - 100) > 0.5)
    return { lock: "", problem: `The frequencies add up to ${plain(sum)}%. They must add up to 100%.` };
  const parts = actions.map((action, place) => `${action} ${plain(shares[place] / sum)}`);
  return { lock: `${line || "start"}${hands ? ` [${hands}]` : ""}: ${parts.join(", ")}`, problem: "" };
}

/** Return the decision and the hands of a node lock. @param {string} lock */
export function placeOf(lock) {
  const [, line = "", hands = ""] = /^([a-z ]*)(?:\[([^\]]*)\])?/.exec(lock) ?? [];
  return { line: line.trim() === "start" ? "" : line.trim(), hands };
}

/** @param {number} number */
const plain = (number) => String(Number(number.toFixed(9)));
