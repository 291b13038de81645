/** The sounds of events at a table. */

/** @import { Pile, Snapshot } from "../types.js" */

/** @typedef {"card" | "chip" | "win" | "turn"} Sound */
/** @typedef {Pick<Snapshot, "phase" | "actor" | "move" | "you" | "piles" | "wagers" | "results">} Heard */

const HIDDEN = "??";

/**
 * Return the sounds of the events between two snapshots.
 * @param {Heard | null} before
 * @param {Heard} now
 * @returns {Sound[]}
 */
export function soundsBetween(before, now) {
  if (!before) return [];
  /** @type {Sound[]} */
  const heard = [];
  const [cards, cardsBefore] = [counts(now.piles), counts(before.piles)];
  if (cards.all > cardsBefore.all || cards.open > cardsBefore.open) heard.push("card");
  if (staked(now) > staked(before)) heard.push("chip");
  const { seat } = now.you;
  const ended = before.phase === "playing" && now.phase === "result";
  if (ended && seat !== null && now.results[seat] > 0) heard.push("win");
  const asked = seat !== null && now.phase === "playing" && now.actor === seat;
  if (asked && (before.actor !== seat || before.move !== now.move)) heard.push("turn");
  return heard;
}

/** @param {Pile[]} piles */
function counts(piles) {
  const all = piles.flatMap(({ cards }) => (typeof cards === "string" ? cards.split(" ").filter(Boolean) : cards));
  return { all: all.length, open: all.filter((card) => card !== HIDDEN).length };
}

/** @param {Heard} table */
const staked = ({ wagers }) => wagers.flat().reduce((sum, [, amount]) => sum + amount, 0);
