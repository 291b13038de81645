/** What a key means at each moment of a table. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { meaningOf } from "#pages/table/keys.js";

/** @import { Moment } from "#pages/table/keys.js" */

/** @param {Partial<Moment>} [told] @returns {Moment} */
const moment = (told = {}) => ({
  showdown: false,
  onButton: false,
  sheet: false,
  hand: 0,
  canAsk: false,
  canBet: false,
  deciding: false,
  ...told,
});

test("while hands are turned up, Space, Enter and Escape skip to the money, wherever the focus is", () => {
  for (const key of [" ", "Enter", "Escape"])
    assert.deepEqual(meaningOf(key, moment({ showdown: true, onButton: true, sheet: true })), { does: "skip" });
  assert.deepEqual(meaningOf("r", moment({ showdown: true })), { does: "press", key: "R" });
});

test("a button that has the focus is pressed by the browser, and letters go on to the choices", () => {
  for (const key of [" ", "Enter"]) assert.equal(meaningOf(key, moment({ onButton: true })), null);
  assert.deepEqual(meaningOf("r", moment({ onButton: true })), { does: "press", key: "R" });
});

test("digits pick the cards of the hand and no others", () => {
  const picking = moment({ hand: 5, deciding: true });
  assert.deepEqual(meaningOf("1", picking), { does: "pick", place: 0 });
  assert.deepEqual(meaningOf("5", picking), { does: "pick", place: 4 });
  assert.deepEqual(meaningOf("6", picking), { does: "press", key: "6" });
  assert.deepEqual(meaningOf("0", picking), { does: "press", key: "0" });
  assert.deepEqual(meaningOf("1", moment({ deciding: true })), { does: "press", key: "1" });
});

test("Escape closes a sheet before it takes picks back", () => {
  assert.deepEqual(meaningOf("Escape", moment({ sheet: true, hand: 5 })), { does: "close" });
  assert.deepEqual(meaningOf("Escape", moment({ hand: 5 })), { does: "unpick" });
  assert.deepEqual(meaningOf("Escape", moment()), { does: "press", key: "Escape" });
});

test("H asks for advice where there is any, Backspace takes a chip back while bets are open", () => {
  assert.deepEqual(meaningOf("h", moment({ canAsk: true, deciding: true })), { does: "ask" });
  assert.deepEqual(meaningOf("h", moment({ deciding: true })), { does: "press", key: "H" });
  assert.deepEqual(meaningOf("Backspace", moment({ canBet: true })), { does: "undo" });
  assert.deepEqual(meaningOf("Backspace", moment()), { does: "press", key: "Backspace" });
});

test("Enter goes on where nothing is decided, and is for the only choice where something is", () => {
  assert.deepEqual(meaningOf("Enter", moment({ canBet: true })), { does: "go on" });
  assert.deepEqual(meaningOf("Enter", moment({ deciding: true })), { does: "press", key: "Enter" });
});
