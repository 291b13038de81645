/** Seats have names, and the reader is spoken to. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { costWords } from "#pages/table/coach.js";
import { toReader } from "#pages/table/people.js";
import { withNames } from "#pages/table/words.js";
import { layout, seat, snapshot } from "./at_a_table.js";

const names = ["you", "Ruth"];
/** @param {string} text */
const told = (text) => toReader(text, (place) => names[place] ?? `seat ${place}`);

test("what is said of the reader is said to the reader", () => {
  assert.equal(told("seat 0 keeps two cards and discards two"), "you keep two cards and discard two");
  assert.equal(told("four cards to seat 1; seat 0's bets"), "four cards to Ruth; your bets");
  assert.equal(told("seat 0: Hand 1 wins with a pair"), "you: Hand 1 wins with a pair");
  assert.equal(told("seat 1 bets and seat 0 has a lammer"), "Ruth bets and you have a lammer");
  assert.equal(told("seat 1 folds and goes"), "Ruth folds and goes");
});

test("a spectator is nobody at the table", () => {
  const seats = [seat(0, { name: "Ann" }), seat(1, { name: "Ruth", kind: "bot" })];
  const seated = snapshot({ seats, you: { seat: 0, user_id: 1, chips: 0 } });
  const watching = snapshot({ seats, you: { seat: null, user_id: null, chips: 0 } });
  assert.equal(withNames("seat 0 folds, seat 1 plays", seated), "you fold, Ruth plays");
  assert.equal(withNames("seat 0 folds, seat 1 plays", watching), "Ann folds, Ruth plays");
});

test("a mistake says what it costs on average, in the bets of the game; best play costs nothing", () => {
  const cost = { exact: "3933/10000", value: 0.3933 };
  const table = { units: "Antes", felt: layout() };
  assert.equal(costWords({ grade: "best", cost: { exact: "0", value: 0 } }, table), "");
  assert.equal(
    costWords({ grade: "blunder", cost }, table),
    "On average this costs 0.39 Antes, whatever happens in this round.",
  );
  assert.equal(costWords({ grade: "blunder", cost }, { ...table, felt: layout({ pot: true }) }), "");
});
