/** Exact advice: each option's value, and the cost of a decision after it. */

import { capital, counted, dollars, h } from "../dom.js";
import { onceMore } from "../practice/spot.js";
import { decisionAt } from "../review/steps.js";

/** @import { Advice, Child, Judgment, Option, Snapshot } from "../types.js" */

/**
 * The wording of the values of a unit.
 * @typedef {{ words: string, best: string, told: (value: number) => string,
 *   gives: (cost: number, unit: string) => string }} Scale
 */
/** A judgment with the round it was in. @typedef {Judgment & { round: number | undefined }} Decided */
/**
 * @typedef {{ rounds: { number: number, net: number, staked: number }[], grades: Record<string, number>, given: number,
 *   decisions: Decided[] }} KeptTally
 */

const MOST_SHOWN = 6;
const MOST_REVIEWED = 200;
const NOT_JUDGED =
  "Discards are graded by estimate. Bets are not graded: the value of a bet depends on how the other players respond.";
const GRADES = ["best", "small mistake", "mistake", "blunder"];

/** @param {number} value */
const signedValue = (value) => `${value >= 0 ? "+" : "−"}${Math.abs(value).toFixed(4)}`;

/** @param {number} value */
const share = (value) => `${(100 * value).toFixed(1)}%`;
/**
 * @param {number} cost
 * @param {string} unit
 */
const gives = (cost, unit) => `costs ${cost.toFixed(4)} ${unit}`;

/**
 * Return the wording of values by their unit: the whole round against the house, the pot against players.
 * @param {string} unit
 * @returns {Scale}
 */
const OF_A_ROUND = (unit) => ({
  words: `Exact average result of each option for the whole round, in ${unit}.`,
  best: "best option",
  told: signedValue,
  gives,
});
/** @type {Record<string, Scale>} */
const VALUES = {
  "big blinds": {
    words:
      "Exact value in big blinds if nobody bets more, before rake. " +
      "The value of a bet or raise depends on how your opponent responds.",
    best: "best of these",
    told: signedValue,
    gives,
  },
  "of the pot": {
    words: "Your share of the pot at the showdown, for each choice of discards.",
    best: "largest share",
    told: share,
    gives: (cost) => `costs ${share(cost)} of the pot`,
  },
};

/**
 * Return the margin of error of an estimated value.
 * @param {number | undefined} margin
 * @param {(value: number) => string} told
 */
const giveOrTake = (margin, told) => (margin ? ` ± ${told(margin).replace(/^[+−]/, "")}` : "");

/**
 * Draw the options, the best first, each with a bar for its cost.
 * @param {Advice} advice
 * @returns {Child}
 */
export function drawAdvice(advice) {
  const options = [...advice.options].sort((one, other) => other.value.value - one.value.value);
  if (!options.length) return h("p", {}, "No advice for this decision.");
  const { unit } = advice;
  const known = VALUES[unit] ?? OF_A_ROUND(unit);
  const best = options[0].value.value;
  const widest = Math.max(0.05, ...options.slice(0, MOST_SHOWN).map((option) => best - option.value.value));
  /** @param {Option} option */
  const row = (option) => {
    const cost = best - option.value.value;
    const bar = h("span", { class: "cost-bar" });
    bar.style.width = `${Math.min(100, (100 * cost) / widest)}%`;
    const lost = cost ? `${known.gives(cost, unit)}${giveOrTake(option.cost_margin, known.told)}` : known.best;
    return h(
      "li",
      { class: cost ? "" : "best" },
      h(
        "div",
        { class: "option-line" },
        h("span", { class: "option-words" }, capital(option.words)),
        h(
          "span",
          { class: "figures", title: option.margin ? null : option.value.exact },
          known.told(option.value.value),
          giveOrTake(option.margin, known.told),
        ),
      ),
      h("div", { class: "cost-track", "aria-hidden": "true" }, bar),
      h("p", { class: "quiet" }, lost, option.reason ? `: ${option.reason}` : ""),
    );
  };
  return [
    h(
      "p",
      { class: "quiet" },
      advice.rests_on ? known.words.replace("Exact value", "Value").replace("Exact average", "Average") : known.words,
    ),
    advice.plan ? h("p", { class: "plan" }, advice.plan) : null,
    h("ol", { class: "options" }, options.slice(0, MOST_SHOWN).map(row)),
    options.length > MOST_SHOWN
      ? h("p", { class: "quiet" }, `plus ${counted(options.length - MOST_SHOWN, "more option")}, all worse`)
      : null,
    advice.rests_on ? h("p", { class: "quiet rests-on" }, advice.rests_on) : null,
  ];
}

