/**
 * Verify a finished round from its records and this browser's notes (docs/fairness.md, "How a round is verified").
 * `houseway.room.round_check` has the same rules in Python, and both give the same code for every vector of
 * tests/vectors/fairness.
 */

import { signed } from "../dom.js";
import { concat, fromHex, hex, utf8 } from "./bytes.js";
import { promiseOf } from "./promise.js";
import { RULES } from "./rules.js";
import { sha256 } from "./sha256.js";
import { orderedDeck, shuffled } from "./shuffle.js";

/** @import { DealPlan, LogEvent, LogRecord, Seen, RoundStep } from "../types.js" */

export const VERIFIED = "verified";
const HIDDEN = "??";
/** Protocols in which players commit to their seeds before they reveal them. The third has no words in its records. */
const PROTOCOLS = [2, 3];
const DIGITS = /^[0-9a-f]{64}$/;
const SEAT = /^(0|[1-9][0-9]?)$/;
const NAME = /^[\x20-\x7e]*$/;
const FIELDS = ["at", "data", "kind", "previous", "salt", "seq", "table", "transfers"];
const LINE = /^\{"hash":"([^]{64})","record":([^]*)\}$/;

/** The reason why a round failed, as a code. */
class Failed extends Error {
  /** @param {string} code */
  constructor(code) {
    super(RULES.reasons[code]);
    this.code = code;
  }
}

/**
 * @param {boolean} right
 * @param {string} code
 */
function need(right, code) {
  if (!right) throw new Failed(code);
}

/**
 * @typedef {{ seat: number | null, place: string, cards: string[] }} Deal
 * @typedef {{ table: number, number: number, all: LogRecord[], committed: LogRecord, started: LogRecord,
 *   settled: LogRecord, closed: LogRecord | null, events: LogEvent[] }} RoundRecords
 * @typedef {{ game?: string, readings?: Record<string, string> }} Told
 */
/**
 * Verify a round. Returns the steps that passed, and the code: `verified`, or the reason for failure.
 * @param {string[]} lines the log from any record up to the settlement of the round
 * @param {number} table
 * @param {number} number
 * @param {Partial<Seen> | null} seen this browser's notes, null if it did not watch
 * @param {Told} told the game as the server names it, if this browser did not watch
 * @returns {{ code: string, steps: RoundStep[] }}
 */
export function checkRound(lines, table, number, seen, told = {}) {
  /** @type {RoundStep[]} */
  const steps = [];
  const noted = seen ?? {};
  try {
    const records = linked(lines, table, noted);
    steps.push({
      title: "The log records form one unbroken chain",
      value: `${records.length} records, each with its hash`,
    });
    const found = roundOf(records, table, number);
    checkLengths(found, noted);
    steps.push(...checkLineUp(found, noted));
    const deals = checkDealing(found, { ...told, ...noted });
    steps.push({ title: "Every dealt card matches the shuffled deck", value: cardsOf(deals).join(" ") });
    checkCards(found, deals);
    checkShown(found, deals, noted);
    if (noted.events) steps.push({ title: "Your screen showed these cards and no others", value: shownText(noted) });
    checkPayout(found, noted);
    steps.push({
      title: "The results match the bets and the payouts",
      value: resultText(bySeat(found.settled.data.results)),
    });
  } catch (error) {
    return { code: error instanceof Failed ? error.code : "form", steps };
  }
  return { code: VERIFIED, steps };
}

/** @param {Deal[]} deals */
const cardsOf = (deals) => deals.flatMap(({ cards }) => cards);

/** Return net results as text, with seats numbered from 1. @param {Map<number, number>} results */
const resultText = (results) => [...results].map(([seat, net]) => `seat ${seat + 1}: ${signed(net)}`).join(", ");

/** @param {Partial<Seen>} noted */
const shownText = ({ events = [], heads = {} }) => `${events.length} events, ${Object.keys(heads).length} log hashes`;

