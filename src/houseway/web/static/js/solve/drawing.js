/** The parts of a solved spot: its figures, its decisions, one hand, and the hands by strength. */

import { capital, h } from "../dom.js";
import { inlineCard } from "../card_text.js";

/** @import { Child } from "../types.js" */
/** @import { Spot } from "./state.js" */

/**
 * @typedef {object} Decision
 * @property {number} player
 * @property {string} line
 * @property {string[]} actions
 * @property {number[]} often
 */
/**
 * @typedef {object} StrengthRow
 * @property {string} words
 * @property {number} hands
 * @property {number} share
 * @property {number[]} often
 * @property {(number | null)[]} values
 */
/**
 * @typedef {object} LookedAt
 * @property {string} cards
 * @property {string} words
 * @property {number[]} often
 * @property {(number | null)[]} values
 * @property {number} comes
 */
/**
 * @typedef {object} Solution
 * @property {number} value
 * @property {{ bb: number, pot_share: number | null }} exploitability
 * @property {number} iterations
 * @property {number} seconds
 * @property {boolean} reached
 * @property {number[]} hands
 * @property {Decision[]} decisions
 * @property {number} looked_at
 * @property {StrengthRow[]} strengths
 * @property {LookedAt | null} hand
 */

export const PLAYERS = ["First player", "Second player"];

/** @param {number} share */
export const percent = (share) => `${(100 * share).toFixed(1)}%`;

/** @param {number | null} value */
const signed = (value) => (value === null ? "–" : `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(3)}`);

/** Return the actions before a decision in words. @param {string} line */
export const lineWords = (line) => (line ? `after ${line.split(" ").join(", ")}` : "at the start");

/**
 * Draw the frequency of each action as a bar, with the figures beside it.
 * @param {string[]} actions
 * @param {number[]} often
 */
function bar(actions, often) {
  const parts = actions.map((action, place) => {
    const part = h("span", { class: `often-${action}` });
    part.style.width = percent(often[place]);
    return part;
  });
  return h("span", { class: "often-bar", "aria-hidden": "true" }, parts);
}

/**
 * Draw the value of the spot and the exploitability of its solution.
 * @param {Solution} solution
 * @param {Spot} spot
 * @returns {Child}
 */
export function drawFigures(solution, spot) {
  const { value, exploitability, iterations, seconds, hands } = solution;
  const lost = exploitability.bb;
  const share =
    exploitability.pot_share === null ? "" : ` (${(100 * exploitability.pot_share).toFixed(2)}% of the pot)`;
  const locked = spot.locks.length ? " in the game with the node locks" : "";
  return [
    h(
      "dl",
      { class: "figures-list" },
      figure("Value to the first player", `${signed(value)} big blinds`),
      figure("Exploitability", `${lost.toFixed(4)} big blinds`),
      figure("Hands in ranges", `${hands[0].toLocaleString("en-US")} vs. ${hands[1].toLocaleString("en-US")}`),
      figure("Solve time", `${seconds.toFixed(2)} s, ${iterations} iterations`),
    ),
    h(
      "p",
      { class: "quiet" },
      "The value is what the first player wins from the pot, minus that player's bets, minus half of the pot. ",
      "The second player's value has the opposite sign. Exploitability is what a best response to this strategy gains ",
      `compared with an equilibrium: ${(1000 * lost).toFixed(1)} thousandths of a big blind per hand${share}, `,
      `averaged over both seats${locked}. It is measured, not assumed.`,
    ),
    solution.reached
      ? null
      : h(
          "p",
          { class: "problem" },
          "The solver stopped before it reached your target exploitability. Choose a higher target, or solve on your computer.",
        ),
  ];
}

/**
 * @param {string} title
 * @param {string} words
 */
const figure = (title, words) => h("div", {}, h("dt", {}, title), h("dd", { class: "figures" }, words));

/**
 * Draw all decisions, with the current one marked.
 * @param {Solution} solution
 * @param {string[]} locked the lines that are locked
 * @param {(line: string) => void} choose
 */
export function drawDecisions({ decisions, looked_at }, locked, choose) {
  return decisions.map(({ player, line, actions, often }, number) =>
    h(
      "button",
      {
        type: "button",
        class: "decision",
        role: "radio",
        "aria-checked": String(number === looked_at),
        tabindex: number === looked_at ? "0" : "-1",
        dataset: { line, focus: `decision-${line}` },
        onclick: () => choose(line),
      },
      h("span", { class: "decision-words" }, h("b", {}, PLAYERS[player]), ` ${lineWords(line)}`),
      locked.includes(line) ? h("span", { class: "clause" }, "locked") : null,
      bar(actions, often),
      h(
        "span",
        { class: "figures quiet" },
        actions.map((action, place) => `${action} ${percent(often[place])}`).join(", "),
      ),
    ),
  );
}

/**
 * Draw one hand at the decision: how often it takes each action, and the average win.
 * @param {LookedAt} hand
 * @param {string[]} actions
 * @returns {Child}
 */
export function drawHand(hand, actions) {
  const best = Math.max(...hand.values.map((value) => value ?? -Infinity));
  const rows = actions.map((action, place) => {
    const value = hand.values[place];
    const lost = value === null ? null : best - value;
    return h(
      "tr",
      { class: lost === 0 ? "best" : "" },
      h("th", { scope: "row" }, capital(action)),
      h("td", { class: "figures" }, percent(hand.often[place])),
      h("td", { class: "figures" }, signed(value)),
      h("td", { class: "figures" }, lost === null ? "–" : lost ? lost.toFixed(3) : "best"),
    );
  });
  return [
    h(
      "p",
      {},
      hand.cards.split(" ").map((card) => [inlineCard(card), " "]),
      `is ${article(hand.words)}. It reaches this decision ${percent(hand.comes)} of the time.`,
    ),
    h(
      "table",
      { class: "hand-table" },
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          ["Action", "Frequency", "Wins from here", "Cost"].map((words) => head(words)),
        ),
      ),
      h("tbody", {}, rows),
    ),
  ];
}

/** @param {string} words */
const article = (words) => (/^(pair|straight|flush|full house|royal|four|three)/.test(words) ? `a ${words}` : words);

/** @param {string} words */
const head = (words) =>
  h("th", { scope: "col", class: words === "Action" || words === "Hands" ? "" : "figures" }, words);

/**
 * Draw all hands that reach the decision, by strength.
 * @param {StrengthRow[]} rows
 * @param {string[]} actions
 */
export function drawStrengths(rows, actions) {
  const line = (/** @type {StrengthRow} */ row) =>
    h(
      "tr",
      {},
      h(
        "th",
        { scope: "row" },
        capital(row.words),
        h("span", { class: "quiet" }, ` ${row.hands.toLocaleString("en-US")}`),
      ),
      h("td", { class: "figures" }, percent(row.share)),
      h("td", { class: "bar-cell" }, bar(actions, row.often)),
      actions.map((_, place) =>
        h(
          "td",
          { class: "figures" },
          percent(row.often[place]),
          h("span", { class: "quiet value" }, signed(row.values[place])),
        ),
      ),
    );
  return h(
    "table",
    { class: "strength-table" },
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        head("Hands"),
        head("Share of range"),
        h("td", {}),
        actions.map((action) => head(capital(action))),
      ),
    ),
    h("tbody", {}, rows.map(line)),
  );
}
