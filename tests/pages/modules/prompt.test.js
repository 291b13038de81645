/** What a prompt means: which choices are open, what a selection of cards stands for, and what the bar says. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { actionFor, choiceId, onlyChoice, picking, picksAfter, refusal, without } from "#pages/table/choices.js";
import { clockWords, outcomeWords, stageOf, statusWords } from "#pages/table/stage.js";

import { choice, emptySeat, facts, layout, prompt, seat, settlement, snapshot } from "./at_a_table.js";

const FOLD = choice({ kind: "fold", words: "Fold", key: "F" });
const DRAW = choice({
  kind: "draw",
  words: "Draw",
  key: "D",
  takes: "cards",
  by_count: ["pick a card first", "", "", "at most two cards"],
});

test("a choice of cards is refused by how many are picked; more than are listed are refused as the last", () => {
  assert.deepEqual(
    [0, 1, 2, 3, 5].map((count) => refusal(DRAW, count)),
    ["pick a card first", "", "", "at most two cards", "at most two cards"],
  );
  assert.equal(refusal(choice({ refused: "your chips do not suffice" }), 0), "your chips do not suffice");
});

test("of two copies of a card one is taken", () => {
  assert.deepEqual(without(["As", "Kd", "As"], ["As"]), ["Kd", "As"]);
});

test("an option is part of what a choice is called", () => {
  assert.equal(choiceId({ kind: "raise", option: "" }), "raise");
  assert.equal(choiceId({ kind: "raise", option: "both" }), "raise/both");
});

test("a choice is set before others only where it is the only one left", () => {
  const refused = { ...FOLD, refused: "nothing to call" };
  assert.equal(onlyChoice(prompt([FOLD, DRAW])), null);
  assert.equal(onlyChoice(prompt([refused, DRAW])), DRAW);
  assert.equal(onlyChoice(prompt([refused])), null);
});

const legal = (/** @type {string[]} */ ...cards) =>
  cards.map((each) => ({ kind: "set", option: "", cards: each, amount: 0 }));
const SET = choice({ kind: "set", takes: "cards" });
const HAND = ["As", "Kd", "Qh", "2c"];

test("picked cards mean the action with the same cards, in whatever order", () => {
  const actions = legal("As Kd", "As Qh");
  assert.equal(actionFor(actions, SET, ["Kd", "As"], HAND, layout()), actions[0]);
  assert.equal(actionFor(actions, SET, ["Kd", "2c"], HAND, layout()), null);
  assert.equal(actionFor(actions, FOLD, [], [], layout()), null);
});

test("where a division is listed once, the other half stands for it", () => {
  const words = { ask: "", picked: "", rest: "", counted: "" };
  const [one] = legal("As Kd");
  const either = layout({ choosing: { set: { ...words, eitherWay: true } } });
  assert.equal(actionFor([one], SET, ["Qh", "2c"], HAND, either), one);
  assert.equal(actionFor([one], SET, ["Qh", "2c"], HAND, layout({ choosing: { set: words } })), null);
});

test("cards are picked only for a choice that takes them", () => {
  assert.deepEqual(picking(prompt([FOLD, DRAW], { hand: HAND })), { choosing: "draw", hand: HAND });
  assert.deepEqual(picking(prompt([FOLD], { hand: HAND })), { choosing: "", hand: [] });
  assert.deepEqual(picking(null), { choosing: "", hand: [] });
});

test("picks are in order, and one too many is refused", () => {
  assert.deepEqual(picksAfter([3], 0, true, 2), [0, 3]);
  assert.equal(picksAfter([0, 3], 1, true, 2), null);
  assert.deepEqual(picksAfter([0, 3], 3, true, 2), [0, 3]);
  assert.deepEqual(picksAfter([0, 3], 3, false, 2), [0]);
});

const NOTHING = { prompt: null };
const seats = (/** @type {Partial<import("#pages/types.js").Seat>} */ told) => [seat(0, told), seat(1), emptySeat(2)];

test("the bar is for what can be done now", () => {
  assert.equal(stageOf(snapshot({ phase: "closed" }), NOTHING), "closed");
  assert.equal(stageOf(snapshot({ you: { seat: null, user_id: 1, chips: 0 } }), NOTHING), "watching");
  assert.equal(stageOf(snapshot({ phase: "playing" }), { prompt: prompt([FOLD]) }), "choosing");
  assert.equal(stageOf(snapshot({ phase: "playing" }), NOTHING), "waiting");
  assert.equal(stageOf(snapshot({ seats: seats({ barred_until: 4 }) }), NOTHING), "barred");
  assert.equal(stageOf(snapshot({ seats: seats({ sitting_out: true }) }), NOTHING), "away");
  assert.equal(stageOf(snapshot({ seats: seats({ ready: true }) }), NOTHING), "waiting");
  assert.equal(stageOf(snapshot({ seats: seats({ ready: true }), phase: "result" }), NOTHING), "betting");
  assert.equal(stageOf(snapshot(), { prompt: null, broke: true }), "broke");
  assert.equal(stageOf(snapshot(), NOTHING), "betting");
});

