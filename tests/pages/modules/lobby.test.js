/** What the lobby lists, in which order, and where Play leads. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { chosen, firstGame, groups, kinds } from "#pages/lobby/choosing.js";
import { bestTable, company, quickSpec } from "#pages/lobby/opening.js";
import { chosenTables, tableName } from "#pages/paytables.js";

/** @import { Game, TableInfo } from "#pages/types.js" */

/** @param {Partial<Game>} told @returns {Game} */
const game = (told) => ({
  slug: "a",
  title: "A",
  kind: "house-banked, vs. dealer",
  player_vs_player: false,
  summary: "",
  letter: "",
  status: "approved",
  status_words: "approved: its rules are enclosed with an approval letter",
  seats: [1, 7],
  deck: 52,
  practiced: true,
  effort: { moves: 2, cards: 6 },
  paytables: [],
  choices: {},
  readings: {},
  wagers: [],
  progressives: {},
  strategies: ["never-folds"],
  words: { unit: "Ante", units: "Antes", paytables: {}, tables: {}, strategies: {}, readings: {} },
  edge: null,
  ...told,
});

/** @param {Partial<TableInfo>} told @returns {TableInfo} */
const table = (told) => ({
  id: 1,
  game: "a",
  title: "A",
  label: "A",
  phase: "betting",
  seats: 5,
  free: 2,
  free_seat: 3,
  people: 1,
  present: 1,
  names: [],
  automatic: [],
  usual: true,
  practice: false,
  private: false,
  yours: false,
  seated: false,
  ...told,
});

const SHELF = [
  game({ slug: "pot", title: "Pot Game", kind: "player vs. player" }),
  game({ slug: "dear", title: "Dear Poker", edge: { base: "ante", exact: "1/20", value: 0.05 } }),
  game({
    slug: "cheap",
    title: "Cheap Poker",
    summary: "three cards",
    edge: { base: "ante", exact: "1/50", value: 0.02 },
  }),
];
/** @param {Game[]} games */
const slugs = (games) => games.map((each) => each.slug);

test("a search needs every word, in any field", () => {
  assert.deepEqual(slugs(chosen(SHELF, { words: "POKER cards" })), ["cheap"]);
  assert.deepEqual(slugs(chosen(SHELF, { words: "poker dice" })), []);
  assert.deepEqual(slugs(chosen(SHELF, { kind: "player vs. player" })), ["pot"]);
});

test("games are ordered by edge, those without one last", () => {
  assert.deepEqual(slugs(chosen(SHELF, { order: "edge" })), ["cheap", "dear", "pot"]);
  assert.deepEqual(slugs(chosen(SHELF, { order: "name" })), ["cheap", "dear", "pot"]);
  assert.deepEqual(slugs(chosen(SHELF, { order: "unheard of" })), ["pot", "dear", "cheap"]);
});

test("the kind with the most games comes first, and kinds make the groups", () => {
  assert.deepEqual(kinds(SHELF), [
    ["house-banked, vs. dealer", 2],
    ["player vs. player", 1],
  ]);
  assert.deepEqual(
    groups(SHELF, "listed").map(([kind, games]) => [kind, slugs(games)]),
    [
      ["house-banked, vs. dealer", ["dear", "cheap"]],
      ["player vs. player", ["pot"]],
    ],
  );
  assert.deepEqual(groups(SHELF, "name"), [["", SHELF]]);
});

test("Play leads to one's own table, then to people, then to a table of one's own that is free", () => {
  const own = table({ id: 4, seated: true, present: 0 });
  const busy = table({ id: 5, present: 3 });
  const quiet = table({ id: 6, present: 1 });
  const opened = table({ id: 7, yours: true, present: 0 });
  assert.equal(bestTable([quiet, busy, own], "a"), own);
  assert.equal(bestTable([quiet, busy, opened], "a"), busy);
  assert.equal(bestTable([opened], "a"), opened);
  assert.equal(bestTable([table({ game: "b" })], "a"), undefined);
});

test("Play leads to no private, full, unusual, closed or practice table of others", () => {
  const shut = [{ private: true }, { free: 0 }, { usual: false }, { phase: "closed" }, { practice: true }];
  for (const told of shut) assert.equal(bestTable([table(/** @type {Partial<TableInfo>} */ (told))], "a"), undefined);
});

test("a quick table keeps seats free, and never more players than seats", () => {
  assert.deepEqual(quickSpec(game({ seats: [1, 7] })), {
    game: "a",
    seats: 5,
    bots: { 1: "never-folds", 2: "never-folds" },
  });
  assert.deepEqual(quickSpec(game({ seats: [1, 1] })), { game: "a", seats: 1, bots: {} });
  assert.deepEqual(quickSpec(game({ seats: [2, 9], strategies: ["tight", "caller", "random"] })).bots, {
    1: "tight",
    2: "caller",
    3: "tight",
  });
  assert.deepEqual(company(2, ["caller"]), { 1: "caller", 2: "caller" });
});

test("tables that are chosen one by one have one name, and the name gives them back", () => {
  const choices = { bonus: { title: "Bonus", names: ["1", "2"] }, plus: { title: "Plus", names: ["A", "B"] } };
  const facts = { choices, paytables: ["standard"] };
  assert.equal(tableName(facts, { bonus: "1", plus: "A" }), "standard");
  assert.equal(tableName(facts, { bonus: "2", plus: "B" }), "bonus=2, plus=B");
  assert.deepEqual(chosenTables(facts, "plus=B, bonus=9"), { bonus: "1", plus: "B" });
  assert.deepEqual(chosenTables(facts, null), { bonus: "1", plus: "A" });
});

test("whoever is new begins with the easiest game in which something is decided", () => {
  const bets = game({ slug: "bets", effort: { moves: 0, cards: 4 } });
  const long = game({ slug: "long", effort: { moves: 2, cards: 10 } });
  const short = game({ slug: "short", effort: { moves: 2, cards: 6 } });
  const hard = game({ slug: "hard", effort: { moves: 7, cards: 4 } });
  assert.equal(firstGame([hard, long, bets, short])?.slug, "short");
  assert.equal(firstGame([bets]), undefined);
  assert.deepEqual(slugs(chosen([hard, long, short], { order: "easy" })), ["short", "long", "hard"]);
});

test("a game that has the words in its title comes before one that has them in its rules", () => {
  const rules = game({ slug: "rules", title: "Aces", summary: "A double bet." });
  const title = game({ slug: "title", title: "Double Aces" });
  assert.deepEqual(slugs(chosen([rules, title], { words: "double" })), ["title", "rules"]);
});
