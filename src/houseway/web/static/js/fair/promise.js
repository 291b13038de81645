/** The commitment to a player seed, sent with the bet (docs/fairness.md). */

import { hex, utf8 } from "./bytes.js";
import { sha256 } from "./sha256.js";

/**
 * Return the commitment to a player seed: SHA-256 of a text that binds it to one seat, round and server commitment.
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
 * Return the seats whose player seed does not match its commitment, or that are not in the line-up.
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
 * Return whether two line-ups have the same seats with the same commitments.
 * @param {Record<string, string>} one
 * @param {Record<string, string>} other
 */
export function samePromises(one, other) {
  const [seats, others] = [Object.keys(one), Object.keys(other)];
  return seats.length === others.length && seats.every((seat) => one[seat] === other[seat]);
}
