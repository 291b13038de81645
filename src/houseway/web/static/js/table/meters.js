/** The table's meters: their amounts, and the amounts that the current round plays for. */

import { dollars, h } from "../dom.js";

/** @import { Snapshot } from "../types.js" */

/** @param {Pick<Snapshot, "meters" | "phase">} snapshot */
export function drawMeters(snapshot) {
  return (snapshot.meters ?? []).map((meter) =>
    h(
      "span",
      { class: "meter", dataset: { meter: meter.name } },
      h("span", { class: "meter-title" }, meter.title),
      meter.amount === null ? null : h("b", { class: "figures" }, dollars(meter.amount)),
      snapshot.phase === "playing" && meter.played_for !== null
        ? h("small", { class: "quiet" }, `this round ${dollars(meter.played_for)}`)
        : null,
    ),
  );
}
