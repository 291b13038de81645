/** The verdicts of a session: what is tallied of them, and how long it is kept. */

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { Tally } from "#pages/table/advice.js";

/** @type {Map<string, string>} */
const kept = new Map();
/** @type {Pick<Storage, "getItem" | "setItem">} */
const storage = {
  getItem: (name) => kept.get(name) ?? null,
  setItem: (name, value) => {
    kept.set(name, value);
  },
};
Object.assign(globalThis, { sessionStorage: storage, localStorage: storage });
beforeEach(() => kept.clear());

const verdict = (/** @type {string} */ grade, value = 0) => ({
  move: 1,
  grade,
  sentence: "Best: check.",
  cost: { exact: String(value), value },
});

test("verdicts are counted by grade, and what they cost is summed", () => {
  const tally = new Tally("7");
  tally.judge(verdict("best"), 1);
  tally.judge(verdict("blunder", 0.5), 1);
  tally.judge(verdict("blunder", 0.25), 2);
  assert.deepEqual(tally.kept.grades, { best: 1, blunder: 2 });
  assert.equal(tally.kept.given, 0.75);
  assert.deepEqual(
    tally.kept.decisions.map(({ round }) => round),
    [1, 1, 2],
  );
});

test("a round is tallied once", () => {
  const tally = new Tally("7");
  tally.finish(3, -1000, 2000);
  tally.finish(3, -1000, 2000);
  assert.deepEqual(tally.kept.rounds, [{ number: 3, net: -1000, staked: 2000 }]);
});

test("a tally outlives its page, table by table", () => {
  new Tally("7").judge(verdict("mistake", 0.1), 1);
  assert.deepEqual(new Tally("7").kept.grades, { mistake: 1 });
  assert.deepEqual(new Tally("8").kept.grades, {});
});

test("what an older page kept without decisions is taken over", () => {
  kept.set("houseway.tally.7", JSON.stringify({ rounds: [], grades: { best: 2 }, given: 0 }));
  const tally = new Tally("7");
  assert.deepEqual(tally.kept.decisions, []);
  assert.deepEqual(tally.kept.grades, { best: 2 });
});

test("of the decisions the last two hundred are kept", () => {
  const tally = new Tally("7");
  for (let round = 1; round <= 205; round += 1) tally.judge(verdict("best"), round);
  assert.deepEqual([tally.kept.decisions.length, tally.kept.decisions[0].round], [200, 6]);
  assert.equal(tally.kept.grades.best, 205);
});

test("who wants to be warned has said so", () => {
  const tally = new Tally("7");
  assert.equal(tally.warns, false);
  kept.set("houseway.warn", "on");
  assert.equal(tally.warns, true);
});
