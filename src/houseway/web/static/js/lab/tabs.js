/** Tabs with keyboard control: one of them takes the focus, and arrow keys move to the next. */

import { find } from "../dom.js";

/** @type {Record<string, number>} */
const STEPS = { ArrowRight: 1, ArrowLeft: -1 };

export class Tabs {
  /**
   * Prepare the tabs. `chosen` gets the view of the tab that a user opens.
   * @param {HTMLElement} list
   * @param {(view: string) => void} chosen
   */
  constructor(list, chosen) {
    this.tabs = /** @type {HTMLElement[]} */ ([...list.querySelectorAll('[role="tab"]')]);
    this.chosen = chosen;
    for (const tab of this.tabs) tab.addEventListener("click", () => this.turnTo(tab));
    list.addEventListener("keydown", (event) => this.step(event));
    this.choose(viewOf(this.tabs[0]));
  }

  /** Show a view, or the first if the name is unknown. @param {string} view */
  choose(view) {
    const front = this.tabs.find((tab) => tab.dataset.view === view) ?? this.tabs[0];
    for (const tab of this.tabs) {
      tab.setAttribute("aria-selected", String(tab === front));
      tab.tabIndex = tab === front ? 0 : -1;
      find(`#${tab.getAttribute("aria-controls")}`).hidden = tab !== front;
    }
  }

  /** @param {HTMLElement} tab */
  turnTo(tab) {
    this.choose(viewOf(tab));
    this.chosen(viewOf(tab));
  }

  /** @param {KeyboardEvent} event */
  step(event) {
    const step = STEPS[event.key];
    if (!step) return;
    event.preventDefault();
    const now = this.tabs.findIndex((tab) => tab === document.activeElement);
    const next = this.tabs[(now + step + this.tabs.length) % this.tabs.length];
    next.focus();
    this.turnTo(next);
  }
}

/** @param {HTMLElement} tab */
const viewOf = (tab) => tab.dataset.view ?? "";