// The records.

/**
 * @param {string[]} lines
 * @param {number} table
 * @param {Partial<Seen>} noted
 */
function linked(lines, table, noted) {
  /** @type {LogRecord[]} */
  const records = [];
  const heads = noted.heads ?? {};
  let previous = "";
  for (const line of lines) {
    const [, hash, body] = LINE.exec(line) ?? [];
    need(body !== undefined, "form");
    const record = readRecord(body);
    need(hex(sha256(utf8(`houseway/log/1:${body}`))) === hash, "hash");
    need(record.table === table, "table");
    const last = records.at(-1);
    if (last) need(record.seq === last.seq + 1 && record.at >= last.at && record.previous === previous, "order");
    else {
      need(noted.after === undefined || record.seq === noted.after + 1, "order");
      need(!Object.hasOwn(heads, record.seq - 1) || heads[record.seq - 1] === record.previous, "head");
    }
    need(!Object.hasOwn(heads, record.seq) || heads[record.seq] === hash, "head");
    records.push(record);
    previous = hash;
  }
  return records;
}

/** Parse a record, which must be in the one form that the log allows. @param {string} body */
function readRecord(body) {
  const record = JSON.parse(body);
  need(isObject(record) && String(Object.keys(record).sort()) === String(FIELDS), "form");
  need(canonical(record) === body, "form");
  const { at, data, kind, salt, seq, transfers } = record;
  need(
    [at, seq, record.table].every((each) => typeof each === "number"),
    "form",
  );
  need(
    [kind, salt, record.previous].every((each) => typeof each === "string"),
    "form",
  );
  need(isObject(data) && Array.isArray(transfers) && transfers.every(isTransfer), "form");
  return /** @type {LogRecord} */ (record);
}

/** @param {unknown} value */
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/** @param {unknown} each */
function isTransfer(each) {
  if (!Array.isArray(each) || each.length !== 4) return false;
  const [source, target, amount, memo] = each;
  return [source, target, memo].every((text) => typeof text === "string") && typeof amount === "number" && amount > 0;
}

/**
 * Write JSON in its one canonical form: sorted names, no blanks, ASCII, safe integers.
 * @param {unknown} value
 * @returns {string}
 */
