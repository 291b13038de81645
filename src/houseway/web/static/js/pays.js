/** Pay tables as text for people. */

import { capital, dollars, h } from "./dom.js";

/** @import { PayForm, PayRow } from "./types.js" */
/**
 * Format a payout: "500 to 1", "3 to 2", "push", a fixed sum in dollars, or unchanged words.
 * @param {string | number} pays
 * @param {string} kind
 */
export function payWords(pays, kind) {
  if (kind === "words") return pays;
  if (kind === "fixed") return dollars(Number(pays));
  const text = String(pays);
  if (text === "push") return "push";
  const [odds, to = "1"] = text.split("/");
  return `${odds} to ${to}`;
}

/**
 * Draw one table of a pay set.
 * @param {PayRow[]} rows
 * @param {PayForm} form
 */
export function payTable(rows, form) {
  return h(
    "table",
    { class: "pays" },
    h("caption", {}, form.title),
    h(
      "tbody",
      {},
      rows.map((row) =>
        h(
          "tr",
          {},
          h("th", { scope: "row" }, capital(row.label)),
          h("td", { class: "figures" }, payWords(row.pays, form.kind)),
        ),
      ),
    ),
  );
}
