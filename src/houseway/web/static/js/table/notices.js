/** Notices about the shuffle: seeds not revealed, canceled rounds, and alarms. */

import { h, redraw } from "../dom.js";

/** @import { Snapshot } from "../types.js" */

/** @type {Record<string, string>} */
const RETIRED = {
  "the seed was lost": "The server lost its seed, so the deck cannot be verified. All bets were returned.",
  "a server took the table over": "The server restarted, so it replaced its commitment with a new one.",
  "the database was restored from a copy":
    "The server's database was restored from a backup, so it replaced its commitment with a new one.",
  "more than one seat did not reveal": "More than one player did not reveal a player seed.",
  "too few players are left": "Too few players were left.",
};

/** @param {Record<string, string>} withheld */
const names = (withheld) => Object.values(withheld).join(" and ");

/** Return the lines that the table shows now. @param {Pick<Snapshot, "phase" | "round" | "retired">} snapshot */
export function noticesOf(snapshot) {
  const { phase, round, retired } = snapshot;
  /** @type {string[]} */
  const lines = [];
  if (Object.keys(round.withheld).length && phase !== "betting")
    lines.push(
      `${names(round.withheld)} did not reveal a player seed. The bet was returned, and the seat sits out round ${round.number}.`,
    );
  if (retired && ["betting", "result"].includes(phase)) {
    const withheld = names(retired.withheld);
    lines.push(
      [
        `Round ${retired.number} was canceled, and all bets were returned.`,
        RETIRED[retired.reason] ?? `${retired.reason}.`,
        withheld ? `Did not reveal: ${withheld}.` : "",
      ]
        .filter(Boolean)
        .join(" "),
    );
  }
  return lines;
}

export class Notices extends HTMLElement {
  /** The alarms shown so far. @type {Set<string>} */
  alarms = new Set();
  lines = h("div", { class: "notice", role: "status", hidden: true });
  alarm = h("div", { class: "connection alarm", role: "alert", hidden: true });

  connectedCallback() {
    this.append(this.alarm, this.lines);
  }

  /** @param {Snapshot} snapshot */
  show(snapshot) {
    const lines = noticesOf(snapshot);
    this.lines.hidden = !lines.length;
    redraw(this.lines, lines, () => lines.map((words) => h("p", {}, words)));
  }

  /**
   * Show an alarm, because the server did not keep to what it showed. `seen` is called when the user dismisses it.
   * @param {string} words
   */
  warn(words, seen = () => {}) {
    if (this.alarms.has(words)) return;
    this.alarms.add(words);
    const line = h("div", { class: "alarm-line" }, h("p", {}, words));
    const read = () => {
      line.remove();
      this.alarm.hidden = !this.alarm.childElementCount;
      seen();
    };
    line.append(h("button", { class: "small", onclick: read }, "Dismiss warning"));
    this.alarm.append(line);
    this.alarm.hidden = false;
  }
}

customElements.define("hw-notices", Notices);
