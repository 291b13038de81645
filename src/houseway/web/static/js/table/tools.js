/** The buttons in the head of a table, and the list of rounds beside it. */

import { get } from "../api.js";
import { copyText, dollars, find, h, part, wordsOf } from "../dom.js";
import { archived, inviteLink } from "../lobby/invitations.js";
import { drawRounds } from "./history.js";
import { ofSeat, ownSeat } from "./words.js";

/** @import { Snapshot, Telling } from "../types.js" */

const SECONDS_TO_LEAVE = 6;
const SECONDS_COPIED = 2.5;
/** Make the label of the button that leaves the table. A narrow window shows the short one. */
const leaveLabel = () => [
  h("span", { class: "long-word" }, "Leave table"),
  h("span", { class: "short-word" }, "Leave"),
];

/**
 * Return the bets that a player who leaves now would leave behind, in cents.
 * @param {Pick<Snapshot, "phase" | "wagers" | "you">} snapshot
 */
export function leftBehind({ phase, wagers, you }) {
  if (phase !== "playing") return 0;
  return (ofSeat(wagers, you.seat) ?? []).reduce((sum, [, amount]) => sum + amount, 0);
}

export class TableTools {
  /** @type {Snapshot | null} */
  snapshot = null;
  /** The timer during which a second click leaves in mid-round. @type {ReturnType<typeof setTimeout> | null} */
  leaving = null;

  /**
   * @param {string} tableId
   * @param {(message: Telling) => boolean} send
   */
  constructor(tableId, send) {
    this.tableId = tableId;
    this.send = send;
    part("invite").addEventListener("click", () => this.invite());
    part("leave").addEventListener("click", () => this.leave());
    part("sit-out").addEventListener("click", () => this.sitOut());
    find("#tab-rounds").addEventListener("click", () => this.loadRounds());
    document.addEventListener("houseway:round", () => part("rounds").closest("[hidden]") || this.loadRounds());
  }

  /** @param {Snapshot} snapshot */
  show(snapshot) {
    this.snapshot = snapshot;
    part("practice-link", HTMLAnchorElement).href = `/practice?game=${snapshot.table.game}`;
    part("leave").hidden = snapshot.you.seat === null;
    part("sit-out").hidden = snapshot.you.seat === null;
    part("sit-out").textContent = ownSeat(snapshot)?.sitting_out ? "Rejoin game" : "Sit out";
  }

  /** Put the link to this table on the clipboard. */
  async invite() {
    await copyText(inviteLink(this.tableId));
    part("invite").textContent = "Link copied";
    setTimeout(() => (part("invite").textContent = "Invite"), SECONDS_COPIED * 1000);
  }

  sitOut() {
    if (this.snapshot) this.send({ type: "sit_out", value: !ownSeat(this.snapshot)?.sitting_out });
  }

  /** Leave the table. During a round, the first click shows the bets in play and the second one leaves. */
  leave() {
    if (!this.snapshot) return;
    const staked = leftBehind(this.snapshot);
    if (!staked || this.leaving) {
      this.send({ type: "leave" });
      return;
    }
    const calmDown = () => {
      this.leaving = null;
      part("leave").replaceChildren(...leaveLabel());
    };
    this.leaving = setTimeout(calmDown, SECONDS_TO_LEAVE * 1000);
    part("leave").textContent = `Leave with ${dollars(staked)} in play?`;
  }

  async loadRounds() {
    try {
      const { rounds } = await get(archived(this.tableId, `/api/tables/${this.tableId}/history`));
      if (this.snapshot) part("rounds").replaceChildren(...drawRounds(rounds, this.tableId, this.snapshot));
    } catch (error) {
      part("rounds").replaceChildren(h("p", { class: "quiet" }, wordsOf(error)));
    }
  }
}
