/** Rounds that are over at this table. */

import { dollars, h, signed } from "../dom.js";
import { seatName } from "./words.js";

export function drawRounds(rounds, tableId, snapshot) {
  const downloads = h(
    "p",
    { class: "downloads" },
    h("a", { href: `/api/tables/${tableId}/export`, download: `table-${tableId}.jsonl` }, "Download the log"),
    snapshot.betting || snapshot.table.game === "five-card-holdout"
      ? [
          " ",
          h("a", { href: `/api/tables/${tableId}/hands.phh`, download: `table-${tableId}.phh` }, "Hands as PHH"),
          " ",
          h("a", { href: `/api/tables/${tableId}/hands.json`, download: `table-${tableId}.json` }, "as JSON"),
        ]
      : null,
  );
  if (!rounds.length) return [h("p", { class: "quiet" }, "No round is finished yet."), downloads];
  const row = (round) => {
    const results = Object.entries(round.results ?? {});
    const own = round.results?.[snapshot.you.seat];
    return h(
      "tr",
      {},
      h("th", { scope: "row" }, h("a", { href: `/verify?table=${tableId}&round=${round.number}` }, round.number)),
      h("td", { class: `figures ${own > 0 ? "won" : own < 0 ? "lost" : ""}` }, own === undefined ? "" : signed(own)),
      h(
        "td",
        {},
        results
          .filter(([seat]) => Number(seat) !== snapshot.you.seat)
          .map(([seat, net]) => `${seatName(snapshot, Number(seat))} ${net < 0 ? dollars(net) : signed(net)}`)
          .join(", "),
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
