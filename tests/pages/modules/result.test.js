/** What a round came to: whose cards are lit, what each wager did, and the end at the pace of a table. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { lightOf, ownShowdowns } from "#pages/table/lighting.js";
import { asSeen, stepsOf } from "#pages/table/showdown.js";
import { cameTo, netOf, netWords, openWagers, seatName, wagersOf, wagerTitle, withNames } from "#pages/table/words.js";

import { emptySeat, event, facts, layout, seat, settlement, snapshot } from "./at_a_table.js";

/** @import { Showdown, Snapshot } from "#pages/types.js" */

/** @param {Partial<Showdown>} told @returns {Showdown} */
const showdown = (told) => ({ seat: 0, sentence: "", outcome: "won", own: [], others: [], deciding: [], ...told });

test("the cards that play are lit, the dealer's pushed forward, and those that decide stand out", () => {
  const shown = showdown({ own: ["As", "Kd"], others: ["Ah", "Qd"], deciding: ["Kd"] });
  const over = snapshot({ result: { showdowns: [shown], pushed: ["Ah"] } });
  const light = (/** @type {string} */ card, /** @type {"own" | "dealer" | "board"} */ owner) =>
    lightOf(over, { lit: 0 }, card, owner);
  assert.equal(light("As", "own"), "plays");
  assert.equal(light("Kd", "own"), "plays decides");
  assert.equal(light("Ah", "dealer"), "plays pushed");
  assert.equal(light("Qd", "dealer"), "plays");
  assert.equal(light("2c", "own"), "");
  assert.equal(lightOf(over, { lit: 1 }, "As", "own"), "");
});

test("of two hands that are nobody's own the higher is lit", () => {
  const light = (/** @type {Showdown["outcome"]} */ outcome, /** @type {string} */ card) => {
    const shown = showdown({ seat: null, outcome, own: ["As"], others: ["9d"] });
    return lightOf(snapshot({ result: { showdowns: [shown], pushed: [] } }), { lit: 0 }, card, "board");
  };
  assert.deepEqual([light("lost", "As"), light("lost", "9d")], ["", "plays"]);
  assert.deepEqual([light("won", "As"), light("won", "9d")], ["plays", ""]);
});

test("one sees one's own hands and nobody's; a spectator sees all", () => {
  const showdowns = [showdown({ seat: 0 }), showdown({ seat: 1 }), showdown({ seat: null })];
  const result = { showdowns, pushed: [] };
  const seats = (/** @type {Pick<Snapshot, "result" | "you">} */ seen) => ownShowdowns(seen).map((each) => each.seat);
  assert.deepEqual(seats({ result, you: { seat: 0, user_id: 1, chips: 0 } }), [0, null]);
  assert.deepEqual(seats({ result, you: { seat: null, user_id: null, chips: 0 } }), [0, 1, null]);
  assert.deepEqual(seats({ result: null, you: { seat: 0, user_id: 1, chips: 0 } }), []);
});

test("a round is won, lost or even, by its result or else by its wagers", () => {
  const you = { seat: 0, user_id: 1, chips: 0 };
  const own = [settlement({ staked: 1000, returned: 3000 }), settlement({ staked: 500, returned: 0 })];
  assert.deepEqual(netWords({ results: { 0: -2500 }, you }, own), { net: -2500, words: "You lose $25" });
  assert.deepEqual(netWords({ results: {}, you }, own), { net: 1500, words: "You win $15" });
  assert.deepEqual(netWords({ results: {}, you }, []), { net: 0, words: "You break even" });
});

test("settlements of a wager of one seat are summed", () => {
  const settlements = [
    settlement({ wager: "ante", staked: 1000, returned: 2000 }),
    settlement({ wager: "ante", staked: 0, returned: 500 }),
    settlement({ wager: "play", staked: 1000, returned: 1000 }),
    settlement({ seat: 1, wager: "ante", staked: 1000, returned: 0 }),
  ];
  assert.deepEqual(netOf({ settlements }, 0), { ante: 1500, play: 0 });
});

test("a bet that was taken back lies in no circle while the round goes on", () => {
  const back = settlement({ seat: 0, wager: "bet_1", staked: 1000, returned: 1000 });
  const other = settlement({ seat: 1, wager: "bet_2", staked: 1000, returned: 1000 });
  /** @type {Snapshot["wagers"]} */
  const wagers = [
    [
      ["bet_1", 1000],
      ["bet_2", 1000],
    ],
  ];
  const table = { wagers, seats: [seat(0)], settlements: [back, other] };
  assert.deepEqual(openWagers({ ...table, phase: "playing" }, 0), { bet_2: 1000 });
  assert.deepEqual(openWagers({ ...table, phase: "result" }, 0), { bet_1: 1000, bet_2: 1000 });
});

