/** The verifier of rounds: every vector has the code that its lie was given, as in Python. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { checkRound, VERIFIED } from "#pages/fair/round.js";
import { RULES } from "#pages/fair/rules.js";

/** @param {string} path */
const read = (path) => JSON.parse(readFileSync(new URL(path, import.meta.url), "utf8"));
const vectors = read("../../vectors/fairness/rounds.json");

for (const { name, code, lines, table, number, seen, told } of vectors.rounds) {
  test(`${name}: ${code}`, () => {
    const texts = lines.map((/** @type {number} */ place) => vectors.lines[place]);
    assert.equal(checkRound(texts, table, number, seen, told).code, code);
  });
}

test("the rules of the pages are those of the package", () => {
  assert.deepEqual(RULES, read("../../../src/houseway/room/round_rules.json"));
});

test("a round that is verified shows its steps", () => {
  const { lines, table, number, seen } = vectors.rounds[0];
  const texts = lines.map((/** @type {number} */ place) => vectors.lines[place]);
  const { code, steps } = checkRound(texts, table, number, seen);
  assert.equal(code, VERIFIED);
  assert.equal(steps.length, 9);
});
