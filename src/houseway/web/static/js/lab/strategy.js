// @ts-nocheck
/** How the game as it is edited is played well: rules in words, a hand to look up, and what is best by kind of hand. */

import { get } from "../api.js";
import { flat, h } from "../dom.js";
import { hasJokers } from "../help/lookup.js";
import { drawPlan } from "../help/strategy.js";
import { Job, jobLine } from "./job.js";
import { gameChoice } from "./state.js";

export class StrategyView {
  constructor(panel) {
    this.line = h("div", { class: "job", role: "status" });
    this.body = h("div", { class: "view plan" });
    this.lookup = h("hw-lookup", { hidden: true });
    this.guides = new Map();
    this.job = new Job((report) => this.showJob(report), "/api/lab/strategies");
    panel.replaceChildren(this.line, this.lookup, this.body);
  }

  show(game, state) {
    this.request = gameChoice(state, game);
    const asked = JSON.stringify(this.request);
    if (asked === this.asked) return;
    this.asked = asked;
    this.job.ask(this.request);
    this.offerLookup(game, this.request);
  }

  async offerLookup(game, choice) {
    if (!this.guides.has(game.slug)) this.guides.set(game.slug, get(`/api/games/${game.slug}/guide`));
    const { moments } = await this.guides.get(game.slug);
    if (choice === this.request) this.lookup.show(choice, moments, { jokers: hasJokers(game) });
  }

  showJob(report) {
    this.body.classList.toggle("stale", report.status !== "done");
    this.line.replaceChildren(...jobLine(report, this.job, () => this.job.ask(this.request)));
    if (report.status !== "done") this.asked = report.status === "cancelled" ? null : this.asked;
    else this.body.replaceChildren(h("h2", {}, "Rule list"), ...flat(drawPlan(report.result, true)));
  }
}
