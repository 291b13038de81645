/** The open tables: those with people first. */

import { dollars, h, listed } from "../dom.js";
import { kept } from "./invitations.js";

/** @import { Meter, TableInfo } from "../types.js" */

/** @type {Record<string, string>} */
const PHASES = {
  betting: "taking bets",
  revealing: "bets closed",
  playing: "round in progress",
  result: "between rounds",
  closed: "closed",
};
const MOST_NAMES = 3;

/** Return the names of the players at a table: "Ann, Bob and 2 more". @param {Pick<TableInfo, "names">} table */
function people({ names }) {
  if (!names.length) return "no players yet";
  const more = names.length - MOST_NAMES;
  return listed(more > 0 ? [...names.slice(0, MOST_NAMES), `${more} more`] : names);
}

/** Draw a line with the computer players and their strategies. @param {Pick<TableInfo, "automatic">} table */
function automatic({ automatic: lines }) {
  return lines.length ? h("p", { class: "quiet automatic" }, `Computer players: ${listed(lines)}`) : null;
}

/**
 * Return the address of a table: at its first free seat if there is one, else to watch. A private table's address has
 * the invitation code.
 * @param {Pick<TableInfo, "id" | "seated" | "free_seat">} table
 */
export function wayTo(table) {
  const asked = new URLSearchParams({ id: String(table.id) });
  const word = kept(table.id);
  if (word) asked.set("invitation", word);
  if (!table.seated && table.free_seat !== null) asked.set("sit", String(table.free_seat));
  return `/table?${asked}`;
}

/** @param {TableInfo} table */
const wayWords = (table) => (table.seated ? "Return to table" : table.free ? "Sit down" : "Watch");

/** Draw the room's meters with the tables that play for them. @param {Meter[]} meters */
export function drawMeters(meters) {
  const shown = meters.filter((meter) => meter.tables.length);
  /** @param {Meter} meter */
  const tables = (meter) =>
    meter.tables.map((id) => h("a", { class: "button small", href: `/table?id=${id}` }, `Table ${id}`));
  return shown.map((meter) =>
    h(
      "p",
      { class: "meter", dataset: { meter: meter.id } },
      h("span", { class: "meter-title" }, meter.title),
      h("b", { class: "figures" }, dollars(meter.amount)),
      tables(meter),
    ),
  );
}

/** @param {TableInfo[]} tables */
export function drawTables(tables) {
  const open = tables
    .filter((table) => table.phase !== "closed")
    .sort((one, other) => other.present - one.present || other.people - one.people || other.id - one.id);
  if (!open.length)
    return h(
      "p",
      { class: "quiet empty-note" },
      "No other tables are open. Choose a game above and press Play to open one.",
    );
  /** @param {TableInfo} table */
  const row = (table) =>
    h(
      "tr",
      { dataset: { table: table.id } },
      h(
        "th",
        { scope: "row" },
        `${table.title} `,
        h("span", { class: "quiet table-number" }, `table ${table.id}`),
        table.private ? h("span", { class: "mark-private" }, "private") : null,
        table.practice ? h("span", { class: "mark-private" }, "practice chips") : null,
      ),
      h("td", { class: "quiet" }, table.label.replace(table.title, "").replace(/^, /, "")),
      h(
        "td",
        {},
        people(table),
        h("span", { class: "quiet" }, `, ${table.free} of ${table.seats} seats free`),
        automatic(table),
      ),
      h("td", {}, PHASES[table.phase] ?? table.phase),
      h("td", { class: "ways" }, h("a", { class: "button small", href: wayTo(table) }, wayWords(table))),
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
          ["Game", "Options", "Players", "Status", "Join"].map((title) => h("th", { scope: "col" }, title)),
        ),
      ),
      h("tbody", {}, open.map(row)),
    ),
  );
}
