/** The strategy of the edited game: the rule list, a hand look-up, and the optimal play by kind of hand. */

import { get } from "../api.js";
import { flat, h } from "../dom.js";
import { hasJokers } from "../help/lookup.js";
import { drawKinds, drawPlan } from "../help/strategy.js";
import { Job, jobLine } from "./job.js";
import { gameChoice } from "./state.js";

/** @import { GameChoice, GameInFull, Guide, JobReport, LabState, Plan } from "../types.js" */

export class StrategyView {
  line = h("div", { class: "job", role: "status" });
  rules = h("div", { class: "view plan" });
  kinds = h("div", { class: "view plan" });
  lookup = h("hw-lookup", { hidden: true });
  /** By game. @type {Map<string, Promise<Guide>>} */
  guides = new Map();
  /** @type {GameChoice | null} */
  request = null;
  /** The request as text, unless it was canceled. */
  asked = "";
  job = new Job((/** @type {JobReport<Plan>} */ report) => this.showJob(report), "/api/lab/strategies");

  /** @param {HTMLElement} panel */
  constructor(panel) {
    panel.replaceChildren(this.line, this.rules, this.lookup, this.kinds);
  }

  /**
   * @param {GameInFull} game
   * @param {LabState} state
   */
  show(game, state) {
    const request = gameChoice(state, game);
    const asked = JSON.stringify(request);
    this.request = request;
    if (asked === this.asked) return;
    this.asked = asked;
    this.job.ask(request);
    this.offerLookup(game, request);
  }

  /**
   * @param {GameInFull} game
   * @param {GameChoice} choice
   */
  async offerLookup(game, choice) {
    try {
      const guide = this.guides.get(game.slug) ?? get(`/api/games/${game.slug}/guide`);
      this.guides.set(game.slug, guide);
      const { moments } = await guide;
      if (choice === this.request) this.lookup.show(choice, moments, { jokers: hasJokers(game) });
    } catch {
      this.guides.delete(game.slug);
    }
  }

  /** @param {JobReport<Plan>} report */
  showJob(report) {
    for (const body of [this.rules, this.kinds]) body.classList.toggle("stale", report.status !== "done");
    this.line.replaceChildren(...jobLine(report, this.job, () => this.request && this.job.ask(this.request)));
    if (report.status === "canceled") this.asked = "";
    if (report.status !== "done") return;
    this.rules.replaceChildren(h("h2", {}, "Simplified strategy (rule list)"), ...flat(drawPlan(report.result)));
    this.kinds.replaceChildren(...flat([drawKinds(report.result)]));
  }
}
