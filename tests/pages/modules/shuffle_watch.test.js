/** The watch over the shuffle: a house that shows less than it should is found out, and an honest one is left in peace. */

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { beforeEach, mock, test } from "node:test";

import { ShuffleWatch } from "#pages/table/shuffle_watch.js";

import { event, facts, seat, settlement, snapshot } from "./at_a_table.js";

/** @import { Seen, Snapshot, Telling } from "#pages/types.js" */
/** @typedef {{ kind: string, data: Record<string, unknown>, transfers?: [string, string, number, string][] }} Draft */

const TABLE = 1;
const [ANN, BOB, CEM] = [1, 2, 3];
const SEATS = [0, 1, 2, 3, 4].map((place) => seat(place, { you: place === ANN }));
const [SECRET, HEAD] = ["5e".repeat(32), "aa".repeat(32)];
const COMMITMENT = createHash("sha256")
  .update("houseway/commitment/1:")
  .update(Buffer.from(SECRET, "hex"))
  .digest("hex");
const NOT_ASKED = /^Round 2: The server dealt without asking for your player seed/;
const NOT_SENT = "Round 2 could not be verified: the server did not send its records.";
const LOST = /^Round 2 was canceled after your browser revealed its seed\. The house says that it lost its own seed/;
const vectors = JSON.parse(readFileSync(new URL("../../vectors/fairness/rounds.json", import.meta.url), "utf8"));

class Storage {
  /** @type {Map<string, string>} */
  kept = new Map();

  /** @param {string} place */
  getItem(place) {
    return this.kept.get(place) ?? null;
  }

  /**
   * @param {string} place
   * @param {string} text
   */
  setItem(place, text) {
    this.kept.set(place, text);
  }

  /** @param {string} place */
  removeItem(place) {
    this.kept.delete(place);
  }
}

/** A server: what it answers to a path, null for 404, or a promise that it never keeps. */
class House {
  /** @type {string[]} */
  asked = [];
  /** @type {string[] | Promise<never> | null} */
  settled = null;
  /** @type {string[] | null} */
  log = null;

  /** @param {string} path */
  async answer(path) {
    this.asked.push(path);
    if (path.includes("/records")) {
      const lines = await this.settled;
      return lines ? said(JSON.stringify({ lines })) : said("{}", 404);
    }
    if (path.includes("/export"))
      return this.log ? said(this.log.map((line) => `${line}\n`).join("")) : said("{}", 404);
    return said("{}", 503);
  }
}

/** @param {string} text */
const said = (text, status = 200) => ({ ok: status < 300, status, text: async () => text });

/** @type {House} */
let house;
/** @type {string[]} */
let alarms;
/** @type {Telling[]} */
let sent;

/** The page as it is loaded: what was stored stays. */
const load = () =>
  new ShuffleWatch(String(TABLE), { show: () => {}, warn: (words) => alarms.push(words) }, (each) => sent.push(each));

beforeEach(() => {
  [house, alarms, sent] = [new House(), [], []];
  Object.assign(globalThis, {
    sessionStorage: new Storage(),
    localStorage: new Storage(),
    fetch: (/** @type {string} */ path) => house.answer(path),
  });
});

/** The alarms, each once, as the page shows them. */
const raised = () => [...new Set(alarms)];
const queue = () => JSON.parse(sessionStorage.getItem(`houseway.unverified.${TABLE}`) ?? "[]");

/** @param {number} seq @param {Snapshot["phase"]} phase @param {Partial<Snapshot>} told @param {Partial<Snapshot["round"]>} round */
const state = (seq, phase, told = {}, round = {}) =>
  snapshot({
    seq,
    phase,
    next: null,
    seats: SEATS,
    table: facts({ game: "three-card-poker" }),
    you: { seat: ANN, user_id: 1, chips: 0 },
    wagers: [[], [], [], [], []],
    ...told,
    round: { ...snapshot().round, number: 2, head: HEAD, commitment: COMMITMENT, ...round },
  });

/** Bets are open for the round after. @param {number} seq @param {Partial<Snapshot>} [told] */
const later = (seq, told = {}) =>
  state(seq, "betting", { next: { number: 3, commitment: "cc".repeat(32) }, ...told }, { number: 3 });

