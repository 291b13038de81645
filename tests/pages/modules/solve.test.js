/** A spot to solve: its link, its command and its locks. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { commandOf, exampleSpot, lockOf, placeOf, readSpot, spotRequest, writeSpot } from "#pages/solve/state.js";

const spot = {
  ...exampleSpot(),
  game: "five-card-holdout",
  board: "2c,qh 10s Ad",
  holds: [2, 4],
  pot: "6.5",
  ranges: ["AA, 0.5:KQs", ""],
  locks: ["start: check 0, bet 1", "check bet: fold 0.5, call 0.5"],
  line: "check bet",
  hand: "as ah",
};

test("a link reopens the spot", () => {
  const again = readSpot(writeSpot(spot));
  assert.deepEqual(again, { ...spot, board: "2c Qh Ts Ad", hand: "As Ah" });
  assert.deepEqual(readSpot(""), exampleSpot());
  assert.deepEqual(readSpot("#holds=7,1").holds, exampleSpot().holds, "what no spot has is as in the example");
});

test("the server gets numbers and cards as it reads them", () => {
  const { board, pot, target, hand } = spotRequest(spot);
  assert.deepEqual([board, pot, target, hand], ["2c Qh Ts Ad", 6.5, 0.5, "As Ah"]);
});

test("the command is one line that a shell reads as it is meant", () => {
  assert.equal(
    commandOf(spot),
    "houseway solve five-card-holdout --board '2c Qh Ts Ad' --holds 2,4 --pot 6.5 --target 0.5 " +
      "--range0 'AA, 0.5:KQs' --lock 'start: check 0, bet 1' --lock 'check bet: fold 0.5, call 0.5'",
  );
  assert.ok(commandOf({ ...spot, ranges: ["", "$(x)'"] }).includes("--range1 '$(x)'\\'''"));
});

test("a lock is written from percentages that come to a hundred", () => {
  assert.deepEqual(lockOf("", ["check", "bet"], ["25", "75%"], ""), {
    lock: "start: check 0.25, bet 0.75",
    problem: "",
  });
  assert.equal(
    lockOf("bet", ["fold", "call"], ["25", "70"], "").problem,
    "The frequencies add up to 95%. They must add up to 100%.",
  );
  assert.equal(
    lockOf("bet", ["fold", "call"], ["x", "70"], "").problem,
    "Type each frequency as a number from 0 to 100.",
  );
  assert.equal(lockOf("bet", ["fold", "call"], ["0", "100"], "AA, 0.5:KQ").lock, "bet [AA, 0.5:KQ]: fold 0, call 1");
  assert.deepEqual(placeOf("start: check 1"), { line: "", hands: "" });
  assert.deepEqual(placeOf("check bet [AA, 0.5:KQ]: fold 1"), { line: "check bet", hands: "AA, 0.5:KQ" });
});
