/** The panel that verifies a finished round in the browser. */

import { archived } from "./lobby/invitations.js";
import { get } from "./api.js";
import { flat, h, wordsOf } from "./dom.js";
import { checkRound, VERIFIED } from "./fair/round.js";
import { RULES } from "./fair/rules.js";
import { readSeen } from "./fair/witness.js";
import { heldCheckpoints } from "./checkpoints.js";

/** @import { RoundLog, RoundStep } from "./types.js" */

const WATCHED =
  "Verified. The deck was fixed before you revealed your seed, your cards came from it, and you were paid what the round log says. This page does not recalculate payouts; the command houseway verify does.";
const NOT_WATCHED =
  "The log records are consistent. This browser did not watch the round, so it cannot check what the players were shown.";

export class ProofPanel extends HTMLElement {
  findings = h("div", { class: "findings", role: "status" });
  table = 0;
  /** @type {number | null} */
  number = null;
  /** @type {string | undefined} */
  head = "";

  /**
   * Offer to verify a round. `number` is null if no round is finished yet.
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
        "Before bets open, the server commits to a secret server seed. With your bet, your browser commits to a player seed. Once bets are closed, the players reveal their seeds. After the round the server reveals its own. This page then rebuilds the deck and compares every card with what your screen showed.",
      ),
      number
        ? h("button", { class: "primary", onclick: () => this.check() }, `Verify round ${number}`)
        : h("p", { class: "quiet" }, "No finished rounds yet. Play a round, then verify it here."),
      this.findings,
      head ? checkpointsLink() : null,
      head ? h("p", { class: "hash" }, h("span", { class: "quiet" }, "Latest log hash "), h("code", {}, head)) : null,
    ];
    this.replaceChildren(...flat(parts));
  }

  async check() {
    if (this.number === null) return;
    this.findings.replaceChildren(h("p", { class: "quiet" }, "Fetching the round's log records."));
    try {
      /** @type {RoundLog} */
      const log = await get(archived(this.table, `/api/rounds/${this.table}/${this.number}/records`));
      const seen = readSeen(this.table, this.number);
      const { code, steps } = checkRound(log.lines, this.table, this.number, seen, log);
      this.show(code, steps, seen?.contribution !== undefined);
    } catch (error) {
      this.findings.replaceChildren(h("p", { class: "problem" }, wordsOf(error)));
    }
  }

  /**
   * @param {string} code
   * @param {RoundStep[]} steps
   * @param {boolean} watched
   */
  show(code, steps, watched) {
    const right = code === VERIFIED;
    const failed = right ? [] : [item({ title: RULES.reasons[code], value: `Reason code: ${code}` }, false)];
    this.findings.replaceChildren(
      h(
        "p",
        { class: right ? "verdict won" : "verdict lost" },
        right
          ? watched
            ? WATCHED
            : NOT_WATCHED
          : `This round failed verification. ${RULES.reasons[code]} Do not bet at this table until it is explained.`,
      ),
      h("ol", { class: "proof-steps" }, [...steps.map((step) => item(step, true)), ...failed]),
    );
  }
}

/**
 * @param {RoundStep} step
 * @param {boolean} right
 */
const item = ({ title, value }, right) =>
  h(
    "li",
    { class: right ? "right" : "wrong" },
    h("b", {}, title, h("span", { class: "offscreen" }, right ? ": passed" : ": failed")),
    h("code", {}, value),
  );

/** Draw the link that saves this browser's checkpoints as a file for `houseway verify --witness`. */
function checkpointsLink() {
  const held = heldCheckpoints();
  if (!held.length) return null;
  const lines = held.map((checkpoint) => `${JSON.stringify(checkpoint)}\n`).join("");
  const href = `data:application/x-ndjson,${encodeURIComponent(lines)}`;
  return h("p", {}, h("a", { href, download: "checkpoints.jsonl" }, `Download ${held.length} signed checkpoints`));
}

customElements.define("hw-proof", ProofPanel);
