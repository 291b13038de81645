/** What a browser notes of a round, so that the records can be compared with it. */

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { readSeen, Witness } from "#pages/fair/witness.js";

/** @import { Snapshot } from "#pages/types.js" */

/** @type {Map<string, string>} */
const kept = new Map();
const storage = {
  getItem: (/** @type {string} */ name) => kept.get(name) ?? null,
  setItem: (/** @type {string} */ name, /** @type {string} */ value) => kept.set(name, value),
  removeItem: (/** @type {string} */ name) => kept.delete(name),
};
Object.assign(globalThis, { sessionStorage: storage });
beforeEach(() => kept.clear());

/**
 * @param {string} phase
 * @param {number | undefined} seq
 * @param {number} number
 * @param {number | null} next
 */
function state(phase, seq, number, next) {
  const round = { number, head: `head ${seq}`, commitment: `of ${number}`, promises: { 0: "mine" } };
  const told = {
    phase,
    seq,
    round,
    next: next && { number: next, commitment: `of ${next}` },
    table: { game: "three-card-poker", practice: false, readings: {} },
    you: { seat: 0, user_id: 1, chips: 0 },
    seats: [{ bet: { ante: 500 } }],
    piles: [],
    events: [],
    results: {},
  };
  return /** @type {Snapshot} */ (/** @type {unknown} */ (told));
}

test("lengths of the log belong to the round that is open or played, and later ones to the next", () => {
  const witness = new Witness(7);
  witness.note(state("betting", 3, 1, 1));
  witness.note(state("revealing", 5, 1, 1));
  witness.note(state("playing", 7, 1, null));
  witness.note(state("result", 10, 1, 2));
  witness.note(state("betting", 11, 2, 2));
  assert.deepEqual(readSeen(7, 1)?.during, [3, 5, 7]);
  assert.deepEqual(readSeen(7, 2)?.during, [10, 11]);
  assert.deepEqual(Object.keys(readSeen(7, 1)?.heads ?? {}), ["3", "5", "7", "10"]);
});

test("with the reveal go its line-up, commitment, length and log hash, and a second reveal changes none", () => {
  const witness = new Witness(7);
  witness.reveals(state("revealing", 5, 1, 1), 0, "seed");
  witness.reveals(state("revealing", 6, 1, 1), 0, "seed");
  const seen = readSeen(7, 1);
  assert.equal(seen?.commitment, "of 1");
  assert.equal(seen.revealed_at, 5);
  assert.equal(seen.heads[5], "head 5");
  assert.deepEqual(seen.promises, { 0: "mine" });
});
