/** The game as it is edited beside the approved one: what differs, and what that does. */

import { dollars, flat, h, signed } from "../dom.js";
import { counted, exact, percent, plain } from "./figures.js";
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
  /** @type {GameChoice & { approved: string | null } | null} */
  request = null;
  /** The request as text, unless it was cancelled. */
  asked = "";
  units = "";
  job = new Job((/** @type {JobReport<Comparison>} */ report) => this.showJob(report), PATH);
  file = new ReportFile(this.fileLine, PATH);

  /** @param {HTMLElement} panel */
  constructor(panel) {
    const write = () => this.request && this.file.write(this.request);
    const save = h("button", { class: "small", onclick: write }, "PDF of the comparison");
    panel.replaceChildren(h("p", { class: "view-tools" }, save), this.fileLine, this.line, this.body);
  }

  /**
   * @param {GameInFull} game
   * @param {LabState} state
   */
  show(game, state) {
    this.request = { ...gameChoice(state, game), approved: state.paytable || null };
    this.units = game.words.units;
    const asked = JSON.stringify(this.request);
    if (asked === this.asked) return;
    this.asked = asked;
    this.job.ask(this.request);
  }

  /** @param {JobReport<Comparison>} report */
  showJob(report) {
    this.body.classList.toggle("stale", report.status !== "done");
    this.line.replaceChildren(...jobLine(report, this.job, () => this.request && this.job.ask(this.request)));
    if (report.status === "cancelled") this.asked = "";
    if (report.status === "done") this.body.replaceChildren(...flat(drawChanges(report.result, this.units)));
  }
}

/**
 * @param {Comparison} result
 * @param {string} units
 * @returns {Child[]}
 */
function drawChanges(result, units) {
  const verdict = h("p", { class: "verdict" }, result.verdict);
  if (result.identical) return [verdict];
  return [
    verdict,
    table(
      "What differs",
      ["Kind", "What", "Clauses", "Approved", "Modified"],
      result.differences.map((each) => [
        each.kind,
        each.what,
        each.clauses.join(", ") || "–",
        each.approved,
        each.modified,
      ]),
    ),
    figures("What it does to the figures", result.figures),
    figures("How often each decision is best", result.decision_shares),
    ...decisions(result.decisions, units),
    exposure(result.exposure),
    h("p", { class: "quiet" }, "Any modification may affect the approval; the commission is asked first (GEN-1)."),
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
    ["Figure", "Approved", "Modified", "Change"],
    changes.map((each) => [
      each.unit === "share" ? each.figure : `${each.figure}, ${each.unit}`,
      written(each.approved, each.unit),
      written(each.modified, each.unit),
      change(each),
    ]),
    { figures: [1, 2, 3], note: "Shares change in percentage points." },
  );
}

/**
 * @param {DecisionChanges} changes
 * @param {string} units
 */
function decisions(changes, units) {
  const looked = h("p", {}, `Looked at: ${changes.covered}.`);
  if (!changes.changed) return [looked, h("p", {}, "No best play changes.")];
  const share = percent(changes.changed / changes.hands, 3);
  const cost = changes.cost_of_old_play
    ? ` Who plays on as before gives away ${plain(changes.cost_of_old_play.value, 5)} ${units} a round.`
    : "";
  return [
    looked,
    h("p", {}, `Played otherwise: ${counted(changes.changed)} of ${counted(changes.hands)} hands (${share}).${cost}`),
    table(
      "Hands that are played otherwise: of each kind the one that changes most",
      ["Hand", "Approved", "Modified", "Old play costs"],
      changes.examples.map((hand) => [
        [hand.cards, hand.board && `board ${hand.board}`, hand.dealer && `dealer ${hand.dealer}`]
          .filter(Boolean)
          .join(", "),
        hand.approved,
        hand.modified,
        hand.cost ? exact(hand.cost, plain(hand.cost.value, 4)) : "not allowed",
      ]),
      { figures: [3] },
    ),
  ];
}

/** @param {Comparison["exposure"]} most */
function exposure(most) {
  if (!most?.approved || !most.modified) return null;
  const [before, after] = [most.approved, most.modified];
  /**
   * @param {string} words
   * @param {(each: Exposure) => number} read
   */
  const row = (words, read) => [words, dollars(read(before)), dollars(read(after)), signed(read(after) - read(before))];
  return table(
    "The most that a round can cost at the largest bets",
    ["What is at stake", "Approved", "Modified", "Change"],
    [
      row("One seat, at most", (each) => each.seat.most_cents),
      row("One seat, the largest that occurs", (each) => each.seat.reached_cents),
      row("A full table, at most", (each) => each.table.bound_cents),
      row("The same under aggregate limits", (each) => each.table.within_aggregate_limits_cents),
    ],
    { figures: [1, 2, 3] },
  );
}
