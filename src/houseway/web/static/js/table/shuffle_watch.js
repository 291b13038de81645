/**
 * Watch the shuffle for the player: reveal this browser's seed in time, note the data that the house shows, verify
 * every round that was played here, and raise an alarm if the house deviated.
 */

import { ApiError, get, getText } from "../api.js";
import { checkCanceled, failedWords } from "../fair/canceled.js";
import { checkRound, VERIFIED } from "../fair/round.js";
import { RULES } from "../fair/rules.js";
import { readSeen, Witness } from "../fair/witness.js";
import { archived } from "../lobby/invitations.js";
import { LogMemory } from "./memory.js";
import { OwnPart } from "./part.js";
import { Receipts } from "./receipts.js";

/** @import { RoundLog, Seen, Snapshot, Telling } from "../types.js" */
/** @import { Notices } from "./notices.js" */

const PATIENCE = 3;
/** Milliseconds before records are requested again, times the number of tries. */
const PAUSE = 10_000;
const LONGEST_GAP = 1000;
/** Milliseconds after which a request for records counts as unanswered. */
const LONGEST_WAIT = 60_000;
/** The phases of a round between the reveal and its end. */
const IN_PROGRESS = ["revealing", "playing"];

export class ShuffleWatch {
  /** @type {Snapshot | null} */
  latest = null;
  /** Finished rounds to verify, with the number of tries. @type {Map<number, number>} */
  due = new Map();
  /** The end of the last round that was verified. @type {{ seq: number, hash: string } | null} */
  verified = null;
  busy = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  timer = undefined;

  /**
   * @param {string} tableId
   * @param {Pick<Notices, "show" | "warn">} notices
   * @param {(message: Telling) => unknown} send
   */
  constructor(tableId, notices, send) {
    this.tableId = Number(tableId);
    this.witness = new Witness(this.tableId);
    this.part = new OwnPart(tableId, this.witness);
    this.memory = new LogMemory(tableId);
    this.receipts = new Receipts(this.tableId);
    this.notices = notices;
    this.send = send;
  }

  /** @param {Snapshot} snapshot */
  async follow(snapshot) {
    this.latest = snapshot;
    this.witness.note(snapshot);
    const contribution = this.memory.isAheadOf(snapshot) ? null : this.part.answer(snapshot);
    if (contribution) this.send({ type: "reveal", contribution });
    this.notices.show(snapshot);
    for (const words of this.part.complaints(snapshot)) this.notices.warn(words);
    const verified = this.verifyPlayed(snapshot);
    const words = await this.memory.note(snapshot);
    if (words) this.notices.warn(words, () => this.memory.accept(this.latest ?? snapshot));
    await verified;
  }

  /** Verify the rounds for which this browser revealed its seed, once they are over. @param {Snapshot} snapshot */
  async verifyPlayed(snapshot) {
    for (const number of this.witness.unverified)
      if (isOver(number, snapshot, readSeen(this.tableId, number))) this.due.set(number, this.due.get(number) ?? 0);
    if (this.isUntried) await this.verifyDue();
  }

  get isUntried() {
    return [...this.due.values()].includes(0);
  }

  /**
   * Verify the rounds that are due. A failed try is repeated after a pause, whether or not the server sends anything by
   * then.
   */
  async verifyDue() {
    if (this.busy) return;
    this.busy = true;
    try {
      do {
        for (const [number, tries] of this.due) await this.verify(number, tries + 1);
        const words = await inTime(this.receipts.collect()).catch(() => null);
        if (words) this.notices.warn(words);
      } while (this.isUntried);
    } finally {
      this.busy = false;
    }
    clearTimeout(this.timer);
    if (this.due.size) this.timer = setTimeout(() => this.verifyDue(), PAUSE * Math.max(...this.due.values()));
  }

