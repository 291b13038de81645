/** A finished round's proof, checked in this browser: commitment, promises, seed, order of the deck (docs/fairness.md). */

import { concat, fromHex, hex, utf8 } from "./bytes.js";
import { brokenPromises, samePromises } from "./promise.js";
import { sha256 } from "./sha256.js";
import { orderedDeck, shuffled } from "./shuffle.js";

/** @import { Proof, ProofStep, Seen } from "../types.js" */

/** SHA-256 of a prefix and the server's seed: what is published before the bets. @param {string} serverSeed */
export function commitmentOf(serverSeed) {
  return hex(sha256(concat(utf8("houseway/commitment/1:"), fromHex(serverSeed))));
}

/**
 * The text whose SHA-256 is the seed of a round.
 * @param {string} serverSeed
 * @param {number} table
 * @param {number} number
 * @param {Record<string, string>} contributions
 * @param {number} protocol
 */
export function roundText(serverSeed, table, number, contributions, protocol) {
  const seats = Object.keys(contributions)
    .map(Number)
    .sort((one, other) => one - other);
  const parts = seats.map((seat) => `${seat}=${contributions[seat].toLowerCase()}`).join(",");
  return `houseway/round/${protocol}:${serverSeed}:${table}:${number}:${parts}`;
}

/**
 * Whether those who played are those whose bets stood when bets were closed, less those who withheld.
 * @param {Pick<Proof, "seats" | "promises" | "withheld">} proof
 */
function seatsAreThose({ seats, promises, withheld }) {
  const closed = Object.keys(promises);
  if (!closed.length) return true;
  return String(closed.filter((seat) => !(seat in withheld)).map(Number)) === String(seats);
}

/** The deck by its size: 52 cards, 54 with two jokers, or so many decks of 52. @param {number} size */
function deckOfSize(size) {
  return size === 54 ? orderedDeck(1, 2) : orderedDeck(size / 52);
}

/**
 * Every step with its finding. `seen` is what this browser noted before it revealed: the
 * commitment as it was published then, everyone's promises, and its own contribution.
 * @param {Proof} proof
 * @param {Seen | null} [seen]
 */
export function checkProof(proof, seen = null) {
  /** @type {ProofStep[]} */
  const steps = [];
  /**
   * @param {string} title
   * @param {boolean} right
   * @param {string} words
   * @param {string} value
   */
  const step = (title, right, words, value) => steps.push({ title, right, words, value });
  const commitment = commitmentOf(proof.server_seed);
  step(
    "The seed is the one that was committed to",
    commitment === proof.commitment,
    "SHA-256 of the server's seed is the published commitment.",
    commitment,
  );
  if (seen?.commitment) {
    step(
      "The commitment is the one shown before you bet",
      seen.commitment === proof.commitment,
      "This browser kept the commitment when you bet.",
      seen.commitment,
    );
  }
  if (proof.protocol >= 2) {
    const broken = brokenPromises(proof);
    const promised = Object.entries(proof.promises).filter(([, promise]) => promise);
    const withheld = Object.values(proof.withheld).join(" and ");
    step(
      "Every contribution is the one that was promised",
      !broken.length && seatsAreThose(proof),
      broken.length
        ? `Not so at seat ${broken.join(" and seat ")}.`
        : `Promised with the bet, revealed once bets were closed.${withheld ? ` ${withheld} withheld and did not play.` : ""}`,
      promised.map(([seat, promise]) => `${seat}: ${promise}`).join(" ") || "nobody promised a contribution",
    );
  }
  if (seen?.promises) {
    step(
      "Seats and promises are those shown before your browser revealed",
      samePromises(seen.promises, proof.promises),
      "This browser kept them before it sent its own part.",
      Object.entries(seen.promises)
        .map(([seat, promise]) => `${seat}: ${promise || "none"}`)
        .join(" "),
    );
  }
  if (seen?.contribution !== undefined) {
    const used = proof.contributions[seen.seat];
    step(
      "Your browser's randomness was used",
      used === seen.contribution,
      "The contribution that this browser sent is in the seed of the round.",
      seen.contribution,
    );
  }
  const seed = sha256(
    utf8(roundText(proof.server_seed, proof.table, proof.number, proof.contributions, proof.protocol)),
  );
  step(
    "The seed of the round follows",
    hex(seed) === proof.round_seed,
    proof.protocol >= 2
      ? "SHA-256 of the server's seed, the table, the round and all contributions."
      : "SHA-256 of the server's seed, the table, the round and all contributions, which were sent in clear at that time.",
    hex(seed),
  );
  const [listed, order] = [proof.order.split(" "), shuffled(deckOfSize(proof.deck.size), seed)];
  const wrong = order.findIndex((card, place) => card !== listed[place]);
  const words =
    wrong === -1
      ? `${order.length} cards rederived by HMAC_DRBG and Fisher-Yates.`
      : `Card ${wrong + 1} should be ${order[wrong]}, not ${listed[wrong]}.`;
  step("The deck has the order that the seed gives", wrong === -1, words, order.join(" "));
  return steps;
}
