/**
 * Between players the next hand comes by itself after a pause, as at a real table, for whoever has played the last one
 * and does not sit out. It is this page that is ready again with the same stack: the browser has its part of the shuffle
 * to promise. Another stack in the making, or the switch, stops it.
 */

import { h } from "../dom.js";
import { ownSeat } from "./words.js";

/** @import { Layout, Snapshot } from "../types.js" */
/** @import { Draft } from "./betting.js" */

const PAUSE = 5;
const KEPT = "houseway.next-hand";

export const nextHandIsOn = () => localStorage.getItem(KEPT) !== "off";

/**
 * Whether a hand is over in which the person played, and could be ready for the next with the same stack.
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

  /** `play` makes the person ready. @param {() => void} play */
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

  /** The switch, and the seconds that are left. @param {() => void} changed */
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
