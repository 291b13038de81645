/** Finished rounds at this table. */

import { archived } from "../lobby/invitations.js";
import { dollars, h, signed } from "../dom.js";

/** @import { FinishedRound, Snapshot } from "../types.js" */

/** @param {number} net */
const result = (net) => (net < 0 ? dollars(net) : signed(net));

/**
 * Return the address of a round's review, with the cards that this user saw.
 * @param {string} tableId
 * @param {FinishedRound} round
 * @param {number} me
 */
function reviewPlace(tableId, round, me) {
  const seen = me < 0 ? "" : `&seen=${round.seats[me]}`;
  return `/review?table=${tableId}&round=${round.number}${seen}`;
}

/**
 * @param {FinishedRound[]} rounds
 * @param {string} tableId
 * @param {Snapshot} snapshot
 */
export function drawRounds(rounds, tableId, snapshot) {
  const downloads = h(
    "p",
    { class: "downloads" },
    h(
      "a",
      { href: archived(tableId, `/api/tables/${tableId}/export`), download: `table-${tableId}.jsonl` },
      "Download log",
    ),
    snapshot.betting
      ? [
          " ",
          h(
            "a",
            { href: archived(tableId, `/api/tables/${tableId}/hands.phh`), download: `table-${tableId}.phh` },
            "Download hands (PHH)",
          ),
          " ",
          h(
            "a",
            { href: archived(tableId, `/api/tables/${tableId}/hands.json`), download: `table-${tableId}.json` },
            "Download hands (JSON)",
          ),
        ]
      : null,
  );
  if (!rounds.length)
    return [h("p", { class: "quiet" }, "No finished rounds yet. Place a bet to play one."), downloads];
  /** @param {FinishedRound} round */
  const row = (round) => {
    const mine = snapshot.seats.find((each) => each.you);
    const me = mine ? round.names.indexOf(mine.name) : -1;
    const own = round.results[round.seats[me]];
    const others = round.seats.filter((_, place) => place !== me);
    const nameOf = (/** @type {number} */ seat) => round.names[round.seats.indexOf(seat)];
    return h(
      "tr",
      {},
      h("th", { scope: "row" }, h("a", { href: reviewPlace(tableId, round, me) }, round.number)),
      h("td", { class: `figures ${own > 0 ? "won" : own < 0 ? "lost" : ""}` }, own === undefined ? "" : signed(own)),
      h(
        "td",
        {},
        others.map((seat) => `${nameOf(seat)} ${result(round.results[seat])}`).join(", "),
        round.void
          ? h("p", { class: "void-note" }, `Void (${round.void.clause ?? "house decision"}): ${round.void.reason}`)
          : null,
      ),
    );
  };
  return [
    h(
      "table",
      { class: "rounds" },
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          ["Round", "You", "Others"].map((title) => h("th", { scope: "col" }, title)),
        ),
      ),
      h("tbody", {}, rounds.map(row)),
    ),
    downloads,
  ];
}
