/** Strategy: the rule list with its exact cost, and the optimal play by kind of hand. */

import { capital, h } from "../dom.js";

/** @import { Child, Exact, Plan, PlanCell } from "../types.js" */

const PLACES = 4;

/** Draw the simplified strategy with its cost. @param {Plan} plan */
export function drawPlan(plan) {
  return [
    ...plan.words.map((words) => h("p", {}, words)),
    plan.rules ? h("p", { class: "quiet" }, "Use the first line that applies:") : null,
    plan.rules
      ? h(
          "ol",
          { class: "rule-list" },
          plan.rules.map((line) => h("li", {}, line)),
        )
      : null,
    plan.rules ? h("p", { class: "rule-cost" }, costWords(plan)) : null,
  ];
}

/**
 * @param {{ cost: Exact, unit: string }} plan
 * @returns {Child}
 */
function costWords({ cost, unit }) {
  if (!cost.value) return "Cost: none. This is the optimal strategy.";
  return [
    "Cost compared with the optimal strategy: ",
    h("b", { class: "figures", title: cost.exact }, cost.value.toFixed(6)),
    ` ${unit} per round.`,
  ];
}

/** Draw the optimal strategy by kind of hand, if the plan has it. @param {Plan} plan */
export function drawKinds({ table: rows }) {
  if (!rows.length) return null;
  const columns = Object.keys(rows[0]);
  const kindOf = (/** @type {PlanCell} */ value) => (typeof value === "string" ? "" : "figures");
  /** @param {PlanCell} value */
  const cell = (value) =>
    typeof value === "object"
      ? h("td", { class: "figures", title: value.exact }, signedValue(value.value))
      : h("td", { class: kindOf(value) }, value.toLocaleString("en-US"));
  return h(
    "div",
    { class: "scroll-x", tabindex: 0, role: "region", "aria-label": "Optimal strategy by kind of hand" },
    h(
      "table",
      { class: "plan-table" },
      h("caption", {}, "Optimal strategy by kind of hand"),
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          columns.map((name) =>
            h("th", { scope: "col", class: kindOf(rows[0][name]) }, capital(name.replaceAll("_", " "))),
          ),
        ),
      ),
      h(
        "tbody",
        {},
        rows.map((row) =>
          h(
            "tr",
            {},
            columns.map((name) => cell(row[name])),
          ),
        ),
      ),
    ),
  );
}

/** @param {number} value */
const signedValue = (value) => `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(PLACES)}`;
