/** What everyone at the table is to know of the shuffle: who withheld, which commitment was given up; and alarms. */

import { h, redraw } from "../dom.js";

/** @import { Snapshot } from "../types.js" */

/** @type {Record<string, string>} */
const RETIRED = {
  "the seed was lost": "The house lost its seed, so nobody can prove the deck. Every wager was returned.",
  "a server took the table over": "The server was started again, so its commitment was given up and another made.",
  "the database was restored from a copy":
    "The server's database was restored from a copy, so its commitment was given up and another made.",
  "more than one seat did not reveal": "More than one seat did not reveal its part of the shuffle.",
  "too few players are left": "Too few players were left to play it.",
};

/** @param {Record<string, string>} withheld */
const names = (withheld) => Object.values(withheld).join(" and ");

/** The lines that the table shows now. @param {Pick<Snapshot, "phase" | "round" | "retired">} snapshot */
export function noticesOf(snapshot) {
  const { phase, round, retired } = snapshot;
  /** @type {string[]} */
  const lines = [];
  if (Object.keys(round.withheld).length && phase !== "betting")
    lines.push(
      `${names(round.withheld)} did not reveal the promised part of the shuffle: the bet went back, and the seat does not play round ${round.number}.`,
    );
  if (retired && ["betting", "result"].includes(phase)) {
    const withheld = names(retired.withheld);
    lines.push(
      [
        `Round ${retired.number} is not played, and bets on it went back.`,
        RETIRED[retired.reason] ?? `${retired.reason}.`,
        withheld ? `Not revealed: ${withheld}.` : "",
      ]
        .filter(Boolean)
        .join(" "),
    );
  }
  return lines;
}

export class Notices extends HTMLElement {
  /** What was said. @type {Set<string>} */
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
   * Say loudly that the house did not keep to what it showed; `seen` is called when the person has read it.
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
    line.append(h("button", { class: "small", onclick: read }, "I have read this"));
    this.alarm.append(line);
    this.alarm.hidden = false;
  }
}

customElements.define("hw-notices", Notices);
