/** The posted pay table, the limits and the readings in force at this table. */

import { dollars, h } from "../dom.js";
import { payTable } from "../pays.js";

/** @import { Child, PayForm, Prizes, Snapshot, TableFacts } from "../types.js" */

/** @param {Prizes} prizes */
const prizeRows = (prizes) => Object.entries(prizes.rows).map(([label, pays]) => ({ label, pays }));

/**
 * Return the legal limit as a sentence, with its rule, its first year, and whether it is confirmed.
 * @param {Pick<TableFacts, "limit_words">} table
 */
export const limitSentence = ({ limit_words: words }) => (words ? `. Legal limit: ${words}.` : ".");

/**
 * Return the heading over a table's changes. Only enclosed rules are called approved.
 * @param {Pick<TableFacts, "status">} table
 */
export const departure = ({ status }) =>
  status === "approved" ? "Differs from the approved rules" : "Differs from our default";

/**
 * Return the payouts of one form of the table's pay table, or none if it has no such form.
 * @param {Pick<TableFacts, "paytable">} table
 * @param {string} form
 * @returns {Record<string, string>}
 */
export function postedRows({ paytable }, form) {
  const rows = paytable?.[form];
  return typeof rows === "object" ? rows : {};
}

/**
 * @param {Pick<Snapshot, "table">} snapshot
 * @param {Record<string, PayForm>} forms
 * @returns {Child}
 */
export function drawPays(snapshot, forms) {
  const { table } = snapshot;
  const posted = Object.entries(forms).flatMap(([name, form]) => {
    const rows = Object.entries(postedRows(table, name));
    return rows.length
      ? [
          payTable(
            rows.map(([label, pays]) => ({ label, pays })),
            form,
          ),
        ]
      : [];
  });
  if (table.prizes)
    posted.push(
      payTable(prizeRows(table.prizes), {
        kind: "words",
        title: `Progressive (${dollars(table.prizes.amount)} bet)`,
      }),
    );
  const readings = Object.entries(table.reading_words);
  const largest = table.limits.largest_wager;
  return [
    ...(posted.length ? posted : [h("p", { class: "quiet" }, "This table has no pay table.")]),
    largest ? h("p", {}, "Maximum bet ", h("b", { class: "figures" }, dollars(largest)), limitSentence(table)) : null,
    table.modifications.length
      ? h(
          "div",
          { class: "modified" },
          h("b", {}, departure(table)),
          table.modifications.map((words) => h("p", {}, words)),
        )
      : null,
    readings.length
      ? h(
          "details",
          {},
          h("summary", {}, "Readings (interpretations) in force"),
          h(
            "dl",
            { class: "readings" },
            readings.flatMap(([id, [question, words]]) => [
              h("dt", {}, id),
              h("dd", {}, h("p", {}, question), h("b", {}, words)),
            ]),
          ),
        )
      : null,
    h("p", {}, h("a", { href: `/lab#game=${table.game}` }, "Open this game in the laboratory")),
  ];
}
