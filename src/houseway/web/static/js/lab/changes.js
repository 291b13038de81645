/** The edited game compared with its base: the differences and their effects. */

import { dollars, flat, h, signed } from "../dom.js";
import { exact, percent, plain } from "./figures.js";
import { Job, jobLine } from "./job.js";
import { ReportFile } from "./report.js";
import { gameChoice } from "./state.js";
import { table } from "./tables.js";

/** @import { Child, Comparison, DecisionChanges, Exact, Exposure, FigureChange, GameChoice, GameInFull, JobReport, LabState } from "../types.js" */

const PATH = "/api/lab/comparisons";

export class ChangesView {
  line = h("div", { class: "job", role: "status" });
  fileLine = h("div", { class: "job", role: "status" });
  body = h("div", { class: "view" });
  /** @type {GameChoice & { base: string | null } | null} */
  request = null;
  /** The request as text, unless it was canceled. */
  asked = "";
  job = new Job((/** @type {JobReport<Comparison>} */ report) => this.showJob(report), PATH);
  file = new ReportFile(this.fileLine, PATH);

  /** @param {HTMLElement} panel */
  constructor(panel) {
    const write = () => this.request && this.file.write(this.request);
    const save = h("button", { class: "small", onclick: write }, "Save PDF comparison");
    panel.replaceChildren(h("p", { class: "view-tools" }, save), this.fileLine, this.line, this.body);
  }

  /**
   * @param {GameInFull} game
   * @param {LabState} state
   */
  show(game, state) {
    this.request = { ...gameChoice(state, game), base: state.paytable || null };
    const asked = JSON.stringify(this.request);
    if (asked === this.asked) return;
    this.asked = asked;
    this.job.ask(this.request);
  }

  /** @param {JobReport<Comparison>} report */
  showJob(report) {
    this.body.classList.toggle("stale", report.status !== "done");
    this.line.replaceChildren(...jobLine(report, this.job, () => this.request && this.job.ask(this.request)));
    if (report.status === "canceled") this.asked = "";
    if (report.status === "done") this.body.replaceChildren(...flat(drawChanges(report.result)));
  }
}

/**
 * @param {Comparison} result
 * @returns {Child[]}
 */
function drawChanges(result) {
  const verdict = h("p", { class: "verdict" }, result.verdict);
  if (result.identical) return [verdict];
  return [
    verdict,
    h("p", { class: "quiet" }, `Base: ${result.base_words}.`),
    table(
      "What differs",
      ["Kind", "Item", "Clauses", "Base", "Changed"],
      result.differences.map((each) => [each.kind, each.what, each.clauses.join(", ") || "–", each.base, each.changed]),
    ),
    figures("Effect on the figures", result.figures),
    figures("How often each decision is optimal", result.decision_shares),
    ...decisions(result.decisions),
    exposure(result.exposure),
    h("p", { class: "quiet" }, result.duty),
  ];
}

/**
 * @param {string} title
 * @param {FigureChange[]} changes
 */
function figures(title, changes) {
  /**
   * @param {Exact | null} figure
   * @param {string} unit
   */
  const written = (figure, unit) =>
    figure === null ? "–" : exact(figure, unit === "share" ? percent(figure.value, 3) : plain(figure.value, 5));
  /** @param {FigureChange} each */
  const change = (each) => {
    if (each.difference === null) return "–";
    const [scale, digits] = each.unit === "share" ? [100, 3] : [1, 5];
    const value = each.difference.value * scale;
    return exact(each.difference, value === 0 ? "none" : `${value > 0 ? "+" : ""}${plain(value, digits)}`);
  };
  return table(
    title,
    ["Figure", "Base", "Changed", "Change"],
    changes.map((each) => [
      each.unit === "share" ? each.figure : `${each.figure}, ${each.unit}`,
      written(each.base, each.unit),
      written(each.changed, each.unit),
      change(each),
    ]),
    { figures: [1, 2, 3], note: "Changes in percentages are in percentage points." },
  );
}

/** @param {DecisionChanges} changes */
function decisions(changes) {
  const said = changes.words.map((sentence) => h("p", {}, sentence));
  if (!changes.changed) return said;
  return [
    ...said,
    table(
      "Hands played differently (largest change for each kind of hand)",
      ["Hand", "Base", "Changed", "Cost of base play"],
      changes.examples.map((hand) => [
        [hand.cards, hand.board && `board ${hand.board}`, hand.dealer && `dealer ${hand.dealer}`]
          .filter(Boolean)
          .join(", "),
        hand.base,
        hand.changed,
        hand.cost ? exact(hand.cost, plain(hand.cost.value, 4)) : "not allowed",
      ]),
      { figures: [3] },
    ),
  ];
}

/** @param {Comparison["exposure"]} most */
function exposure(most) {
  if (!most?.base || !most.changed) return null;
  const [before, after] = [most.base, most.changed];
  /**
   * @param {string} words
   * @param {(each: Exposure) => number} read
   */
  const row = (words, read) => [words, dollars(read(before)), dollars(read(after)), signed(read(after) - read(before))];
  return table(
    "Maximum exposure per round at maximum bets",
    ["Bets", "Base", "Changed", "Change"],
    [
      row("One seat, upper bound", (each) => each.seat.most_cents),
      row("One seat, largest possible loss", (each) => each.seat.reached_cents),
      row("Full table, upper bound", (each) => each.table.bound_cents),
      row("Full table, within aggregate limits", (each) => each.table.within_aggregate_limits_cents),
    ],
    { figures: [1, 2, 3] },
  );
}
