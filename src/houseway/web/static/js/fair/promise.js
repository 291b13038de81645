/** The promise of a contribution: what a browser sends with the bet (docs/fairness.md). */

import { hex, utf8 } from "./bytes.js";
import { sha256 } from "./sha256.js";

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
 * The seats whose contribution is not the one that they promised, or that contributed without being in the line-up.
 * @param {{ commitment: string, table: number, number: number, promises: Record<string, string>,
 *   contributions: Record<string, string>, withheld: Record<string, string> }} round
 */
export function brokenPromises({ commitment, table, number, promises, contributions, withheld }) {
  const seats = new Set([...Object.keys(promises), ...Object.keys(contributions)]);
  return [...seats]
    .filter((seat) => {
      const [promise, given] = [promises[seat] ?? "", contributions[seat] ?? ""];
      if (seat in withheld) return seat in contributions || !promise;
      return promise ? promiseOf(commitment, table, number, Number(seat), given) !== promise : given !== "";
    })
    .map(Number);
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
