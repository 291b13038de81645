/** The opening bets: how many of them the law allows at once. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { tooManyBets } from "#pages/table/betting.js";

import { facts } from "./at_a_table.js";

/** @param {string} name */
const wager = (name, own_game = true) => ({ name, title: name, required: false, clause: "", offered: true, own_game });
const wagers = ["a", "b", "c", "d"].map((name) => wager(name));

test("so many bets may be made at once, and so many of them large", () => {
  const at_once = { most: 3, large: /** @type {[number, number]} */ ([2, 500]), words: "" };
  const table = facts({
    wagers: [...wagers, wager("rides", false)],
    limits: { least_wager: 0, largest_wager: null, at_once },
  });
  /** @param {Record<string, number>} amounts */
  const tooMany = (amounts) => tooManyBets({ table }, amounts);
  assert.equal(tooMany({ a: 1000, b: 1000, c: 500 }), false);
  assert.equal(tooMany({ a: 1000, b: 1000, c: 501 }), true);
  assert.equal(tooMany({ a: 100, b: 100, c: 100, d: 100 }), true);
  assert.equal(tooMany({ a: 1000, b: 1000, rides: 1000 }), false, "a bet that rides on another is no further game");
});

test("where the law says nothing, all bets may be made", () => {
  assert.equal(tooManyBets({ table: facts({ wagers }) }, { a: 1000, b: 1000, c: 1000, d: 1000 }), false);
});
