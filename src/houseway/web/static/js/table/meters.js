/** The meters of the table: what they show now, and what the round in view is played for. */

import { dollars, h } from "../dom.js";

export function drawMeters(snapshot) {
  return (snapshot.meters ?? []).map((meter) =>
    h(
      "span",
      { class: "meter", dataset: { meter: meter.name } },
      h("span", { class: "meter-title" }, meter.title),
      h("b", { class: "figures" }, dollars(meter.amount)),
      meter.played_for === null
        ? null
        : h("small", { class: "quiet" }, `round ${snapshot.round.number}: ${dollars(meter.played_for)}`),
    ),
  );
}