test("a bet that was taken back is told apart from a push", () => {
  assert.equal(cameTo(0, true), "taken back");
  assert.equal(cameTo(0, false), "push");
  assert.equal(cameTo(0, undefined), "push");
  assert.equal(cameTo(-500, undefined), "−$5");
});

test("wagers are those of the round, or those that wait for it", () => {
  const seats = [seat(0, { bet: { ante: 500 } })];
  assert.deepEqual(wagersOf({ wagers: [[["ante", 1000]]], phase: "playing", seats }, 0), { ante: 1000 });
  assert.deepEqual(wagersOf({ wagers: [[["ante", 1000]]], phase: "betting", seats }, 0), { ante: 500 });
  assert.deepEqual(wagersOf({ wagers: [[]], phase: "result", seats }, 0), { ante: 500 });
});

test("seats and wagers have names", () => {
  const table = facts({ wagers: [{ name: "play", title: "Play", required: false, clause: "", offered: true }] });
  const you = { seat: null, user_id: null, chips: 0 };
  const told = snapshot({ table, seats: [seat(0, { name: "Ann" }), emptySeat(1)], you });
  assert.equal(withNames("seat 0 beats seat 1", told), "Ann beats Seat 2");
  assert.equal(seatName(told, 6), "Seat 7");
  const spot = layout({ spot: [{ title: "Hand 1", circles: [["ante", "Ante"]] }] });
  assert.deepEqual(
    ["ante", "play", "split_ante"].map((name) => wagerTitle(told, spot, name)),
    ["Ante, Hand 1", "Play", "Split ante"],
  );
});

const you = { seat: 0, user_id: 1, chips: 98000 };
const BEFORE = snapshot({
  phase: "playing",
  you,
  seats: [seat(0, { chips: 98000 }), seat(1, { chips: 90000 }), emptySeat(2)],
  events: [event({ text: "cards are dealt" })],
  piles: [
    { name: "hand", seat: 0, cards: ["As", "Kd"] },
    { name: "hand", seat: 1, cards: ["??", "??"] },
    { name: "board", seat: null, cards: ["2c"] },
    { name: "dealer", seat: null, cards: ["??", "??"] },
  ],
  wagers: [[["ante", 1000]], [["ante", 1000]], []],
});
const AFTER = snapshot({
  phase: "result",
  you: { ...you, chips: 101000 },
  seats: [seat(0, { chips: 101000 }), seat(1, { chips: 90000 }), emptySeat(2)],
  events: [
    ...BEFORE.events,
    event({ text: "seat 0 plays", seat: 0 }),
    event({ text: "a card is turned", cards: "3d" }),
    event({ text: "the dealer shows", cards: ["Qh", "Qs"] }),
    event({ text: "seat 0 wins", seat: 0 }),
  ],
  piles: [
    { name: "hand", seat: 0, cards: ["As", "Kd"] },
    { name: "hand", seat: 1, cards: ["9c", "9d"] },
    { name: "board", seat: null, cards: ["2c", "3d"] },
    { name: "dealer", seat: null, cards: ["Qh", "Qs"] },
  ],
  wagers: [
    [
      ["ante", 1000],
      ["play", 1000],
    ],
    [["ante", 1000]],
    [],
  ],
  settlements: [settlement({ returned: 2000 })],
  results: { 0: 2000 },
  result: { showdowns: [showdown({})], pushed: [] },
});

test("the end has a step for each turn of common cards, then the hands", () => {
  assert.deepEqual(stepsOf(BEFORE, AFTER), [
    { cards: ["3d"], hands: false, upTo: 3 },
    { cards: ["Qh", "Qs"], hands: false, upTo: 4 },
    { cards: [], hands: true, upTo: 4 },
  ]);
  assert.deepEqual(stepsOf(AFTER, AFTER), [{ cards: [], hands: true, upTo: 5 }]);
});

test("no card, chip or word of what is still to come is shown", () => {
  const first = asSeen(BEFORE, AFTER, stepsOf(BEFORE, AFTER).slice(0, 1));
  assert.deepEqual(
    first.piles.map(({ name, seat: place, cards }) => [name, place, cards]),
    [
      ["board", null, ["2c", "3d"]],
      ["dealer", null, ["??", "??"]],
      ["hand", 1, ["??", "??"]],
      ["hand", 0, ["As", "Kd"]],
    ],
  );
  assert.deepEqual([first.phase, first.actor, first.result], ["playing", "dealer", null]);
  assert.deepEqual([first.settlements, first.results], [[], {}]);
  assert.equal(first.events.length, 3);
  assert.equal(first.seats[0].chips, 97000);
  assert.equal(first.you.chips, 97000);
});

test("the hands come before the money", () => {
  const steps = stepsOf(BEFORE, AFTER);
  const last = asSeen(BEFORE, AFTER, steps);
  assert.deepEqual(last.piles, AFTER.piles);
  assert.equal(last.result, AFTER.result);
  assert.deepEqual([last.settlements, last.results, last.you.chips], [[], {}, 97000]);
});
