/** Watches the shuffle for the person: reveals this browser's part in time, and says what the house did otherwise. */

import { LogMemory } from "./memory.js";
import { OwnPart } from "./part.js";

/** @import { Snapshot, Telling } from "../types.js" */
/** @import { Notices } from "./notices.js" */

export class ShuffleWatch {
  /** @type {Snapshot | null} */
  latest = null;

  /**
   * @param {string} tableId
   * @param {Pick<Notices, "show" | "warn">} notices
   * @param {(message: Telling) => unknown} send
   */
  constructor(tableId, notices, send) {
    this.part = new OwnPart(tableId);
    this.memory = new LogMemory(tableId);
    this.notices = notices;
    this.send = send;
  }

  /** @param {Snapshot} snapshot */
  async follow(snapshot) {
    this.latest = snapshot;
    const contribution = this.memory.isAheadOf(snapshot) ? null : this.part.answer(snapshot);
    if (contribution) this.send({ type: "reveal", contribution });
    this.notices.show(snapshot);
    for (const words of this.part.complaints(snapshot)) this.notices.warn(words);
    const words = await this.memory.note(snapshot);
    if (words) this.notices.warn(words, () => this.memory.accept(this.latest ?? snapshot));
  }

  /**
   * The promise that goes with a bet on the coming round.
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
