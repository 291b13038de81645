/** The panel that rederives the shuffle of a finished round in the browser. */

import { get } from "./api.js";
import { checkProof } from "./fair/proof.js";
import { flat, h, wordsOf } from "./dom.js";

/** @import { ProofStep, Seen } from "./types.js" */

/**
 * What this browser noted before it revealed: the commitment, all promises, its contribution, its seat.
 * @param {number} table
 * @param {number} number
 */
export const seenPlace = (table, number) => `houseway.seen.${table}.${number}`;

/**
 * @param {number} table
 * @param {number} number
 * @param {Seen} seen
 */
export function noteSeen(table, number, seen) {
  sessionStorage.setItem(seenPlace(table, number), JSON.stringify(seen));
}

/**
 * @param {number} table
 * @param {number} number
 * @returns {Seen | null}
 */
const readSeen = (table, number) => JSON.parse(sessionStorage.getItem(seenPlace(table, number)) ?? "null");

export class ProofPanel extends HTMLElement {
  findings = h("div", { class: "findings", role: "status" });
  table = 0;
  /** @type {number | null} */
  number = null;
  /** @type {string | undefined} */
  head = "";

  /**
   * Offer to check a round; `number` null: no round is finished yet.
   * @param {number} table
   * @param {number | null} number
   * @param {string} [head]
   */
  offer(table, number, head) {
    if (this.table === table && this.number === number && this.head === head) return;
    [this.table, this.number, this.head] = [table, number, head];
    this.findings.replaceChildren();
    const parts = [
      h(
        "p",
        {},
        "Before the bets the server commits to a seed, and every browser promises randomness of its own with the bet. Once bets are closed all is revealed. After the round the seed is shown, and this page derives the deck again.",
      ),
      number
        ? h("button", { class: "primary", onclick: () => this.check() }, `Verify round ${number}`)
        : h("p", { class: "quiet" }, "No finished round is on the table."),
      this.findings,
      head
        ? h("p", { class: "hash" }, h("span", { class: "quiet" }, "Head of the table's log "), h("code", {}, head))
        : null,
    ];
    this.replaceChildren(...flat(parts));
  }

  async check() {
    if (this.number === null) return;
    this.findings.replaceChildren(h("p", { class: "quiet" }, "Fetching the proof."));
    try {
      const proof = await get(`/api/rounds/${this.table}/${this.number}/proof`);
      this.show(checkProof(proof, readSeen(this.table, this.number)));
    } catch (error) {
      this.findings.replaceChildren(h("p", { class: "problem" }, wordsOf(error)));
    }
  }

  /** @param {ProofStep[]} steps */
  show(steps) {
    const right = steps.every((step) => step.right);
    this.findings.replaceChildren(
      h(
        "p",
        { class: right ? "verdict won" : "verdict lost" },
        right ? "Verified: this deck follows from these seeds." : "This round does not verify.",
      ),
      h(
        "ol",
        { class: "proof-steps" },
        steps.map((step) =>
          h(
            "li",
            { class: step.right ? "right" : "wrong" },
            h("b", {}, step.title, h("span", { class: "offscreen" }, step.right ? ": yes" : ": no")),
            h("p", { class: "quiet" }, step.words),
            h("code", {}, step.value),
          ),
        ),
      ),
    );
  }
}

customElements.define("hw-proof", ProofPanel);
