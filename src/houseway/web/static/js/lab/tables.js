/** A table with a caption, words to the left and figures to the right. */

import { capital, h } from "../dom.js";

/** @import { Child } from "../types.js" */

/**
 * Draw a table. `figures` names the columns of numbers, and the first cell of a row is its heading.
 * @param {string} caption
 * @param {string[]} titles
 * @param {Child[][]} rows
 * @param {{ figures?: number[], note?: string }} more
 */
export function table(caption, titles, rows, { figures = [], note = "" } = {}) {
  /** @param {number} place */
  const kind = (place) => (figures.includes(place) ? "figures" : "");
  /**
   * @param {Child} content
   * @param {number} place
   */
  const cell = (content, place) =>
    place
      ? h("td", { class: kind(place) }, content)
      : h("th", { scope: "row" }, typeof content === "string" ? capital(content) : content);
  return h(
    "div",
    { class: "scroll-x", tabindex: 0, role: "region", "aria-label": caption },
    h(
      "table",
      {},
      h("caption", {}, caption, note ? h("span", { class: "caption-note" }, note) : null),
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          titles.map((title, place) => h("th", { scope: "col", class: kind(place) }, title)),
        ),
      ),
      h(
        "tbody",
        {},
        rows.map((row) => h("tr", {}, row.map(cell))),
      ),
    ),
  );
}
