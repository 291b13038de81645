/** Money and words as the pages write and read them. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { chipsFor } from "#pages/chips.js";
import { capital, counted, dateAndTime, dollars, listed, parseDollars, signed, wagerWords } from "#pages/dom.js";
import { payWords } from "#pages/pays.js";

test("a time in a table of data has the date first", () => {
  assert.equal(dateAndTime(new Date(2026, 10, 8, 14, 5, 59).getTime()), "2026-11-08 14:05");
});

test("cents are written as people write dollars", () => {
  assert.equal(dollars(2000), "$20");
  assert.equal(dollars(1050), "$10.50");
  assert.equal(dollars(123456705), "$1,234,567.05");
  assert.equal(dollars(-500), "−$5");
  assert.equal(dollars(0), "$0");
  assert.equal(signed(2000), "+$20");
  assert.equal(signed(-1), "−$0.01");
  assert.equal(signed(0), "$0");
});

test("typed dollars are read, and anything else is no amount", () => {
  assert.equal(parseDollars("10"), 1000);
  assert.equal(parseDollars(" $1,234.5 "), 123450);
  assert.equal(parseDollars("0.07"), 7);
  for (const text of ["", "-5", "1.234", "ten", "1e3", "12345678901"]) assert.equal(parseDollars(text), null, text);
});

test("every amount that is written is read back", () => {
  for (let cents = 0; cents < 300_000; cents += 37) assert.equal(parseDollars(dollars(cents)), cents);
});

test("words are joined and counted", () => {
  assert.equal(listed([]), "");
  assert.equal(listed(["Ann"]), "Ann");
  assert.equal(listed(["Ann", "Bob", "Cy"]), "Ann, Bob and Cy");
  assert.equal(counted(1, "round"), "1 round");
  assert.equal(counted(2, "round"), "2 rounds");
  assert.equal(capital("pair of aces"), "Pair of aces");
});

test("a wager is called by its title, or by its name in words", () => {
  const wagers = [{ name: "ante_1", title: "Ante of Hand 1", required: true, clause: "2HH-5" }];
  assert.equal(wagerWords("ante_1", wagers), "Ante of Hand 1");
  assert.equal(wagerWords("split_ante", wagers), "Split ante");
});

test("an amount is made of the fewest chips, the largest first", () => {
  assert.deepEqual(chipsFor(13100), ["hundred", "twenty-five", "five", "one"]);
  assert.deepEqual(chipsFor(0), []);
  assert.deepEqual(chipsFor(50), ["cents"]);
});

test("what a row of a pay table pays is told by its kind", () => {
  assert.equal(payWords("500", "odds"), "500 to 1");
  assert.equal(payWords("3/2", "odds"), "3 to 2");
  assert.equal(payWords("push", "odds"), "push");
  assert.equal(payWords(25000, "fixed"), "$250");
  assert.equal(payWords("100% of the meter", "words"), "100% of the meter");
});