// Rounds that were played: of the vectors, which have what an honest browser noted.

/** @param {string} name @returns {{ seen: Required<Seen>, lines: string[] }} */
function vector(name) {
  const found = vectors.rounds.find((/** @type {{ name: string }} */ each) => each.name === name);
  return { seen: found.seen, lines: found.lines.map((/** @type {number} */ place) => vectors.lines[place]) };
}

/** The state of a vector's round at a moment whose log hash was noted. @param {Required<Seen>} seen @param {number} seq */
const headOf = ({ heads }, seq) => ({ head: heads[seq] ?? HEAD });

/**
 * Ann bets, bets are closed, and her browser reveals the seed of the vector.
 * @param {ShuffleWatch} watch
 * @param {Required<Seen>} seen
 */
async function reveal(watch, seen) {
  const { commitment, contribution, promises, revealed_at: seq } = seen;
  const made = { [promises[ANN]]: contribution };
  watch.part.keep({ number: 2, commitment, seat: ANN, made, promises: null, contribution: null });
  const seats = SEATS.map((each) => ({ ...each, reveals: each.seat === ANN }));
  const next = { number: 2, commitment };
  await watch.follow(state(seq, "revealing", { seats, next }, { commitment, promises, ...headOf(seen, seq) }));
  assert.deepEqual(sent, [{ type: "reveal", contribution }]);
}

/**
 * The round is dealt, as the vector has it.
 * @param {ShuffleWatch} watch
 * @param {Required<Seen>} seen
 * @param {Partial<Snapshot>} [told]
 */
async function deal(watch, seen, told = {}) {
  const { bet, commitment, contribution, promises, revealed_at } = seen;
  /** @type {Record<string, string>} */
  const silent = "2" in promises && promises[BOB] ? { 2: "Bob" } : {};
  const seq = Math.max(...seen.during, revealed_at);
  const seats = SEATS.map((each) => (each.seat === ANN ? { ...each, bet } : each));
  const contributions = { [ANN]: contribution };
  const round = { commitment, contributions, promises, withheld: silent, ...headOf(seen, seq) };
  const { events, piles } = shown(seen);
  await watch.follow(state(seq, "playing", { seats, piles: piles.slice(0, 2), events, ...told }, round));
}

/** @param {Required<Seen>} seen */
const shown = ({ events, piles }) => ({
  piles,
  events: events.slice(0, 4).map((each) => event({ ...each, cards: /** @type {any} */ (each.cards) })),
});

const HONEST = "an honest round, as a player saw it";
const END = 40;

for (const name of [HONEST, "a round that the floor voided", "a round without one player who withheld"]) {
  test(`no alarm after ${name}, although its result was missed`, async () => {
    const { lines, seen } = vector(name);
    house.settled = lines;
    const watch = load();
    await reveal(watch, seen);
    await deal(watch, seen);
    assert.deepEqual(queue(), [2]);
    await watch.follow(later(END));
    assert.deepEqual(raised(), []);
    assert.deepEqual(queue(), [], "it was verified");
    assert.equal(house.asked.filter((path) => path.includes("records")).length, 1);
  });
}

test("no alarm when the result is shown as the log has it", async () => {
  const { lines, seen } = vector(HONEST);
  house.settled = lines;
  const watch = load();
  await reveal(watch, seen);
  await deal(watch, seen);
  const { commitment, contribution, promises, results } = seen;
  const round = { commitment, promises, contributions: { [ANN]: contribution } };
  const next = { number: 3, commitment: "cc".repeat(32) };
  const { events, piles } = shown(seen);
  await watch.follow(state(END, "result", { finished: 2, next, results, piles, events }, round));
  await watch.follow(later(END + 2, { finished: 2 }));
  assert.deepEqual(raised(), []);
  assert.equal(house.asked.filter((path) => path.includes("records")).length, 1, "once, not at every state");
});

test("no alarm when the page is loaded again after the reveal and the round is over by then", async () => {
  const { lines, seen } = vector(HONEST);
  house.settled = lines;
  await reveal(load(), seen);
  await load().follow(later(END));
  assert.deepEqual(raised(), []);
  assert.deepEqual(queue(), []);
});

