/** The state of the trainer: which spot is wanted, and the table as it is decided there. */

import { picking } from "../table/choices.js";

/** @import { DecidingUi, Snapshot, Spot, SpotKind, Wish } from "../types.js" */

const WISHES = ["any", "close", "kind", "mistakes"];

/** Return the kind of spots that a link requests, or null if it is unknown. @param {string | null} asked */
export const knownWish = (asked) => (asked !== null && WISHES.includes(asked) ? asked : null);

/** Return a kind as the value of an option. @param {Pick<SpotKind, "decision" | "hand">} kind */
export const kindValue = ({ decision, hand }) => JSON.stringify([decision, hand]);

/**
 * Return the decision at a table that a link asks for, or null.
 * @param {URLSearchParams} asked
 * @returns {{ table: number, round: number, move: number } | null}
 */
export function pastDecision(asked) {
  if (!asked.has("table")) return null;
  const [table, round, move] = ["table", "round", "move"].map((name) => Number(asked.get(name)));
  return { table, round, move };
}

/**
 * Return the address at which a player tries a past decision again.
 * @param {string} game
 * @param {string | number} table
 * @param {number} round
 * @param {number} move
 */
export const onceMore = (game, table, round, move) =>
  `/practice?${new URLSearchParams({ game, what: "mistakes", table: `${table}`, round: `${round}`, move: `${move}` })}`;

/**
 * Return the request for the chosen spots.
 * @param {string} what
 * @param {string} share
 * @param {string} kind
 * @returns {Wish}
 */
export function wishOf(what, share, kind) {
  if (what === "close") return { what, share };
  if (what !== "kind") return { what: what === "mistakes" ? what : "any" };
  const [decision, hand] = JSON.parse(kind);
  return { what, decision, hand };
}

/**
 * Return the snapshot of a spot together with the facts of its table.
 * @param {Pick<Spot, "table" | "snapshot">} spot
 * @returns {Snapshot}
 */
export const snapshotOf = ({ table, snapshot }) => ({ ...snapshot, table: { ...table, ...snapshot.table } });

/**
 * Return the empty choices with which a spot begins.
 * @param {Pick<Snapshot, "prompt" | "you">} snapshot
 * @returns {Pick<DecidingUi, "picked" | "amounts" | "prompt" | "choosing" | "hand" | "waiting" | "seat">}
 */
export const freshUi = ({ prompt, you }) => ({
  picked: [],
  amounts: {},
  prompt,
  ...picking(prompt),
  waiting: false,
  seat: you.seat,
});
