/**
 * The part of the table's log that this browser has seen, to detect a server that loses records or shows another log.
 */

import { archived } from "../lobby/invitations.js";
import { ApiError, get } from "../api.js";

/** @import { Snapshot } from "../types.js" */

/**
 * The end of the log: the number of records, and the hash of the last.
 * @typedef {{ seq: number, head: string }} Kept
 */
/** @typedef {Pick<Snapshot, "seq"> & { round: Pick<Snapshot["round"], "head"> }} Logged */

export class LogMemory {
  checked = false;

  /** @param {string} tableId */
  constructor(tableId) {
    this.tableId = tableId;
    this.place = `houseway.log.${tableId}`;
  }

  /** @returns {Kept | null} */
  get kept() {
    return JSON.parse(localStorage.getItem(this.place) ?? "null");
  }

  /** Return whether the server has fewer records than this browser saw. @param {Pick<Snapshot, "seq">} snapshot */
  isAheadOf({ seq }) {
    return (this.kept?.seq ?? 0) > seq;
  }

  /**
   * Note the end of the log. Returns a warning or null. The old note stays until `accept`.
   * @param {Logged} snapshot
   * @returns {Promise<string | null>}
   */
  async note({ seq, round: { head } }) {
    const { kept } = this;
    const first = !this.checked;
    this.checked = true;
    if (kept && seq < kept.seq) return wentBack(kept, seq);
    if (kept && seq === kept.seq && head !== kept.head) return changed(kept);
    if (kept && seq > kept.seq && first && !(await this.stillThere(kept))) return changed(kept);
    localStorage.setItem(this.place, JSON.stringify({ seq, head }));
    return null;
  }

  /** @param {Kept} kept */
  async stillThere(kept) {
    try {
      return (await get(archived(this.tableId, `/api/tables/${this.tableId}/heads/${kept.seq}`))).hash === kept.head;
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return false;
      this.checked = false;
      return true;
    }
  }

  /** Check the log again after a reconnect, which may lead to another log. */
  reconnected() {
    this.checked = false;
  }

  /** Continue from the log that the server shows now, after the user read the warning. @param {Logged} snapshot */
  accept({ seq, round: { head } }) {
    localStorage.setItem(this.place, JSON.stringify({ seq, head }));
  }
}

/**
 * @param {Kept} kept
 * @param {number} seq
 */
const wentBack = (kept, seq) =>
  `Warning: this table's log lost records. This browser saw ${kept.seq} records; the server now has ${seq}. ` +
  "The log was restored from an older copy, or cut, so later bets and results may be missing. " +
  "Check your chips, and ask the operator before you bet again.";

/** @param {Kept} kept */
const changed = (kept) =>
  `Warning: this table's log was changed. Record ${kept.seq} is not the one this browser saw (${kept.head.slice(0, 16)}…). ` +
  "The server was restored from an older copy and continued, or its log was rewritten. " +
  "Check your chips, and ask the operator before you bet again.";