/** The tally of a session at one table, with every decision, kept until the tab closes. */
export class Tally {
  /** @param {string} tableId */
  constructor(tableId) {
    this.tableId = tableId;
    this.place = `houseway.tally.${tableId}`;
    /** @type {Partial<KeptTally> | null} */
    const kept = JSON.parse(sessionStorage.getItem(this.place) ?? "null");
    /** @type {KeptTally} */
    this.kept = { rounds: [], grades: {}, given: 0, decisions: [], ...kept };
    this.betweenPlayers = false;
  }

  /** Return whether the player wants a warning before a blunder. */
  get warns() {
    return localStorage.getItem("houseway.warn") === "on";
  }

  /**
   * @param {Judgment} judgment
   * @param {number | undefined} round
   */
  judge(judgment, round) {
    this.kept.decisions = [...this.kept.decisions, { round, ...judgment }].slice(-MOST_REVIEWED);
    this.kept.grades[judgment.grade] = (this.kept.grades[judgment.grade] ?? 0) + 1;
    this.kept.given += judgment.cost.value;
    this.keep();
  }

  /**
   * @param {number} number
   * @param {number} net
   * @param {number} staked
   */
  finish(number, net, staked) {
    if (this.kept.rounds.some((round) => round.number === number)) return;
    this.kept.rounds.push({ number, net, staked });
    this.keep();
  }

  keep() {
    sessionStorage.setItem(this.place, JSON.stringify(this.kept));
  }

  /**
   * Draw the tally, with values in units of the game's first bet.
   * @param {Pick<Snapshot, "table" | "you">} snapshot
   */
  draw(snapshot) {
    const { units } = snapshot.table;
    const { rounds, grades, given } = this.kept;
    const decisions = GRADES.reduce((sum, grade) => sum + (grades[grade] ?? 0), 0);
    const net = rounds.reduce((sum, round) => sum + round.net, 0);
    const staked = rounds.reduce((sum, round) => sum + round.staked, 0);
    /**
     * @param {string} title
     * @param {string | number} words
     */
    const line = (title, words) => [h("dt", {}, title), h("dd", { class: "figures" }, words)];
    const givenAway = this.betweenPlayers ? "Total cost, in pots" : `Total cost, in ${units}`;
    return [
      this.drawSwitch(),
      this.betweenPlayers ? h("p", { class: "quiet" }, NOT_JUDGED) : null,
      h(
        "dl",
        { class: "tally" },
        line("Rounds", rounds.length),
        line("Total bet", dollars(staked)),
        line("Net result", dollars(net)),
        line("Decisions graded", decisions),
        GRADES.map((grade) => line(capital(grade), grades[grade] ?? 0)),
        line(givenAway, given.toFixed(4)),
      ),
      this.drawReview(snapshot),
    ];
  }

  drawSwitch() {
    const box = h("input", { type: "checkbox", checked: this.warns, dataset: { focus: "warn" } });
    box.addEventListener("change", () => localStorage.setItem("houseway.warn", box.checked ? "on" : "off"));
    return h("label", { class: "switch" }, box, "Warn me before a blunder");
  }

  /**
   * Draw every decision of the session, the last first. In finished rounds it links to the replay, and a mistake links
   * to the trainer.
   * @param {Pick<Snapshot, "table" | "you">} snapshot
   */
  drawReview({ table, you }) {
    const { decisions, rounds } = this.kept;
    if (!decisions.length) return null;
    /** @param {Decided} judgment */
    const line = ({ round, move, grade, sentence }) => {
      const kind = { class: `grade-${grade.replaceAll(" ", "-")}` };
      if (!round || !rounds.some(({ number }) => number === round))
        return h("li", kind, h("span", { class: "figures quiet" }, round ? `Round ${round}` : ""), " ", sentence);
      const replay = { href: decisionAt(this.tableId, round, you.seat, move), class: "figures" };
      const again = { href: onceMore(table.game, this.tableId, round, move) };
      return h(
        "li",
        kind,
        h("a", { ...replay, "aria-label": `Round ${round}, replay` }, `Round ${round}`),
        ` ${sentence} `,
        grade === "best" ? null : h("a", again, "Try again"),
      );
    };
    return [h("h3", {}, "Your decisions"), h("ol", { class: "review" }, [...decisions].reverse().map(line))];
  }
}
