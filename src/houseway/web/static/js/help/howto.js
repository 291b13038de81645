/** How to play: the round step by step, the options, the payouts, and the readings in force. */

import { h, listed } from "../dom.js";

/** @import { GameInFull, Guide, GuideStep } from "../types.js" */
/**
 * Draw the steps of a guide. Each rule is a sentence whose number links to the rules in the laboratory.
 * @param {Guide} guide
 * @param {GameInFull} facts
 */
export function drawHowTo(guide, facts) {
  return [
    h("p", {}, facts.summary),
    h(
      "ol",
      { class: "how-to" },
      guide.steps.map((step) => drawStep(step, facts.slug)),
    ),
  ];
}

/**
 * @param {GuideStep} step
 * @param {string} slug
 */
function drawStep(step, slug) {
  /** @param {GuideStep["clauses"][number]} clause */
  const rule = ({ id, words }) =>
    h(
      "li",
      {},
      words,
      " ",
      h("a", { class: "rule-link", href: `/lab#game=${slug}`, "aria-label": `rule ${id}, in the laboratory` }, id),
    );
  return h(
    "li",
    {},
    h("h3", {}, step.title),
    step.choices.length ? h("p", { class: "how-to-choices" }, `${listed(step.choices)}.`) : null,
    step.clauses.length ? h("ul", { class: "how-to-rules" }, step.clauses.map(rule)) : null,
  );
}
