/** The laboratory's link, the pay table as it is edited, and the shift as it is typed. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { readShift } from "#pages/lab/shift_form.js";
import { baseRows, fitted, gameChoice, readHash, typedPays, writeHash } from "#pages/lab/state.js";

/** @import { GameInFull } from "#pages/types.js" */

/** @type {GameInFull} */
const GAME = {
  slug: "double-draw-poker",
  title: "Double Draw Poker",
  kind: "against the house",
  player_vs_player: false,
  summary: "",
  letter: "",
  status: "approved",
  status_words: "approved: its rules are enclosed with an approval letter",
  seats: [1, 6],
  deck: 52,
  practiced: true,
  effort: { moves: 3, cards: 9 },
  paytables: ["1", "2"],
  choices: {},
  readings: {
    "DD-R1": { question: "", clauses: [], default: "wild", choices: { wild: "", plain: "" } },
  },
  wagers: [],
  progressives: {},
  strategies: [],
  words: { unit: "Ante", units: "Antes", paytables: {}, tables: {}, strategies: {}, readings: {} },
  edge: null,
  clauses: {},
  forms: { bonus: { title: "Bonus", kind: "odds" }, envy: { title: "Envy", kind: "fixed" } },
  tables: {
    1: { bonus: [{ label: "flush", pays: "4" }], envy: [{ label: "royal", pays: "10000" }] },
    2: { bonus: [{ label: "flush", pays: "5" }], envy: [] },
  },
  choice_rows: {},
  house_way: null,
  analyzed: { optimal: "Best", "rule-list": "By rules" },
  free_wager: null,
  side_bets: [],
};
const HASH = "#game=double-draw-poker&paytable=2&view=shift&shift.tables=4&DD-R1=plain&bonus%2Fflush=6";

test("a link holds the game, its readings, the rows that were changed and the view", () => {
  const state = readHash(HASH);
  assert.deepEqual(state, {
    game: "double-draw-poker",
    paytable: "2",
    strategy: "optimal",
    view: "shift",
    shift: { tables: "4" },
    readings: { "DD-R1": "plain" },
    rows: { "bonus/flush": "6" },
  });
  assert.equal(writeHash(state, GAME), HASH);
});

test("what is as usual is not in the link", () => {
  const usual = fitted({ ...readHash(""), game: GAME.slug }, GAME);
  assert.equal(usual.paytable, "1");
  assert.equal(writeHash(usual, GAME), "#game=double-draw-poker");
  assert.equal(readHash("#toString=x").readings.toString, "x");
});

test("a link keeps only what the game knows", () => {
  const state = fitted(readHash("#game=x&paytable=9&DD-R1=odd&DD-R9=a&bonus/flush=4&jackpot/flush=2"), GAME);
  assert.deepEqual([state.paytable, state.readings, state.rows], ["1", {}, {}]);
});

test("a changed row goes to the server with the others, fixed sums as numbers", () => {
  const state = { ...readHash(""), game: GAME.slug, paytable: "1", rows: { "bonus/flush": "3/2", "envy/royal": "" } };
  assert.deepEqual(baseRows(GAME, "1"), { "bonus/flush": "4", "envy/royal": "10000" });
  assert.deepEqual(gameChoice(state, GAME).paytable, {
    name: "1, changed",
    monotone: false,
    confirm_gaps: true,
    bonus: { flush: "3/2" },
    envy: {},
  });
  const richer = { ...state, rows: { "envy/straight flush": "2500" } };
  assert.deepEqual(gameChoice(richer, GAME).paytable, {
    name: "1, changed",
    monotone: false,
    confirm_gaps: true,
    bonus: { flush: "4" },
    envy: { royal: 10000, "straight flush": 2500 },
  });
  assert.deepEqual(gameChoice({ ...state, rows: {} }, GAME).paytable, "1");
});

