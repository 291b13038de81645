/** The open tables. */

import { h } from "../dom.js";

const PHASES = {
  betting: "taking bets",
  revealing: "bets are closed",
  playing: "a round is on",
  result: "between rounds",
  closed: "closed",
};

export function drawTables(tables) {
  const open = tables.filter((table) => table.phase !== "closed");
  if (!open.length)
    return h(
      "p",
      { class: "quiet empty-note" },
      "No table is open. Choose a game above: the first card is one click away.",
    );
  const row = (table) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, h("a", { href: `/table?id=${table.id}` }, table.title)),
      h("td", { class: "quiet" }, table.label.replace(table.title, "").replace(/^, /, "")),
      h("td", {}, `${table.people === 1 ? "1 person" : `${table.people} people`}, ${table.free} of ${table.seats} seats free`),
      h("td", {}, PHASES[table.phase] ?? table.phase),
      h("td", {}, h("a", { class: "button small", href: `/table?id=${table.id}` }, table.free ? "Join" : "Watch")),
    );
  return h(
    "div",
    { class: "scroll-x" },
    h(
      "table",
      { class: "tables" },
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          ["Game", "Offered", "Who", "Now", ""].map((title) => h("th", { scope: "col" }, title)),
        ),
      ),
      h("tbody", {}, open.map(row)),
    ),
  );
}