test("no alarm when the table is closed after the round", async () => {
  const { lines, seen } = vector(HONEST);
  house.settled = lines;
  const watch = load();
  await reveal(watch, seen);
  await deal(watch, seen);
  await watch.follow(state(END, "closed", { finished: 2, you: { seat: null, user_id: 1, chips: 0 } }, { number: 3 }));
  assert.deepEqual(raised(), []);
  assert.deepEqual(queue(), []);
});

test("a round in progress is not verified, whatever the connection does", async () => {
  const { seen } = vector(HONEST);
  const watch = load();
  await reveal(watch, seen);
  watch.reconnected();
  await deal(watch, seen);
  await deal(load(), seen);
  assert.deepEqual(raised(), []);
  assert.deepEqual(queue(), [2]);
  assert.equal(house.asked.filter((path) => path.includes("records")).length, 0);
});

const ACES = [{ name: "dealer", seat: null, cards: ["As", "Ah", "Ad"] }];

for (const [course, over] of /** @type {[string, Snapshot][]} */ ([
  ["the next round", later(END)],
  ["bets on the same round", state(END, "betting", { next: { number: 2, commitment: COMMITMENT } })],
  ["bets on an earlier round", state(END, "betting", {}, { number: 1 })],
  ["a round far later", state(END, "playing", {}, { number: 22 })],
  ["a closed table", state(END, "closed")],
]))
  test(`false cards are found out if the server never shows the result but ${course}`, async () => {
    const { lines, seen } = vector(HONEST);
    house.settled = lines;
    const watch = load();
    await reveal(watch, seen);
    await deal(watch, seen, { piles: ACES });
    await watch.follow(over);
    assert.match(
      raised().join(),
      /Round 2 failed verification\. (Your screen showed a card that had not been dealt there|The log was rewritten)/,
    );
  });

test("a server that never shows the result and sends no records is told of", async () => {
  const { seen } = vector(HONEST);
  const watch = load();
  await reveal(watch, seen);
  await watch.follow(later(END));
  assert.deepEqual(raised(), [NOT_SENT]);
});

test("an answer that fails once is asked for again, and raises no alarm", async () => {
  const { lines, seen } = vector(HONEST);
  const honest = house;
  honest.settled = lines;
  mock.timers.enable({ apis: ["setTimeout"] });
  const watch = load();
  await reveal(watch, seen);
  Object.assign(globalThis, { fetch: async () => said("{}", 503) });
  await watch.follow(later(END));
  await watch.follow(later(END + 1));
  await watch.follow(later(END + 2));
  assert.deepEqual(queue(), [2], "states do not use up the tries");
  Object.assign(globalThis, { fetch: (/** @type {string} */ path) => honest.answer(path) });
  mock.timers.tick(60_000);
  for (let turn = 0; turn < 100; turn++) await Promise.resolve();
  mock.timers.reset();
  assert.deepEqual(queue(), []);
  assert.deepEqual(raised(), []);
});

test("a server that leaves the request for records unanswered is told of", async () => {
  const { seen } = vector(HONEST);
  house.settled = new Promise(() => {});
  mock.timers.enable({ apis: ["setTimeout"] });
  const watch = load();
  await reveal(watch, seen);
  const followed = watch.follow(later(END));
  for (let minute = 0; minute < 8; minute++) {
    for (let turn = 0; turn < 100; turn++) await Promise.resolve();
    mock.timers.tick(60_000);
  }
  await followed;
  mock.timers.reset();
  assert.deepEqual(raised(), [NOT_SENT]);
});

// A house that does not ask.

/** Ann's browser commits to a seed, and the server shows her bet. @param {ShuffleWatch} watch */
async function placeBet(watch) {
  const next = { number: 2, commitment: COMMITMENT };
  const promise = watch.promise(next, ANN);
  await watch.follow(state(5, "betting", { next }, { promises: { [ANN]: promise } }));
  return promise;
}

