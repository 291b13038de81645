/** The exact house edge of a game in one line. */

import { h } from "../dom.js";
import { percent } from "../lab/figures.js";

/** @import { Game } from "../types.js" */

/** @param {Pick<Game, "player_vs_player" | "slug" | "edge">} game */
export function edgeLine(game) {
  if (game.player_vs_player)
    return h(
      "p",
      { class: "edge" },
      h("b", {}, "No house edge"),
      h("span", { class: "quiet" }, "players bet against each other"),
    );
  if (!game.edge)
    return h("p", { class: "edge" }, h("a", { href: `/lab#game=${game.slug}` }, "Compute the exact house edge"));
  const { base, exact, value } = game.edge;
  return h(
    "p",
    { class: "edge", title: exact },
    h("b", { class: "figures" }, percent(Math.abs(value), 3)),
    h("span", { class: "quiet" }, `${value < 0 ? "player" : "house"} edge, per ${base}`),
  );
}