test("pays are typed as people write them", () => {
  const odds = ["3", "3 to 2", "3:2", " 5/1 ", "push", "0", ""].map((text) => typedPays(text, false));
  assert.deepEqual(odds, ["3", "3/2", "3/2", "5", "push", "push", ""]);
  assert.deepEqual(
    ["3 for 2", "-1", "1.5"].map((text) => typedPays(text, false)),
    [null, null, null],
  );
  assert.deepEqual(
    ["100", "$7.50", "", "much"].map((text) => typedPays(text, true)),
    ["10000", "750", "", null],
  );
});

const TYPED = { tables: "2", hours: "8", rounds: "40", seats: "5", ante: "25", bonus: "" };
const SHARES = { optimal: "20", "rule-list": "80", naive: "0" };

/** @param {Record<string, string>} told @param {Record<string, string>} [analyzed] */
const read = (told, analyzed = GAME.analyzed) => {
  /** @type {Record<string, string>} */
  const typed = { ...TYPED, ...SHARES, ...told };
  return readShift((name) => typed[name], { ...GAME, analyzed });
};

test("a shift is read as it is typed", () => {
  const shift = { tables: 2, hours: "8", rounds_per_hour: "40", seats: 5, ante: 2500 };
  assert.deepEqual(read({}), { shift: { ...shift, skill: "optimal=0.2,rule-list=0.8" } });
  assert.deepEqual(read({ bonus: "5" }), { shift: { ...shift, skill: "optimal=0.2,rule-list=0.8", bonus: 500 } });
  assert.deepEqual(read({ optimal: "", naive: "" }, { optimal: "Best" }), { shift: { ...shift, skill: "optimal=1" } });
});

test("side bets are read with the share of players that makes them", () => {
  const side_bets = [{ name: "pair_plus", title: "Pair Plus", required: false, clause: "" }];
  const typed = { tables: "1", hours: "8", rounds: "40", seats: "4", ante: "25" };
  const game = { ...GAME, side_bets, analyzed: { optimal: "Best" } };
  const besides = (/** @type {Record<string, string>} */ told) =>
    readShift((name) => ({ ...typed, ...told })[name] ?? "", game);
  const shift = { tables: 1, hours: "8", rounds_per_hour: "40", seats: 4, ante: 2500, skill: "optimal=1" };
  assert.deepEqual(besides({ "share-pair_plus": "100" }), { shift });
  assert.deepEqual(besides({ "bet-pair_plus": "5", "share-pair_plus": "40" }), {
    shift: { ...shift, side_bets: { pair_plus: 500 }, uptake: { pair_plus: "0.4" } },
  });
  assert.deepEqual(besides({ "bet-pair_plus": "5", "share-pair_plus": "100" }), {
    shift: { ...shift, side_bets: { pair_plus: 500 }, uptake: {} },
  });
  for (const [field, told] of /** @type {[string, Record<string, string>][]} */ ([
    ["bet-pair_plus", { "bet-pair_plus": "some", "share-pair_plus": "40" }],
    ["share-pair_plus", { "bet-pair_plus": "5", "share-pair_plus": "101" }],
  ])) {
    const found = besides(told);
    assert.equal("problem" in found && found.field, field);
  }
});

test("the field that is wrong is named", () => {
  const wrong = (/** @type {Record<string, string>} */ told) => {
    const found = read(told);
    return "problem" in found ? found.field : null;
  };
  assert.equal(wrong({ tables: "0" }), "tables");
  assert.equal(wrong({ hours: "none" }), "hours");
  assert.equal(wrong({ rounds: "0" }), "rounds");
  assert.equal(wrong({ seats: "7" }), "seats");
  assert.equal(wrong({ ante: "" }), "ante");
  assert.equal(wrong({ bonus: "some" }), "bonus");
  assert.equal(wrong({ optimal: "33.3333333" }), "optimal");
  assert.equal(wrong({ naive: "0.000001" }), "naive");
  assert.equal(wrong({ optimal: "33.333333", "rule-list": "66.666667" }), null);
});
