/** The promise of a contribution: what a browser sends with the bet (docs/fairness.md). */

import { hex, utf8 } from "./bytes.js";
import { sha256 } from "./sha256.js";

/** @import { Proof } from "../types.js" */

/**
 * SHA-256 of the text that binds a contribution to one seat, in one round, of one commitment.
 * @param {string} commitment
 * @param {number} table
 * @param {number} number
 * @param {number} seat
 * @param {string} contribution
 */
export function promiseOf(commitment, table, number, seat, contribution) {
  return hex(sha256(utf8(`houseway/promise/1:${commitment}:${table}:${number}:${seat}:${contribution}`)));
}

/**
 * The seats whose promise is kept neither by a contribution nor by the word that they withheld.
 * @param {Pick<Proof, "commitment" | "table" | "number" | "promises" | "contributions" | "withheld">} round
 */
export function brokenPromises({ commitment, table, number, promises, contributions, withheld }) {
  return Object.entries(promises)
    .filter(([seat, promise]) => {
      const given = contributions[seat] ?? "";
      if (seat in withheld) return seat in contributions || !promise;
      return promise ? promiseOf(commitment, table, number, Number(seat), given) !== promise : given !== "";
    })
    .map(([seat]) => Number(seat));
}

/**
 * Whether two line-ups are the same: the same seats with the same promises.
 * @param {Record<string, string>} one
 * @param {Record<string, string>} other
 */
export function samePromises(one, other) {
  const [seats, others] = [Object.keys(one), Object.keys(other)];
  return seats.length === others.length && seats.every((seat) => one[seat] === other[seat]);
}