for (const [what, told] of /** @type {[string, Partial<Snapshot>][]} */ ([
  ["cards", { piles: [{ name: "hand", seat: ANN, cards: ["2c", "3d", "5h"] }] }],
  ["a wager", { wagers: [[], [["ante", 500]], [], [], []] }],
  ["a bet", { seats: SEATS.map((each) => ({ ...each, bet: each.seat === ANN ? { ante: 500 } : {} })) }],
  ["an event", { events: [event({ seat: ANN })] }],
  ["a result", { phase: "result", results: { [ANN]: -500 } }],
  ["a settlement", { phase: "result", settlements: [settlement({ seat: ANN })] }],
  [
    "no seat any more, but cards",
    { you: { seat: null, user_id: 1, chips: 0 }, piles: [{ name: "hand", seat: ANN, cards: [] }] },
  ],
]))
  test(`a house that never asked for the seed is found out when it shows Ann ${what}`, async () => {
    const watch = load();
    await placeBet(watch);
    await watch.follow(state(7, "playing", told));
    assert.match(raised().join(), NOT_ASKED);
  });

test("no alarm when the bet was refused and the others play", async () => {
  const watch = load();
  watch.promise({ number: 2, commitment: COMMITMENT }, ANN);
  const piles = [{ name: "hand", seat: BOB, cards: ["2c", "3d", "5h"] }];
  const wagers = /** @type {Snapshot["wagers"]} */ ([[], [], [["ante", 500]], [], []]);
  await watch.follow(state(7, "playing", { piles, wagers, events: [event({ seat: BOB })] }));
  await watch.follow(state(9, "result", { piles, wagers, results: { [BOB]: 500 } }));
  assert.deepEqual(raised(), []);
});

test("no alarm when Ann left before the round and another player has her seat", async () => {
  const watch = load();
  await placeBet(watch);
  const you = { seat: null, user_id: 1, chips: 0 };
  const next = { number: 2, commitment: COMMITMENT };
  await watch.follow(state(6, "result", { you, next, finished: 1 }, { number: 1 }));
  await watch.follow(state(9, "playing", { you, piles: [{ name: "hand", seat: ANN, cards: ["??", "??"] }] }));
  assert.deepEqual(raised(), []);
});

// Rounds that are canceled.