  /**
   * @param {number} number
   * @param {number} tries
   */
  async verify(number, tries) {
    this.due.set(number, tries);
    try {
      const words = await this.whatIsWrong(number);
      if (words) this.notices.warn(words);
    } catch (error) {
      if (!isGone(error) && tries < PATIENCE) return;
      this.notices.warn(`Round ${number} could not be verified: the server did not send its records.`);
    }
    this.due.delete(number);
    this.witness.verified(number);
  }

  /**
   * Check the records of a finished round, which was settled or whose commitment was retired. Return the alarm, or
   * null.
   * @param {number} number
   * @returns {Promise<string | null>}
   */
  async whatIsWrong(number) {
    const seen = readSeen(this.tableId, number);
    if (!seen) return `Round ${number} could not be verified: this browser's notes of it are gone.`;
    const asked = this.asked(seen);
    const settled = await this.settled(number, asked.after);
    if (settled) {
      const { code } = checkRound(settled, this.tableId, number, asked);
      if (code === VERIFIED) this.verified = lastOf(settled);
      return code === VERIFIED ? null : failedWords(number, RULES.reasons[code]);
    }
    const from = asked.after ?? seen.revealed_at ?? 0;
    const log = await inTime(getText(archived(this.tableId, `/api/tables/${this.tableId}/export?after=${from}`)));
    const canceled = checkCanceled(log.split("\n").filter(Boolean), this.tableId, number, asked);
    if (!canceled) throw new ApiError("The log does not have the end of the round.", 404);
    this.verified = canceled.last ?? this.verified;
    return canceled.words;
  }

  /**
   * Return the notes on a round, to be verified without a gap after the previously verified records.
   * @param {Seen} seen
   */
  asked(seen) {
    const { verified } = this;
    const newest = Math.max(...Object.keys(seen.heads).map(Number));
    if (!verified || newest - verified.seq >= LONGEST_GAP) return seen;
    return { ...seen, after: verified.seq, heads: { ...seen.heads, [verified.seq]: verified.hash } };
  }

  /**
   * Return the records of a settled round, or null if the server has none.
   * @param {number} number
   * @param {number | undefined} after
   * @returns {Promise<string[] | null>}
   */
  async settled(number, after) {
    if (this.latest?.retired?.number === number) return null;
    const path = `/api/rounds/${this.tableId}/${number}/records${after === undefined ? "" : `?after=${after}`}`;
    try {
      /** @type {RoundLog} */
      const log = await inTime(get(archived(this.tableId, path)));
      return log.lines;
    } catch (error) {
      if (isGone(error)) return null;
      throw error;
    }
  }

  /**
   * Return the commitment to send with a bet on the coming round.
   * @param {NonNullable<Snapshot["next"]>} next
   * @param {number} seat
   */
  promise(next, seat) {
    return this.part.promise(next, seat);
  }

  reconnected() {
    this.part.reconnected();
    this.memory.reconnected();
  }
}

/**
 * Return whether a round for which this browser revealed its seed is over. It is over once the server shows anything
 * but that round in progress, whether or not the server reports how it ended.
 * @param {number} number
 * @param {Snapshot} snapshot
 * @param {Seen | null} seen
 */
function isOver(number, { next, phase, round, seq }, seen) {
  if (phase === "closed" || Math.max(round.number, next?.number ?? 0) > number) return true;
  const inProgress = round.number === number && IN_PROGRESS.includes(phase);
  return !inProgress && seq >= (seen?.revealed_at ?? 0);
}

/** @param {unknown} error */
const isGone = (error) => error instanceof ApiError && error.status === 404;

/**
 * Return the answer, or throw an error if the server does not answer in time.
 * @template Answer
 * @param {Promise<Answer>} answer
 * @returns {Promise<Answer>}
 */
async function inTime(answer) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  /** @type {Promise<never>} */
  const late = new Promise((_, fail) => {
    timer = setTimeout(() => fail(new ApiError("The server did not answer in time.", 0)), LONGEST_WAIT);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** @param {string[]} lines */
function lastOf(lines) {
  const { hash, record } = JSON.parse(lines[lines.length - 1]);
  return { seq: record.seq, hash };
}
