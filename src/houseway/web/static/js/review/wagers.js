/** Every bet of every seat at a moment or at the end, with the clause that settles it. */

import { dollars, h, signed } from "../dom.js";
import { clauseTag, seatName, wagerTitle } from "../table/words.js";

/** @import { Child, Snapshot } from "../types.js" */

const TITLES = ["Player", "Bet", "Amount", "Net result", "Clause"];

/** @typedef {{ seat: number, name: string, staked: number, won: number | null, clause: string }} WagerRow */

/**
 * Return the rows of the table: settled bets, else open ones.
 * @param {Pick<Snapshot, "phase" | "settlements" | "wagers">} snapshot
 * @returns {WagerRow[]}
 */
export function wagerRows({ phase, settlements, wagers }) {
  if (phase !== "playing" && settlements.length)
    return settlements.map(({ seat, wager, staked, returned, clause }) => ({
      seat,
      name: wager,
      staked,
      won: returned - staked,
      clause,
    }));
  return wagers.flatMap((made, seat) =>
    made.map(([name, amount]) => ({ seat, name, staked: amount, won: null, clause: "" })),
  );
}

/** @param {Snapshot} snapshot */
export function drawWagers(snapshot) {
  /** @type {(row: WagerRow) => Child} */
  const line = ({ seat, name, staked, won, clause }) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, seatName(snapshot, seat)),
      h("td", {}, wagerTitle(snapshot, snapshot.table.felt, name)),
      h("td", { class: "figures" }, dollars(staked)),
      h("td", { class: "figures" }, won === null ? "" : signed(won)),
      h("td", {}, clause ? clauseTag(clause, snapshot.clauses[clause]) : ""),
    );
  return h(
    "table",
    { class: "rounds" },
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        TITLES.map((title) => h("th", { scope: "col" }, title)),
      ),
    ),
    h("tbody", {}, wagerRows(snapshot).map(line)),
  );
}