/** JSON as the log has it. @param {unknown} value @returns {string} */
function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${entries.map(([name, each]) => `${JSON.stringify(name)}:${canonical(each)}`).join(",")}}`;
}

/** Records as an honest log links them after the head that Ann saw. @param {Draft[]} drafts */
function chained(drafts, previous = HEAD, first = 8) {
  return drafts.map((draft, place) => {
    const record = { transfers: [], ...draft, previous, at: 1, salt: "", seq: first + place, table: TABLE };
    const body = canonical(record);
    previous = createHash("sha256").update(`houseway/log/1:${body}`).digest("hex");
    return `{"hash":"${previous}","record":${body}}`;
  });
}

/** @param {number} place @returns {Draft} */
const withheld = (place) => ({ kind: "withheld", data: { number: 2, seat: place, name: "Guest", user: 9, until: 13 } });
/** @param {string | null} seed @returns {Draft} */
const retired = (seed, reason = "more than one seat did not reveal") => ({
  kind: "retired",
  data: { number: 2, server_seed: seed, reason },
});
/** @type {Draft} */
const COMMITTED = { kind: "committed", data: { number: 3, protocol: 2, commitment: "cc".repeat(32) } };
/** @type {Draft} */
const STARTED = { kind: "started", data: { number: 2, events: [] } };

/** What Ann has at stake when she reveals. @type {Record<string, number>} */
let bet = {};
beforeEach(() => {
  bet = {};
});

/** Ann bets and reveals at record 7; later the round was canceled. @param {Snapshot} after @param {Partial<Snapshot>[]} between */
async function cancel(after, ...between) {
  const watch = load();
  const promise = await placeBet(watch);
  const seats = SEATS.map((each) => (each.seat === ANN ? { ...each, reveals: true, bet } : each));
  const next = { number: 2, commitment: COMMITMENT };
  const promises = { [ANN]: promise, [BOB]: "b0".repeat(32), [CEM]: "ce".repeat(32) };
  await watch.follow(state(7, "revealing", { seats, next }, { promises }));
  const [message] = sent;
  assert.equal(message.type, "reveal");
  const contributions = { [ANN]: message.type === "reveal" ? message.contribution : "" };
  const { hash: head } = JSON.parse(house.log?.[0] ?? "{}");
  for (const told of between) await watch.follow(state(8, "playing", told, { promises, contributions, head }));
  await watch.follow(after);
}

/** @param {string} reason @param {Record<string, string>} [names] */
const told = (reason, names = {}) => ({ retired: { number: 2, reason, withheld: names } });
const SEVERAL = "more than one seat did not reveal";

test("no alarm when two other players withheld and the house shows the seed it committed to", async () => {
  house.log = chained([withheld(BOB), withheld(CEM), retired(SECRET), COMMITTED]);
  await cancel(later(20, told(SEVERAL, { [BOB]: "Bob", [CEM]: "Cem" })));
  assert.deepEqual(raised(), []);
  assert.deepEqual(queue(), []);
  assert.deepEqual(
    house.asked.filter((path) => path.includes("/records")),
    [],
    "nothing to fetch: it was not settled",
  );
});

test("no alarm when the cancellation was missed, or the round before is in view again", async () => {
  house.log = chained([withheld(BOB), withheld(CEM), retired(SECRET), COMMITTED]);
  const next = { number: 3, commitment: "cc".repeat(32) };
  await cancel(state(20, "result", { next, finished: 1 }, { number: 1 }));
  assert.deepEqual(raised(), []);
  assert.deepEqual(queue(), []);
});

test("no alarm when too few players were left, or a database was restored", async () => {
  house.log = chained([withheld(BOB), retired(SECRET, "too few players are left"), COMMITTED]);
  await cancel(later(20));
  [sent, house.log] = [[], chained([retired(SECRET, "the database was restored from a copy"), COMMITTED])];
  Object.assign(globalThis, { sessionStorage: new Storage(), localStorage: new Storage() });
  await cancel(later(20));
  assert.deepEqual(raised(), []);
});

test("a player whose own seed was not heard is told that, and nothing worse", async () => {
  house.log = chained([withheld(ANN), withheld(CEM), retired(SECRET), COMMITTED]);
  await cancel(later(20, told(SEVERAL, { [ANN]: "you", [CEM]: "Cem" })));
  assert.deepEqual(raised(), [
    "Round 2: The house says that you did not reveal your seed. This browser did send it, perhaps too late.",
  ]);
});

test("a house that says it lost its seed after the reveal raises an alarm", async () => {
  house.log = chained([STARTED, retired(null, "the seed was lost"), COMMITTED]);
  await cancel(later(20, told("the seed was lost")), {});
  assert.equal(raised().length, 1);
  assert.match(raised()[0], LOST);
});

test("a lost seed raises the same alarm if only the log has it", async () => {
  house.log = chained([retired(null, "the seed was lost"), COMMITTED]);
  await cancel(later(20));
  assert.equal(raised().length, 1);
  assert.match(raised()[0], LOST);
});

for (const [what, drafts, words] of /** @type {[string, Draft[], RegExp][]} */ ([
  ["shows another seed", [withheld(BOB), withheld(CEM), retired("66".repeat(32))], /not the one it committed to/],
  ["names nobody who withheld", [retired(SECRET)], /does not name those players/],
  ["names one player twice", [withheld(BOB), withheld(BOB), retired(SECRET)], /does not name those players/],
  ["had started it", [STARTED, withheld(BOB), withheld(CEM), retired(SECRET)], /after cards were dealt/],
  ["shows a seed that is not one", [withheld(BOB), withheld(CEM), retired("")], /not in the one form/],
]))
  test(`a house that cancels a round and ${what} raises an alarm`, async () => {
    house.log = chained([...drafts, COMMITTED]);
    await cancel(later(20, told(SEVERAL)));
    assert.match(raised().join(), words);
  });

test("a house that cancels a round whose cards it had shown raises an alarm", async () => {
  house.log = chained([withheld(BOB), withheld(CEM), retired(SECRET), COMMITTED]);
  await cancel(later(20, told(SEVERAL)), { piles: [{ name: "hand", seat: ANN, cards: ["2c"] }] });
  assert.match(raised().join(), /after cards were dealt/);
});

test("a cancellation in another log than the one shown at the reveal raises an alarm", async () => {
  const drafts = [withheld(BOB), withheld(CEM), retired(SECRET), COMMITTED];
  for (const [log, words] of /** @type {[string[], RegExp][]} */ ([
    [chained(drafts, "bb".repeat(32)), /The log was rewritten/],
    [chained(drafts, HEAD, 9), /Records are missing/],
    [chained(drafts).toSpliced(1, 1), /Records are missing/],
    [chained(drafts).map((line) => line.replace("Guest", "Ghost")), /its hash does not fit/],
    [["{}"], /not in the one form/],
  ])) {
    Object.assign(globalThis, { sessionStorage: new Storage(), localStorage: new Storage() });
    [house.log, alarms, sent] = [log, [], []];
    await cancel(later(20, told(SEVERAL)));
    assert.match(raised().join(), words);
  }
});

const [PURSE, STAKES, OWN] = ["user:1", `stakes:${TABLE}`, `seat:${TABLE}/${ANN}`];
/** @param {string} source @param {string} target @returns {[string, string, number, string]} */
const moved = (source, target, cents = 500) => [source, target, cents, ""];
/** @param {Draft} draft @param {[string, string, number, string][]} transfers */
const moving = (draft, ...transfers) => ({ ...draft, transfers });

for (const [what, wagers, drafts] of /** @type {[string, Record<string, number>, Draft[]][]} */ ([
  ["the bet is returned", { ante: 500 }, [moving(retired(SECRET), moved(STAKES, PURSE), moved(STAKES, "user:2"))]],
  ["two wagers are returned", { ante: 300, bonus: 200 }, [moving(retired(SECRET), moved(STAKES, PURSE))]],
  ["practice chips are returned", { ante: 500 }, [moving(retired(SECRET), moved(STAKES, OWN))]],
  ["a stack stays on the table", { stack: 500 }, [retired(SECRET)]],
]))
  test(`no alarm when a round is canceled and ${what}`, async () => {
    bet = wagers;
    house.log = chained([withheld(BOB), withheld(CEM), ...drafts, COMMITTED]);
    await cancel(later(20, told(SEVERAL)));
    assert.deepEqual(raised(), []);
  });

test("no alarm when Ann's seed came too late, her bet was returned, and another player has her seat since", async () => {
  bet = { ante: 500 };
  house.log = chained([
    moving(withheld(ANN), moved(STAKES, PURSE)),
    { kind: "left", data: { seat: ANN, user: 1 } },
    moving({ kind: "sat", data: { seat: ANN, user: 5 } }, moved("user:5", OWN)),
    moving({ kind: "left", data: { seat: ANN, user: 5 } }, moved(OWN, "user:5")),
    withheld(BOB),
    retired(SECRET),
  ]);
  await cancel(later(20, told(SEVERAL)));
  assert.deepEqual(raised().length, 1);
  assert.match(raised()[0], /The house says that you did not reveal your seed/);
});

for (const [what, drafts] of /** @type {[string, Draft[]][]} */ ([
  ["keeps the bet", [retired(SECRET)]],
  ["returns a part of the bet", [moving(retired(SECRET), moved(STAKES, PURSE, 499))]],
  ["gives the bet to another player", [moving(retired(SECRET), moved(STAKES, "user:2"))]],
  [
    "returns the bet and takes other chips",
    [moving(retired(SECRET), moved(STAKES, PURSE), moved(PURSE, `house:${TABLE}`, 100))],
  ],
  [
    "takes another bet first",
    [moving(withheld(BOB), moved(PURSE, STAKES)), moving(retired(SECRET), moved(STAKES, PURSE))],
  ],
  ["says that it lost its seed, and keeps the bet", [retired(null, "the seed was lost")]],
]))
  test(`a house that cancels a round and ${what} raises an alarm`, async () => {
    bet = { ante: 500 };
    house.log = chained([withheld(BOB), withheld(CEM), ...drafts, COMMITTED]);
    await cancel(later(20, told(SEVERAL)));
    assert.match(raised().join(), /Round 2 failed verification\. The house did not return your whole bet/);
  });

test("a log that does not say how the round ended is told of", async () => {
  house.log = chained([withheld(BOB), COMMITTED]);
  await cancel(later(20));
  assert.deepEqual(raised(), [NOT_SENT]);
});