export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value === "number") need(Number.isSafeInteger(value), "form");
  if (typeof value !== "object" || value === null) return ascii(JSON.stringify(value));
  const entries = Object.entries(value);
  need(
    entries.every(([name]) => NAME.test(name)),
    "form",
  );
  entries.sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${entries.map(([name, each]) => `${ascii(JSON.stringify(name))}:${canonical(each)}`).join(",")}}`;
}

/** @param {string} text */
const ascii = (text) => text.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);

/**
 * Return the records of a round: one commitment, at most one line-up, one start, and the settlement at the end.
 * @param {LogRecord[]} records
 * @param {number} table
 * @param {number} number
 * @returns {RoundRecords}
 */
function roundOf(records, table, number) {
  const begun = records.flatMap(({ kind, data }, place) =>
    kind === "committed" && numberOf(data) === number ? [place] : [],
  );
  need(begun.length === 1, "round");
  const all = records.slice(begun[0]);
  need(
    all.every(({ data }) => !("number" in data) || data.number === number),
    "round",
  );
  const kinds = all.map(({ kind }) => kind);
  /** @param {string} kind */
  const count = (kind) => kinds.filter((each) => each === kind).length;
  need(count("started") === 1 && count("settled") === 1 && kinds.at(-1) === "settled", "round");
  need(count("committed") === 1 && count("no more bets") <= 1 && !count("retired"), "round");
  const [start, close] = [kinds.indexOf("started"), kinds.indexOf("no more bets")];
  need(!kinds.slice(start).some((kind) => ["bet", "no more bets", "revealed", "withheld"].includes(kind)), "round");
  need(!kinds.slice(0, start).some((kind) => ["acted", "voided", "meters fell"].includes(kind)), "round");
  need(close < 0 || !kinds.slice(close).includes("bet"), "round");
  const events = all.flatMap(({ data }) => data.events ?? []);
  const closed = close < 0 ? null : all[close];
  return { table, number, all, committed: all[0], started: all[start], settled: all[all.length - 1], closed, events };
}

/** @param {LogRecord["data"]} data */
function numberOf(data) {
  need("number" in data, "form");
  return data.number;
}

/**
 * Check that every log length shown during the round belongs to a record of it, whose hash was compared.
 * @param {RoundRecords} found
 * @param {Partial<Seen>} noted
 */
function checkLengths({ committed, settled }, noted) {
  for (const length of noted.during ?? [])
    need(isNoted(length, noted) && committed.seq <= length && length < settled.seq, "head");
}

/**
 * Return whether a length is a whole number with a log hash shown for it.
 * @param {number | undefined} length
 * @param {Partial<Seen>} noted
 * @returns {length is number}
 */
const isNoted = (length, { heads = {} }) => Number.isSafeInteger(length) && Object.hasOwn(heads, Number(length));

// Commitments and seeds.

/**
 * @param {RoundRecords} found
 * @param {Partial<Seen>} noted
 * @returns {RoundStep[]}
 */
function checkLineUp(found, noted) {
  const { committed, started, settled, closed, all } = found;
  need(PROTOCOLS.includes(committed.data.protocol ?? 1), "in-clear");
  const published = digits(committed.data.commitment);
  need(commitmentOf(digits(settled.data.server_seed)) === published, "commitment");
  need((noted.commitment ?? published) === published, "commitment-shown");
  const withheld = all.filter(({ kind }) => kind === "withheld").map(({ data }) => seatNumber(data.seat));
  need(withheld.length <= 1, "withheld");
  const given = bySeat(started.data.contributions);
  /** @type {RoundStep[]} */
  const steps = [{ title: "The server seed matches its commitment", value: published }];
  if (noted.commitment) steps.push({ title: "The commitment matches the one shown before you bet", value: published });
  if (closed === null) {
    const unused = !noted.promises && noted.contribution === undefined;
    need(!withheld.length && ![...given.values()].some(Boolean) && unused, "line-up");
    return [
      ...steps,
      { title: "No player committed to a player seed", value: "The deck depends on the server seed alone." },
    ];
  }
  const promises = bySeat(closed.data.promises);
  checkPromises(found, { published, given, promises, withheld }, noted);
  const texts = [...promises].map(([seat, promise]) => `seat ${seat + 1}: ${promise || "none"}`).join(", ");
  steps.push({ title: "Every player seed matches its commitment", value: texts });
  if (noted.promises)
    steps.push({ title: "Players and commitments match those shown before you revealed your seed", value: texts });
  if (noted.contribution) steps.push({ title: "Your player seed was used", value: noted.contribution });
  return steps;
}

/**
 * @param {RoundRecords} found
 * @param {{ published: string, given: Map<number, string>, promises: Map<number, string>, withheld: number[] }} parts
 * @param {Partial<Seen>} noted
 */
function checkPromises({ table, number, started, closed, all }, { published, given, promises, withheld }, noted) {
  for (const text of promises.values()) need(text === "" || isDigits(text), "form");
  if (noted.promises) need(sameMap(bySeat(noted.promises), promises), "line-up-shown");
  if (closed && (noted.contribution !== undefined || noted.revealed_at !== undefined))
    checkReveal(closed, started, noted);
  need(!(noted.contribution && withheld.includes(noted.seat ?? -1)), "withheld-you");
  need(
    withheld.every((seat) => promises.get(seat)),
    "line-up",
  );
  const playing = [...promises.keys()].filter((seat) => !withheld.includes(seat)).sort((one, other) => one - other);
  need(canonical(started.data.seats) === canonical(playing), "line-up");
  const bettors = new Set(all.filter(({ kind }) => kind === "bet").map(({ data }) => seatNumber(data.seat)));
  const wanted = [...promises.keys()].filter((seat) => bettors.has(seat));
  need(
    [...given.keys()].every((seat) => wanted.includes(seat)),
    "outsider",
  );
  const due = wanted.filter((seat) => !withheld.includes(seat));
  need(due.length === given.size && due.every((seat) => given.has(seat)), "contribution");
  for (const [seat, text] of given) {
    const promised = promises.get(seat);
    if (!promised) need(text === "", "contribution");
    else need(promiseOf(published, table, number, seat, digits(text)) === promised, "contribution");
  }
  need(noted.contribution === undefined || given.get(noted.seat ?? -1) === noted.contribution, "own-part");
}

/**
 * Check that the log hash shown at the reveal is from the line-up or later, before the start. It fixes every bet.
 * @param {LogRecord} closed
 * @param {LogRecord} started
 * @param {Partial<Seen>} noted
 */
function checkReveal(closed, started, noted) {
  const length = noted.revealed_at;
  if (!isNoted(length, noted)) throw new Failed("head");
  need(length >= closed.seq, "line-up-late");
  need(length < started.seq, "head");
}

/** Return the server seed commitment: SHA-256 of a prefix and the seed. @param {string} serverSeed */
export function commitmentOf(serverSeed) {
  return hex(sha256(concat(utf8("houseway/commitment/1:"), fromHex(serverSeed))));
}

/** @param {unknown} text */
const isDigits = (text) => typeof text === "string" && DIGITS.test(text);

/** @param {unknown} text */
function digits(text) {
  need(isDigits(text), "form");
  return String(text);
}

/** @param {unknown} value */
function seatNumber(value) {
  need(typeof value === "number" && value >= 0 && value < 100, "form");
  return Number(value);
}

/**
 * @template Value
 * @param {Record<string, Value> | undefined} texts
 */
function bySeat(texts) {
  need(isObject(texts), "form");
  /** @type {Map<number, Value>} */
  const found = new Map();
  for (const [seat, text] of Object.entries(texts ?? {})) {
    need(SEAT.test(seat), "form");
    found.set(Number(seat), text);
  }
  return found;
}

/**
 * @param {Map<number, unknown>} one
 * @param {Map<number, unknown>} other
 */
const sameMap = (one, other) => one.size === other.size && [...one].every(([seat, each]) => other.get(seat) === each);

// Cards.

/**
 * Derive the deck, and check that every card was dealt from its top to where the game deals it.
 * @param {RoundRecords} found
 * @param {Told} told
 * @returns {Deal[]}
 */
function checkDealing(found, { game = "", readings = {} }) {
  need(Object.hasOwn(RULES.games, game), "game");
  const plan = RULES.games[game];
  const order = deckOrder(found, plan, readings);
  const seats = /** @type {number[]} */ (found.started.data.seats);
  const opening = openingOf(plan, seats, found.started.data.button ?? null);
  const later = follower(plan, seats.length);
  /** @type {Deal[]} */
  const deals = [];
  for (const { action, clause, seat } of found.events) {
    if (action?.kind !== "deal") continue;
    const cards = action.cards.split(" ");
    const first = opening[deals.length];
    if (first) need(first.clause === clause && first.seat === seat && first.count === cards.length, "dealing");
    deals.push({ seat, place: first ? first.place : later(clause, seat, cards.length), cards });
  }
  need(deals.length >= opening.length, "dealing");
  const rotated = plan.rotation ? deals.slice(0, opening.length) : [];
  const longest = Math.max(0, ...rotated.map(({ cards }) => cards.length));
  const inTurn = Array.from({ length: longest }, (_, turn) => rotated.map(({ cards }) => cards[turn])).flat();
  const dealt = [...inTurn, ...cardsOf(deals.slice(rotated.length))];
  need(
    dealt.every((card, place) => card === order[place]),
    "deck",
  );
  return deals;
}

/**
 * @param {RoundRecords} found
 * @param {DealPlan} plan
 * @param {Record<string, string>} readings
 */
function deckOrder({ table, number, started, settled }, { deck }, readings) {
  const packs = deck.reading && deck.reading in readings ? Number(readings[deck.reading]) : deck.packs;
  const given = [...bySeat(started.data.contributions)].sort(([one], [other]) => one - other);
  const parts = given.map(([seat, text]) => `${seat}=${text}`).join(",");
  const text = `houseway/round/2:${digits(settled.data.server_seed)}:${table}:${number}:${parts}`;
  return shuffled(orderedDeck(packs, deck.jokers), sha256(utf8(text)));
}

/**
 * Return the packets dealt before any decision: seats in turn, starting after the button if there is one.
 * @param {DealPlan} plan
 * @param {number[]} seats
 * @param {number | null} button
 */
function openingOf(plan, seats, button) {
  const first = plan.button && button !== null ? seats.indexOf(button) + 1 : 0;
  const turns = seats.map((_, turn) => (first + turn) % seats.length);
  return plan.opening.flatMap(([clause, to, count]) => {
    /** @type {(number | null)[]} */
    const served = to === "seat" ? turns : [null];
    return served.map((seat) => ({ clause, seat, count, place: to === "seat" ? "" : to }));
  });
}

/**
 * Return a function that checks each later packet: in turn, to places once, to seats in ascending order.
 * @param {DealPlan} plan
 * @param {number} places
 */
function follower({ later }, places) {
  let [now, last] = [0, -2];
  /**
   * @param {string} clause
   * @param {number | null} seat
   * @param {number} count
   */
  return (clause, seat, count) => {
    need(seat === null || (seat >= 0 && seat < places), "dealing");
    const turn = seat ?? -1;
    const at = later.findIndex(
      ([itsClause, to, least, most], place) =>
        place >= now &&
        itsClause === clause &&
        (to === "seat") === (seat !== null) &&
        least <= count &&
        count <= most &&
        !(place === now && last >= turn),
    );
    need(at >= 0, "dealing");
    [now, last] = [at, turn];
    return later[at][1] === "seat" ? "" : later[at][1];
  };
}

/**
 * Return whether all cards were dealt to a seat, or to a place without a seat (null: to any).
 * @param {Deal[]} deals
 * @param {string[]} cards
 * @param {number | null} seat
 * @param {string | null} place
 */
function areDealt(deals, cards, seat, place) {
  const left = deals
    .filter((deal) => deal.seat === seat && (place === null || seat !== null || deal.place === place))
    .flatMap((deal) => deal.cards);
  return cards.every((card) => {
    const found = left.indexOf(card);
    if (found >= 0) left.splice(found, 1);
    return found >= 0;
  });
}

/**
 * @param {RoundRecords} found
 * @param {Deal[]} deals
 */
function checkCards({ events }, deals) {
  for (const { cards, seat } of events) need(areDealt(deals, cards ? cards.split(" ") : [], seat, null), "card");
}

// The player's screen.

/**
 * @param {RoundRecords} found
 * @param {Deal[]} deals
 * @param {Partial<Seen>} noted
 */
function checkShown({ events, started }, deals, noted) {
  const seats = /** @type {number[]} */ (started.data.seats);
  need(!noted.changed, "event-shown");
  for (const { cards, name, seat } of noted.piles ?? []) {
    const place = name.startsWith("dealer") ? "dealer" : name;
    const open = cards.filter((card) => card !== HIDDEN);
    need(seat === null || seats.includes(seat), "card-shown");
    need(areDealt(deals, open, seat === null ? null : seats.indexOf(seat), place), "card-shown");
  }
  const shown = noted.events ?? [];
  need(shown.length <= events.length, "event-shown");
  shown.forEach((event, index) => {
    const logged = events[index];
    const seat = logged.seat === null ? null : seats[logged.seat];
    need(event.clause === logged.clause && event.seat === seat && event.amount === logged.amount, "event-shown");
    need(event.cards.includes(HIDDEN) || event.cards === logged.cards, "event-shown");
  });
  if (noted.bet) {
    const own = started.data.bets?.[seats.indexOf(noted.seat ?? -1)];
    need(canonical(own ?? null) === canonical(noted.bet), "bet-shown");
  }
}

/**
 * @param {RoundRecords} found
 * @param {Partial<Seen>} noted
 */
function checkPayout(found, noted) {
  const { settled, started } = found;
  const seats = /** @type {number[]} */ (started.data.seats);
  const settlements = settled.data.settlements ?? [];
  const results = bySeat(settled.data.results);
  const won = new Map(seats.map((seat) => [seat, 0]));
  for (const { seat, returned, staked } of settlements) {
    const place = seats[seatNumber(seat)];
    won.set(place, (won.get(place) ?? 0) + returned - staked);
  }
  need(sameMap(won, results), "payout");
  if (noted.user !== undefined && noted.seat !== undefined && seats.includes(noted.seat))
    checkOwnChips(found, noted.seat, `user:${noted.user}`);
  if (noted.results) need(sameMap(bySeat(noted.results), results), "result-shown");
}

/** @param {LogRecord["transfers"]} transfers */
const total = (transfers) => transfers.reduce((sum, [, , amount]) => sum + amount, 0);

/**
 * Check that a player's chips moved only as staked, that stakes match the settlements, and that returns were paid.
 * @param {RoundRecords} found
 * @param {number} seat
 * @param {string} user
 */
function checkOwnChips(found, seat, user) {
  const { all, settled, started, table } = found;
  const [own, stakes] = [`seat:${table}/${seat}`, `stakes:${table}`];
  checkSpent(found, seat, user, own);
  const purses = [user, own];
  const moved = all.flatMap(({ transfers }) => transfers);
  const before = all.slice(0, -1).flatMap(({ transfers }) => transfers);
  const staked = moved.filter(([source, target]) => purses.includes(source) && target === stakes);
  const back = before.filter(([source, target]) => source === stakes && purses.includes(target));
  const paid = settled.transfers.filter(([, target]) => purses.includes(target));
  const place = /** @type {number[]} */ (started.data.seats).indexOf(seat);
  const entries = (settled.data.settlements ?? []).filter((entry) => entry.seat === place);
  need(total(staked) - total(back) === entries.reduce((sum, entry) => sum + entry.staked, 0), "payout");
  need(total(paid) === entries.reduce((sum, entry) => sum + entry.returned, 0), "payout");
}

/**
 * Check that a player's chips left only for the stakes and the seat, and that chips lent to another seat came back. The
 * chips at the seat are the player's from the bet on; before that, another player may have left the seat.
 * @param {RoundRecords} found
 * @param {number} seat
 * @param {string} user
 * @param {string} own
 */
function checkSpent({ all, table }, seat, user, own) {
  /** @type {Map<string, number>} */
  const lent = new Map();
  const bets = all.filter(({ kind, data }) => kind === "bet" && data.seat === seat);
  const lastBet = bets.at(-1)?.seq ?? 0;
  const [stakes, stacks] = [`stakes:${table}`, `seat:${table}/`];
  for (const { seq, transfers } of all) {
    for (const [source, target, amount] of transfers) {
      need(source !== own || seq < lastBet || target === stakes, "payout");
      if (source === user && target !== stakes && target !== own) {
        need(seq < lastBet && target.startsWith(stacks), "payout");
        lent.set(target, (lent.get(target) ?? 0) + amount);
      }
      if (target === user && source !== own && source.startsWith(stacks))
        lent.set(source, (lent.get(source) ?? 0) - amount);
    }
  }
  need(
    [...lent.values()].every((amount) => amount <= 0),
    "payout",
  );
}
