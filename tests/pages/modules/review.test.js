/** Stepping through a round that is over, the link that opens a moment, and the rounds of a log. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { roundsOf } from "#pages/review/source.js";
import { addressOf, costWords, nearest, placeAfter, seeing, seenFrom, wayOf } from "#pages/review/steps.js";
import { wagerRows } from "#pages/review/wagers.js";

import { settlement } from "./at_a_table.js";

test("steps end at the ends", () => {
  const from = (/** @type {number} */ at) => ["first", "back", "on", "last"].map((way) => placeAfter(way, at, 3));
  assert.deepEqual(from(0), [0, null, 1, 2]);
  assert.deepEqual(from(1), [0, 0, 2, 2]);
  assert.deepEqual(from(2), [0, 1, null, 2]);
  assert.equal(placeAfter("sideways", 1, 3), null);
  assert.equal(placeAfter(undefined, 1, 3), null);
});

test("keys step, others do not", () => {
  assert.deepEqual(["ArrowRight", "ArrowLeft", "Home", "End", "x"].map(wayOf), [
    "on",
    "back",
    "first",
    "last",
    undefined,
  ]);
});

test("a link to a step that is not there opens the nearest", () => {
  assert.deepEqual(
    [-1, 0, 2, 9].map((wished) => nearest(wished, 3)),
    [0, 0, 2, 2],
  );
});

test("a round is seen from a seat, by a spectator, or with all cards", () => {
  assert.deepEqual(seeing("2"), { seat: 2, open: false });
  assert.deepEqual(seeing(""), { seat: null, open: false });
  assert.deepEqual(seeing("open"), { seat: null, open: true });
  const seats = /** @type {const} */ ([
    { seat: 0, kind: "person", name: "Ann", result: 0 },
    { seat: 1, kind: "bot", name: "Bot 1", result: 0 },
    { seat: 2, kind: "person", name: "", result: 0 },
  ]);
  assert.deepEqual(seenFrom({ seats: [...seats] }), [
    ["0", "Ann"],
    ["2", "Seat 3"],
    ["", "Spectator"],
    ["open", "All cards"],
  ]);
});

test("the address counts steps from one", () => {
  assert.equal(addressOf("4", 12, "open", 0), "?table=4&round=12&seen=open&step=1");
  assert.equal(addressOf("4", 12, "", 3), "?table=4&round=12&step=4");
});

test("a decision was best, or gave something away", () => {
  assert.equal(costWords({ cost: { exact: "0", value: 0 } }), "best");
  assert.equal(costWords({ cost: { exact: "1/8", value: 0.125 } }), "−0.1250");
});

test("wagers are shown as they ended, or as they lie", () => {
  const settlements = [settlement({ seat: 1, wager: "play", staked: 1000, returned: 3000, clause: "3CP-9" })];
  /** @type {[string, number][][]} */
  const wagers = [[["ante", 500]], []];
  assert.deepEqual(wagerRows({ phase: "result", settlements, wagers }), [
    { seat: 1, name: "play", staked: 1000, won: 2000, clause: "3CP-9" },
  ]);
  const lying = [{ seat: 0, name: "ante", staked: 500, won: null, clause: "" }];
  assert.deepEqual(wagerRows({ phase: "playing", settlements, wagers }), lying);
  assert.deepEqual(wagerRows({ phase: "result", settlements: [], wagers }), lying);
});

test("a log is parted into its finished rounds, each with the opening of the table", () => {
  const line = (/** @type {string} */ kind, data = {}) => JSON.stringify({ record: { kind, data } });
  const log = [
    line("opened"),
    line("committed", { number: 1 }),
    line("acted"),
    line("settled"),
    line("committed", { number: 2 }),
    line("committed", { number: 3 }),
    line("settled"),
    line("committed", { number: 4 }),
    "no record",
  ];
  assert.deepEqual(roundsOf(`${log.join("\n")}\n\n`), [
    { number: 1, lines: [log[0], log[1], log[2], log[3]] },
    { number: 3, lines: [log[0], log[5], log[6]] },
  ]);
  assert.deepEqual(roundsOf("not a log"), []);
  assert.deepEqual(roundsOf("null"), []);
});
