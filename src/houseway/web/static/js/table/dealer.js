/** The dealer speaks: each step in plain words with its clause, read out by screen readers as it comes. */

import { h } from "../dom.js";
import { clauseTag, eventWords } from "./words.js";

class DealerColumn extends HTMLElement {
  connectedCallback() {
    this.list = h("ol", {
      class: "steps",
      "aria-live": "polite",
      "aria-relevant": "additions",
      "aria-label": "What the dealer does",
    });
    this.replaceChildren(this.list);
    this.said = 0;
    // The newest step stays in sight when a result takes room from the column, or its tab is opened.
    new ResizeObserver(() => this.toEnd()).observe(this.list);
  }

  show(snapshot) {
    const { events, clauses } = snapshot;
    const round = snapshot.round?.number;
    if (round !== this.round || events.length < this.said) {
      this.round = round;
      this.said = 0;
      this.list.replaceChildren();
    }
    if (!events.length && !this.list.children.length) {
      this.list.replaceChildren(
        h("li", { class: "quiet" }, "Each step of the round appears here, with the clause it follows."),
      );
      return;
    }
    if (!this.said && events.length) this.list.replaceChildren();
    for (const event of events.slice(this.said)) {
      this.list.append(
        h(
          "li",
          { class: event.seat === snapshot.you.seat && event.seat !== null ? "mine" : "" },
          clauseTag(event.clause, clauses?.[event.clause]),
          h("span", {}, eventWords(event, snapshot)),
        ),
      );
    }
    if (events.length > this.said) this.toEnd();
    this.said = events.length;
  }

  toEnd() {
    this.list.scrollTop = this.list.scrollHeight;
  }
}

customElements.define("hw-dealer", DealerColumn);
