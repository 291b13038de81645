/**
 * Start the next player vs. player hand automatically after a pause, for a player who played the last hand and does not
 * sit out. This page gets ready with the same stack, because the browser must commit to a player seed. Changing the
 * stack, or the switch, stops it.
 */

import { h } from "../dom.js";
import { ownSeat } from "./words.js";

/** @import { Layout, Snapshot } from "../types.js" */
/** @import { Draft } from "./betting.js" */

const PAUSE = 5;
const KEPT = "houseway.next-hand";

export const nextHandIsOn = () => localStorage.getItem(KEPT) !== "off";

/**
 * Return whether the player's hand is over and the player can be ready for the next with the same stack.
 * @param {Snapshot} snapshot
 * @param {Pick<Layout, "pot">} layout
 * @param {Pick<Draft, "touched">} draft
 */
export function isBetweenHands(snapshot, layout, draft) {
  const { phase, results, betting, pacing } = snapshot;
  const mine = ownSeat(snapshot);
  if (!layout.pot || phase !== "result" || pacing || !mine || mine.ready || mine.sitting_out || draft.touched)
    return false;
  return results[mine.seat] !== undefined && (betting?.stacks[mine.seat] ?? 0) > 0;
}

export class NextHand {
  words = h("span", { class: "next-hand figures", "aria-hidden": "true" });
  left = 0;
  /** The round after which it waits. @type {number | null} */
  waits = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  ticking;

  /** Make the timer. `play` gets the player ready. @param {() => void} play */
  constructor(play) {
    this.play = play;
  }

  /**
   * @param {Snapshot} snapshot
   * @param {Pick<Layout, "pot">} layout
   * @param {Pick<Draft, "touched">} draft
   */
  follow(snapshot, layout, draft) {
    const waits = nextHandIsOn() && isBetweenHands(snapshot, layout, draft) ? snapshot.round.number : null;
    if (waits === this.waits) return;
    this.waits = waits;
    clearInterval(this.ticking);
    this.words.textContent = "";
    if (waits === null) return;
    this.left = PAUSE;
    this.ticking = setInterval(() => this.tick(), 1000);
    this.tell();
  }

  tick() {
    this.left -= 1;
    if (this.left > 0) {
      this.tell();
      return;
    }
    clearInterval(this.ticking);
    this.words.textContent = "";
    this.play();
  }

  tell() {
    this.words.textContent = `Next hand in ${this.left} s`;
  }

  /** Draw the switch and the seconds left. @param {() => void} changed */
  draw(changed) {
    const box = h("input", { type: "checkbox", checked: nextHandIsOn(), dataset: { focus: "next-hand" } });
    box.addEventListener("change", () => {
      localStorage.setItem(KEPT, box.checked ? "on" : "off");
      changed();
    });
    return h(
      "div",
      { class: "next-hand-line" },
      h("label", { class: "switch" }, box, "Deal the next hand automatically"),
      this.words,
    );
  }
}
