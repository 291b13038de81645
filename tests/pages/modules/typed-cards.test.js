/** Cards as people type them. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { readCards, writtenCards } from "#pages/help/typed.js";

test("cards are read however people type them", () => {
  const same = ["As Td 2c", "as,td, 2c", "A♠ 10♦ 2♣", "AsTd2c", "  as 10D 2C "];
  for (const text of same) assert.deepEqual(readCards(text), { cards: ["As", "Td", "2c"], unknown: "" });
  assert.deepEqual(readCards("Jk Js"), { cards: ["Jk", "Js"], unknown: "" });
  assert.deepEqual(readCards(""), { cards: [], unknown: "" });
});

test("the first thing that is no card is named", () => {
  assert.deepEqual(readCards("As 1d 2c"), { cards: ["As"], unknown: "1d" });
  assert.deepEqual(readCards("A s"), { cards: [], unknown: "A" });
});

test("a ten is written as on the cards", () => {
  assert.equal(writtenCards(["Ts", "Ad"]), "10s Ad");
});
