// @ts-nocheck
/** Tabs as the keyboard knows them: one of them takes the focus, arrow keys go to the next. */

export class Tabs {
  /** `chosen` gets the view of a tab that a person turns to. */
  constructor(list, chosen) {
    this.tabs = [...list.querySelectorAll('[role="tab"]')];
    this.chosen = chosen;
    for (const tab of this.tabs) tab.addEventListener("click", () => this.turnTo(tab));
    list.addEventListener("keydown", (event) => this.step(event));
    this.choose(this.tabs[0].dataset.view);
  }

  /** Show the view, or the first where there is none of that name. */
  choose(view) {
    const front = this.tabs.find((tab) => tab.dataset.view === view) ?? this.tabs[0];
    for (const tab of this.tabs) {
      tab.setAttribute("aria-selected", String(tab === front));
      tab.tabIndex = tab === front ? 0 : -1;
      document.querySelector(`#${tab.getAttribute("aria-controls")}`).hidden = tab !== front;
    }
  }

  turnTo(tab) {
    this.choose(tab.dataset.view);
    this.chosen(tab.dataset.view);
  }

  step(event) {
    const places = { ArrowRight: 1, ArrowLeft: -1 };
    if (!(event.key in places)) return;
    event.preventDefault();
    const now = this.tabs.indexOf(document.activeElement);
    const next = this.tabs[(now + places[event.key] + this.tabs.length) % this.tabs.length];
    next.focus();
    this.turnTo(next);
  }
}
