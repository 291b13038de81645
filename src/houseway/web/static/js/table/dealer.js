/** The round log: each step in plain words with its clause, announced to screen readers. */

import { h } from "../dom.js";
import { clauseTag, eventWords } from "./words.js";

/** @import { Snapshot } from "../types.js" */

export class DealerColumn extends HTMLElement {
  list = h("ol", {
    class: "steps",
    "aria-live": "polite",
    "aria-relevant": "additions",
    "aria-label": "Round log. Use the arrow keys to step through it.",
    tabindex: 0,
    onkeydown: (event) => this.walk(event),
    onblur: () => this.look(null),
  });
  spoken = h("p", { class: "offscreen", role: "status" });
  said = 0;
  round = 0;

  connectedCallback() {
    this.replaceChildren(this.list, this.spoken);
    // Keep the newest step in sight when a result takes room from the column, or its tab is opened.
    new ResizeObserver(() => this.toEnd()).observe(this.list);
  }

  /** @param {Snapshot} snapshot */
  show(snapshot) {
    const { events, clauses } = snapshot;
    const round = snapshot.round.number;
    if (round !== this.round || events.length < this.said) {
      this.round = round;
      this.said = 0;
      this.list.replaceChildren();
    }
    if (!events.length && !this.list.children.length) {
      this.list.replaceChildren(
        h("li", { class: "aim" }, snapshot.table.summary),
        h(
          "li",
          { class: "quiet" },
          "For the rules, press How to play. Each step of the round appears here with its clause number.",
        ),
      );
      return;
    }
    if (!this.said && events.length) this.list.replaceChildren();
    for (const event of events.slice(this.said)) {
      this.list.append(
        h(
          "li",
          { class: event.seat === snapshot.you.seat && event.seat !== null ? "mine" : "" },
          clauseTag(event.clause, clauses[event.clause], false),
          h("span", {}, eventWords(event, snapshot)),
        ),
      );
    }
    if (events.length > this.said) this.toEnd();
    this.said = events.length;
  }

  /**
   * Step through the log with the arrow keys and show the clause of each step. The Tab key stops at the log once.
   * @param {KeyboardEvent} event
   */
  walk(event) {
    const lines = [...this.list.children];
    const here = lines.findIndex((line) => line.matches(".looked-at"));
    /** @type {Record<string, number>} */
    const next = {
      ArrowUp: here < 0 ? lines.length - 1 : here - 1,
      ArrowDown: here + 1,
      Home: 0,
      End: lines.length - 1,
    };
    if (!(event.key in next)) return;
    event.preventDefault();
    event.stopPropagation();
    this.look(lines[Math.max(0, Math.min(lines.length - 1, next[event.key]))]);
  }

  /** @param {Element | null} line */
  look(line) {
    this.list.querySelector(".looked-at")?.classList.remove("looked-at");
    if (!line) return;
    line.classList.add("looked-at");
    line.scrollIntoView({ block: "nearest" });
    const clause = line.querySelector(".clause");
    const words = clause instanceof HTMLElement ? clause.dataset.words : "";
    this.spoken.textContent = words ? `${line.textContent}: ${words}` : line.textContent;
  }

  toEnd() {
    this.list.scrollTop = this.list.scrollHeight;
  }
}

customElements.define("hw-dealer", DealerColumn);
