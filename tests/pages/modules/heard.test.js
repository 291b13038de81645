/** What can be heard of what happens at a table. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { soundsBetween } from "#pages/table/heard.js";

/** @import { Heard } from "#pages/table/heard.js" */

/** @param {Partial<Heard>} told @returns {Heard} */
const seen = (told = {}) => ({
  phase: "playing",
  actor: 1,
  move: 4,
  you: { seat: 0, user_id: 1, chips: 0 },
  piles: [{ name: "hand", seat: 0, cards: ["As", "??"] }],
  wagers: [[["ante", 1000]], []],
  results: {},
  ...told,
});

test("a page that is opened is silent, and so is one where nothing changes", () => {
  assert.deepEqual(soundsBetween(null, seen()), []);
  assert.deepEqual(soundsBetween(seen(), seen()), []);
});

test("cards are heard when they come and when they are turned, not when they are taken away", () => {
  const more = seen({ piles: [{ name: "hand", seat: 0, cards: ["As", "??", "??"] }] });
  const open = seen({ piles: [{ name: "hand", seat: 0, cards: ["As", "Kd"] }] });
  assert.deepEqual(soundsBetween(seen(), more), ["card"]);
  assert.deepEqual(soundsBetween(seen(), open), ["card"]);
  assert.deepEqual(soundsBetween(seen(), seen({ piles: [] })), []);
});

test("chips are heard when more of them lie on the table", () => {
  const raised = seen({ wagers: [[["ante", 1000]], [["raise", 2000]]] });
  assert.deepEqual(soundsBetween(seen(), raised), ["chip"]);
  assert.deepEqual(soundsBetween(raised, seen()), []);
});

test("a win of one's own is heard once, nobody else's", () => {
  const won = seen({ phase: "result", actor: null, results: { 0: 2000, 1: -1000 } });
  assert.deepEqual(soundsBetween(seen(), won), ["win"]);
  assert.deepEqual(soundsBetween(won, won), []);
  assert.deepEqual(soundsBetween(seen(), { ...won, results: { 0: -1000, 1: 2000 } }), []);
  assert.deepEqual(soundsBetween(seen(), { ...won, you: { seat: null, user_id: null, chips: 0 } }), []);
});

test("one's turn is heard at each decision", () => {
  const turn = seen({ actor: 0 });
  assert.deepEqual(soundsBetween(seen(), turn), ["turn"]);
  assert.deepEqual(soundsBetween(turn, turn), []);
  assert.deepEqual(soundsBetween(turn, { ...turn, move: 5 }), ["turn"]);
});
