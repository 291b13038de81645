/**
 * This browser's player seed: it commits with the bet, reveals when bets are closed, and warns if the server does not
 * keep to what it showed before.
 */

import { randomHex } from "../fair/bytes.js";
import { notHeardWords, SEED_LOST, seedLostWords } from "../fair/canceled.js";
import { brokenPromises, promiseOf, samePromises } from "../fair/promise.js";
import { commitmentOf } from "../fair/round.js";
import { RULES } from "../fair/rules.js";

/** @import { Snapshot } from "../types.js" */
/** @import { Witness } from "../fair/witness.js" */

const CONTRIBUTION_BYTES = 32;
const HASH = /^[0-9a-f]{64}$/;
const NOT_ASKED =
  "The server dealt without asking for your player seed, so it could choose the deck. Do not bet here again until it is explained.";

/**
 * The commitments for a round: player seeds by their commitments, all seats' commitments, and the seed once it is
 * revealed.
 * @typedef {{ number: number, commitment: string, seat: number, made: Record<string, string>,
 *   promises: Record<string, string> | null, contribution: string | null }} Kept
 */

export class OwnPart {
  /** The round that was answered on this connection. @type {number | null} */
  answered = null;
  /** Whether this connection last showed this browser's commitment among the bets. */
  placed = false;

  /**
   * @param {string} tableId
   * @param {Pick<Witness, "reveals">} witness
   */
  constructor(tableId, witness) {
    this.witness = witness;
    this.tableId = Number(tableId);
    this.place = `houseway.part.${tableId}`;
  }

  /**
   * Return the commitments for the newest round. They remain after a reload, and other windows of this browser share
   * them.
   * @returns {Kept | null}
   */
  get kept() {
    return JSON.parse(localStorage.getItem(this.place) ?? "null");
  }

  /** @param {Kept} kept */
  keep(kept) {
    localStorage.setItem(this.place, JSON.stringify(kept));
  }

  /**
   * Return the commitment to a new player seed for the coming round. An earlier one stays, in case this bet is refused.
   * @param {{ number: number, commitment: string }} next
   * @param {number} seat
   */
  promise({ number, commitment }, seat) {
    const contribution = randomHex(CONTRIBUTION_BYTES);
    const promise = promiseOf(commitment, this.tableId, number, seat, contribution);
    const { kept } = this;
    const same = kept?.number === number && kept.commitment === commitment && kept.seat === seat;
    const made = { ...(same ? kept.made : {}), [promise]: contribution };
    this.keep({ number, commitment, seat, made, promises: null, contribution: null });
    return promise;
  }

  /** Forget the answer on a lost connection, because it may have been lost too. */
  reconnected() {
    this.answered = null;
    this.placed = false;
  }

  /**
   * Return the player seed to reveal now, or null. The line-up is saved before anything is revealed. From here on the
   * server's commitment and these commitments fix the deck.
   * @param {Snapshot} snapshot
   * @returns {string | null}
   */
  answer(snapshot) {
    const { kept } = this;
    const seat = snapshot.you.seat;
    const { number, commitment, promises } = snapshot.round;
    const asked = snapshot.phase === "revealing" && seat !== null && snapshot.seats[seat].reveals;
    if (!asked || this.answered === number || kept?.number !== number || kept.seat !== seat) return null;
    const contribution = kept.made[promises[seat]];
    if (
      !contribution ||
      !HASH.test(snapshot.round.head) ||
      kept.commitment !== commitment ||
      areExchanged(kept, promises)
    )
      return null;
    this.keep({ ...kept, promises, contribution });
    this.witness.reveals(snapshot, seat, contribution);
    this.answered = number;
    return contribution;
  }

  /**
   * Return warnings about anything that the server changed after showing it, or none if all is well.
   * @param {Snapshot} snapshot
   * @returns {string[]}
   */
  complaints(snapshot) {
    const { kept } = this;
    const { next, round, phase, you, retired } = snapshot;
    if (kept?.contribution && retired && retired.number === kept.number) {
      if (kept.seat in retired.withheld) return [notHeardWords(kept.number)];
      if (retired.reason === SEED_LOST) return [seedLostWords(kept.number)];
    }
    if (!kept) return [];
    const here = kept.number === round.number;
    if (next?.number === kept.number) this.placed = here && round.promises[kept.seat] in kept.made;
    if (!here) return [];
    if (phase === "revealing") return kept.seat === you.seat ? whyNotAnswered(snapshot, kept) : [];
    if (!["playing", "result"].includes(phase)) return [];
    if (!kept.contribution) {
      const own = kept.seat === you.seat || this.placed;
      return own && plays(snapshot, kept.seat) ? [`Round ${round.number}: ${NOT_ASKED}`] : [];
    }
    /** @type {string[]} */
    const found = [];
    /**
     * @param {boolean} wrong
     * @param {string} words
     */
    const say = (wrong, words) => wrong && found.push(words);
    const withheld = kept.seat in round.withheld;
    say(round.commitment !== kept.commitment, "The server's commitment is not the one shown when you bet.");
    say(areExchanged(kept, round.promises), RULES.reasons["line-up-shown"]);
    say(withheld, RULES.reasons["withheld-you"]);
    say(!withheld && round.contributions[kept.seat] !== kept.contribution, RULES.reasons["own-part"]);
    if (round.server_seed) {
      say(commitmentOf(round.server_seed) !== kept.commitment, "The server seed does not match its commitment.");
      const broken = brokenPromises({ ...round, table: this.tableId });
      say(
        broken.length > 0,
        `A player seed does not match its commitment, at seat ${broken.map((seat) => seat + 1).join(" and seat ")}.`,
      );
    }
    return found.map((words) => `Round ${round.number}: ${words}`);
  }
}

/**
 * Return whether a line-up differs from the one this browser revealed to.
 * @param {Kept} kept
 * @param {Record<string, string>} promises
 */
const areExchanged = (kept, promises) => kept.promises !== null && !samePromises(kept.promises, promises);

/**
 * Return whether a seat plays the current round, by anything shown of it.
 * @param {Snapshot} snapshot
 * @param {number} seat
 */
function plays({ events, phase, piles, results, round, seats, settlements, wagers }, seat) {
  return (
    [...events, ...piles, ...settlements].some((each) => each.seat === seat) ||
    Boolean(wagers[seat]?.length) ||
    (phase === "playing" && Object.keys(seats[seat].bet).length > 0) ||
    seat in results ||
    seat in round.contributions
  );
}

/**
 * @param {Snapshot} snapshot
 * @param {Kept} kept
 */
function whyNotAnswered({ round, seats }, kept) {
  if (!seats[kept.seat].reveals) return [];
  const words = !kept.made[round.promises[kept.seat]]
    ? "The server shows a seed commitment for your seat that this browser did not make."
    : kept.commitment !== round.commitment
      ? "The server's commitment is not the one shown when you bet."
      : areExchanged(kept, round.promises)
        ? "The server changed the seats or seed commitments after your browser revealed its seed."
        : HASH.test(round.head)
          ? null
          : "The server does not show its latest log hash, so it could rewrite the log.";
  return words
    ? [
        `Round ${round.number}: ${words} Your browser did not reveal its seed. Do not bet here again until it is explained.`,
      ]
    : [];
}