test("the bar says what is waited for", () => {
  const words = (/** @type {Partial<import("#pages/types.js").Snapshot>} */ told, table = layout()) =>
    statusWords(snapshot(told), table, NOTHING);
  assert.equal(words({}), "Place your bets.");
  assert.equal(words({ phase: "result" }), "Place your bets for the next round.");
  const either = ["ante", "pair_plus"].map((name) => ({
    name,
    title: name,
    clause: "",
    required: false,
    offered: true,
  }));
  assert.equal(words({ table: facts({ wagers: either }) }), "Place at least one bet.");
  assert.equal(
    words({ seats: seats({ ready: true }) }),
    "Your bets are in. Waiting for Person 1 to bet. When time runs out, the round starts without Person 1.",
  );
  assert.equal(
    words({ phase: "playing", actor: 1, wagers: [[["ante", 500]], [], []] }),
    "Waiting for Person 1 to act.",
  );
  assert.equal(words({ phase: "playing", actor: "dealer" }), "The dealer is dealing.");
  assert.equal(words({ seats: seats({ barred_until: 4 }) }).endsWith("again from round 4."), true);
  assert.match(words({ phase: "revealing", seats: [seat(0), seat(1, { reveals: true })] }), /waiting for Person 1\.$/);
  assert.equal(statusWords(snapshot(), layout(), { prompt: prompt([FOLD]) }), "Your turn. Play or fold?");
  const held = prompt([FOLD], { held: "You have a pair of tens." });
  assert.equal(
    statusWords(snapshot(), layout(), { prompt: held }),
    "Your turn. You have a pair of tens. Play or fold?",
  );
});

test("the end of a round is read out with its hands, and not before it is shown", () => {
  const told = { seat: 0, outcome: /** @type {const} */ ("won"), own: [], others: [], deciding: [] };
  const sentence = "A flush, 9-7-5, beats the dealer's ace high, A-7-5.";
  const over = {
    phase: /** @type {const} */ ("result"),
    settlements: [settlement({ staked: 1000, returned: 2000 })],
    results: { 0: 1000 },
    result: { showdowns: [{ ...told, sentence }], pushed: [] },
  };
  assert.equal(outcomeWords(snapshot(over)), `You win $10. ${sentence}`);
  assert.equal(outcomeWords(snapshot({ ...over, pacing: true })), "");
  assert.equal(outcomeWords(snapshot({ ...over, settlements: [] })), "");
});

test("a newcomer reads whose decision is awaited, and that it does not last for ever", () => {
  const pot = layout({ pot: true });
  const words = (/** @type {Partial<import("#pages/types.js").Snapshot>} */ told) =>
    statusWords(snapshot(told), pot, NOTHING);
  assert.equal(
    words({ phase: "playing", actor: 1 }),
    "You join the next hand. Waiting for Person 1 to act. When time runs out, play continues without Person 1.",
  );
  const two = "Your bets are in. Waiting for Person 1 to bet. When time runs out, ";
  assert.equal(words({ seats: seats({ ready: true }) }), `${two}Person 1 sits out.`);
  const computer = seat(2, { kind: "bot", name: "Tamar" });
  assert.equal(
    words({ seats: [...seats({ ready: true }).slice(0, 2), computer] }),
    `${two}the hand starts without Person 1.`,
  );
});

test("between players one waits for a second, and a stack plays on", () => {
  const pot = layout({ pot: true });
  const alone = [seat(0), emptySeat(1), seat(2, { sitting_out: true })];
  assert.match(statusWords(snapshot({ seats: alone }), pot, NOTHING), /^Waiting for a second player/);
  const betting = { stacks: [5000, 0, 0], bets: [0, 0, 0], pot: 0, button: null };
  assert.equal(statusWords(snapshot({ betting }), pot, NOTHING), "Play with your current stack, or add chips.");
  assert.equal(statusWords(snapshot(), pot, NOTHING), "Buy in to play.");
});

test("the clock tells of the time bank", () => {
  const banked = { seats: [seat(0, { time_bank: 29.2 })], actor: 0, on_time_bank: false };
  assert.equal(clockWords(banked, 9), "9 s, then a 30 s time bank");
  assert.equal(clockWords({ ...banked, on_time_bank: true }, 9), "9 s left in the time bank");
  assert.equal(clockWords({ ...banked, actor: "dealer" }, 9), "9 s");
});
