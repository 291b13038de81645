/**
 * This browser's notes on the rounds of a table: commitment, line-up, bet, every card, every event, every log hash. The
 * server's records of a round are verified against it.
 */

/** @import { Seen, Snapshot } from "../types.js" */

const MOST_ROUNDS = 20;
const HIDDEN = "??";
/** The wager name for the chips before a seat. They are at stake only once the round has begun. */
const STACK = "stack";

/**
 * @param {number} table
 * @param {number} number
 */
const placeOf = (table, number) => `houseway.seen.${table}.${number}`;

/** @param {number} table */
const queueOf = (table) => `houseway.unverified.${table}`;

/**
 * Return this browser's notes on a round, or null if it did not see the round.
 * @param {number} table
 * @param {number} number
 * @returns {Seen | null}
 */
export const readSeen = (table, number) => JSON.parse(sessionStorage.getItem(placeOf(table, number)) ?? "null");

export class Witness {
  /** @param {number} table */
  constructor(table) {
    this.table = table;
  }

  /**
   * Return the rounds for which this browser revealed its seed and which it has not verified yet. The queue remains
   * after a reload, and the server cannot remove a round from it.
   * @returns {number[]}
   */
  get unverified() {
    return JSON.parse(sessionStorage.getItem(queueOf(this.table)) ?? "[]");
  }

  /** Take a round out of the queue. @param {number} number */
  verified(number) {
    this.queue(this.unverified.filter((each) => each !== number));
  }

  /** @param {number[]} numbers */
  queue(numbers) {
    sessionStorage.setItem(queueOf(this.table), JSON.stringify(numbers));
  }

  /** Note a state that the server shows. @param {Snapshot} snapshot */
  note(snapshot) {
    const { next, phase, round } = snapshot;
    const numbers = new Set([round.number, next?.number ?? round.number]);
    for (const number of numbers) {
      const seen = readSeen(this.table, number) ?? fresh(snapshot);
      seen.heads[snapshot.seq] ??= round.head;
      if (next?.number === number || (round.number === number && phase === "playing")) noteLength(seen, snapshot.seq);
      if (next?.number === number) seen.commitment ??= next.commitment;
      if (round.number === number && (phase === "playing" || phase === "result")) noteCards(seen, snapshot);
      this.keep(number, seen);
    }
  }

  /**
   * Note that this browser reveals its seed, and to which line-up and commitment. The round must then be verified.
   * @param {Snapshot} snapshot
   * @param {number} seat
   * @param {string} contribution
   */
  reveals(snapshot, seat, contribution) {
    const { commitment, number, promises } = snapshot.round;
    const seen = readSeen(this.table, number) ?? fresh(snapshot);
    const earlier = seen.contribution !== undefined;
    Object.assign(seen, { seat, user: snapshot.you.user_id, contribution });
    if (!earlier) Object.assign(seen, { promises, revealed_at: snapshot.seq, staked: stakedAt(snapshot, seat) });
    seen.commitment ??= commitment;
    seen.heads[snapshot.seq] ??= snapshot.round.head;
    noteLength(seen, snapshot.seq);
    this.keep(number, seen);
    this.queue([...new Set([...this.unverified, number])]);
  }

  /**
   * @param {number} number
   * @param {Seen} seen
   */
  keep(number, seen) {
    sessionStorage.setItem(placeOf(this.table, number), JSON.stringify(seen));
    const old = number - MOST_ROUNDS;
    if (!this.unverified.includes(old)) sessionStorage.removeItem(placeOf(this.table, old));
  }
}

/**
 * @param {Snapshot} snapshot
 * @returns {Seen}
 */
function fresh({ table }) {
  const { game, practice, readings } = table;
  return { game, readings, practice, heads: {}, during: [], piles: [], events: [] };
}

/**
 * Return the cents that a seat has at stake before its round begins.
 * @param {Snapshot} snapshot
 * @param {number} seat
 */
function stakedAt({ seats }, seat) {
  const wagers = Object.entries(seats[seat].bet).filter(([name]) => name !== STACK);
  return wagers.reduce((sum, [, cents]) => sum + cents, 0);
}

/**
 * Note a log length that was shown while the round was open for bets or in progress. It belongs to a record of the
 * round.
 * @param {Seen} seen
 * @param {number} length
 */
function noteLength(seen, length) {
  seen.during ??= [];
  if (!seen.during.includes(length)) seen.during.push(length);
}

/**
 * @param {Seen} seen
 * @param {Snapshot} snapshot
 */
function noteCards(seen, { events, phase, piles, results, seats }) {
  const known = new Set(seen.piles.map((pile) => JSON.stringify(pile)));
  for (const { cards: pile, name, seat } of piles) {
    const cards = [...pile];
    if (!known.has(JSON.stringify({ name, seat, cards }))) seen.piles.push({ name, seat, cards });
  }
  const shown = events.map(({ amount, cards, clause, seat }) => ({ clause, seat, cards: String(cards), amount }));
  seen.changed ||= seen.events.some((event, place) => isOther(event, shown[place]));
  seen.events = shown;
  if (seen.seat !== undefined && phase === "playing") seen.bet ??= seats[seen.seat].bet;
  if (phase === "result") seen.results ??= results;
}

/**
 * Return whether an event is shown differently than before.
 * @param {Seen["events"][number]} before
 * @param {Seen["events"][number] | undefined} now
 */
function isOther(before, now) {
  if (!now || now.clause !== before.clause || now.seat !== before.seat || now.amount !== before.amount) return true;
  const hidden = now.cards.includes(HIDDEN) || before.cards.includes(HIDDEN);
  return !hidden && now.cards !== before.cards;
}
