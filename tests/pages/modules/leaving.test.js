/** What a person leaves behind, and what is said of a connection that is gone. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { lineWords } from "#pages/table/line.js";
import { leftBehind } from "#pages/table/tools.js";
import { snapshot } from "./at_a_table.js";

test("who leaves in the middle of a round leaves all wagers behind, and nothing before or after it", () => {
  /** @type {[string, number][][]} */
  const wagers = [
    [
      ["ante", 1000],
      ["play", 2000],
    ],
    [["ante", 500]],
  ];
  const { you } = snapshot();
  assert.equal(leftBehind({ phase: "playing", wagers, you: { ...you, seat: 0 } }), 3000);
  assert.equal(leftBehind({ phase: "playing", wagers, you: { ...you, seat: 1 } }), 500);
  assert.equal(leftBehind({ phase: "playing", wagers, you: { ...you, seat: null } }), 0);
  assert.equal(leftBehind({ phase: "result", wagers, you: { ...you, seat: 0 } }), 0);
});

test("a lost connection says when it is tried again, a refused one why", () => {
  assert.equal(lineWords({ online: false, retryIn: 4 }), "Connection lost. Your seat is kept. Reconnecting in 4 s.");
  assert.equal(lineWords({ online: false }), "Reconnecting.");
  assert.equal(lineWords({ online: false, refused: "This table is private." }), "This table is private.");
});
