/** What the trainer and the drill ask for, and what they show of somebody's progress. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { isBlank, progressWords, seatsFromOne } from "#pages/drill/words.js";
import { curvePoints, dueWords, streakWords, topOf } from "#pages/practice/progress.js";
import { blocksOf } from "#pages/practice/sitting.js";
import { freshUi, kindValue, knownWish, snapshotOf, wishOf } from "#pages/practice/spot.js";

import { choice, prompt, snapshot } from "./at_a_table.js";

/** @import { Progress } from "#pages/types.js" */

const DAY = 86_400_000;

/** @param {string} day */
const point = (day) => ({ day, answers: 1, right: 1, per_100: { exact: "0/1", value: 0 } });

/** @param {Partial<Progress>} told @returns {Progress} */
const progress = (told) => ({
  answers: 0,
  right: 0,
  streak: 0,
  longest: 0,
  given: { exact: "0/1", value: 0 },
  per_100: null,
  days: [],
  weeks: [],
  again: [],
  ...told,
});

test("the curve goes by days, and by weeks once there are many", () => {
  const days = Array.from({ length: 21 }, (_, place) => point(`2026-01-${String(place + 1).padStart(2, "0")}`));
  const weeks = [point("2025-12-29")];
  assert.deepEqual(curvePoints(progress({ days, weeks })), { points: days, each: "day" });
  const more = [...days, point("2026-01-22")];
  assert.deepEqual(curvePoints(progress({ days: more, weeks })), { points: weeks, each: "week" });
});

test("the axis ends at a round number", () => {
  assert.deepEqual([[0], [0.3, 3.1], [12], [70, 4], [0.04]].map(topOf), [1, 5, 20, 100, 0.05]);
});

test("a sitting is told in blocks, larger ones the longer it is", () => {
  const costs = Array.from({ length: 25 }, (_, place) => (place < 10 ? 0.5 : 0));
  assert.deepEqual(blocksOf([]), []);
  assert.deepEqual(blocksOf(costs), [
    { title: "1 to 10", answers: 10, right: 0, per_100: { value: 50 } },
    { title: "11 to 20", answers: 10, right: 10, per_100: { value: 0 } },
    { title: "21 to 25", answers: 5, right: 5, per_100: { value: 0 } },
  ]);
  const long = blocksOf(Array.from({ length: 200 }, () => 0.1));
  assert.equal(long.length, 10);
  assert.equal(long[9].title, "181 to 200");
});

test("what comes back says when", () => {
  const again = { key: "fold or play: pair", box: 1, due: false, due_at: 0, missed: 1 };
  assert.equal(dueWords({ ...again, due: true }, 0), "due");
  assert.equal(dueWords(again, 0), "in a few decisions");
  assert.equal(dueWords({ ...again, box: 2, due_at: DAY }, 1000), "in 1 day");
  assert.equal(dueWords({ ...again, box: 4, due_at: 7 * DAY }, 1000), "in 7 days");
});

test("the line above the felt counts decisions, the streak and what a hundred give away", () => {
  assert.equal(streakWords(null), "No decisions yet");
  const told = progress({ answers: 1, streak: 1, per_100: { exact: "5/4", value: 1.25 } });
  assert.equal(streakWords(told, "Antes"), "1 decision · streak 1 · cost 1.25 Antes per 100");
});

test("a wish has what it needs and no more", () => {
  assert.deepEqual(wishOf("any", "0.1", ""), { what: "any" });
  assert.deepEqual(wishOf("mistakes", "0.1", ""), { what: "mistakes" });
  assert.deepEqual(wishOf("close", "0.05", ""), { what: "close", share: "0.05" });
  const kind = { decision: "Play or fold", hand: "high card, queen" };
  assert.deepEqual(wishOf("kind", "0.1", kindValue(kind)), { what: "kind", ...kind });
});

test("a link asks for what there is", () => {
  assert.deepEqual(["close", "everything", "", null].map(knownWish), ["close", null, null, null]);
});

test("a spot begins with nothing picked, at its own table", () => {
  const draw = choice({ kind: "draw", takes: "cards" });
  const asked = prompt([draw], { hand: ["As", "Kd"] });
  const { table, ...rest } = snapshot({ prompt: asked, you: { seat: 2, user_id: 1, chips: 0 } });
  const { limits, ...usual } = table;
  const shown = snapshotOf({ table: usual, snapshot: { ...rest, table: { limits } } });
  assert.deepEqual(shown.table, table);
  assert.deepEqual(freshUi(shown), {
    picked: [],
    amounts: {},
    prompt: asked,
    choosing: "draw",
    hand: ["As", "Kd"],
    waiting: false,
    seat: 2,
  });
});

test("an answer is blank until something is chosen or typed; nothing at all in dollars is an answer", () => {
  assert.deepEqual([null, "", [], 0, "push", ["As"]].map(isBlank), [true, true, true, false, false, false]);
});

test("the drill counts seats from one", () => {
  assert.equal(seatsFromOne("Seat 0 beats seat 1; 2 seats"), "Seat 1 beats seat 2; 2 seats");
});

test("the drill says how it went", () => {
  const again = { key: "", box: 1, due: true, due_at: 0, missed: 1 };
  assert.equal(progressWords({ answers: 0, right: 0, streak: 0, again: [] }), "No answers yet.");
  assert.equal(
    progressWords({ answers: 1, right: 1, streak: 1, again: [] }),
    "Total: 1 of 1 answer correct, streak 1.",
  );
  assert.equal(
    progressWords({ answers: 8, right: 6, streak: 0, again: [again, { ...again, due: false }] }),
    "Total: 6 of 8 answers correct, streak 0. 2 topics to review, 1 due.",
  );
});
