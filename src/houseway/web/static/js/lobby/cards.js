/** A game in the lobby: its description, its exact edge, and four links. */

import { capital, h } from "../dom.js";
import { openChooser } from "./chooser.js";
import { edgeLine } from "./edge.js";
import { play } from "./opening.js";

/** @import { Game } from "../types.js" */

/** @param {Game} game */
export function gameCard(game) {
  const problem = h("p", { class: "problem", role: "alert" });
  const [least, most] = game.seats;
  return h(
    "article",
    { class: "game", dataset: { game: game.slug } },
    h("h3", {}, game.title),
    h(
      "p",
      { class: `status ${game.status.replace(" ", "-")}`, title: capital(game.status_words) },
      capital(game.status),
    ),
    h("p", { class: "summary" }, game.summary),
    edgeLine(game),
    h(
      "p",
      { class: "quiet letter" },
      `${capital(game.letter)}. ${least === most ? most : `${least} to ${most}`} seats.`,
    ),
    h(
      "div",
      { class: "game-buttons" },
      h("button", { class: "primary", onclick: () => play(game, problem) }, "Play"),
      game.practiced ? h("a", { class: "button", href: `/practice?game=${game.slug}` }, "Practice") : null,
      h("a", { class: "button", href: `/lab#game=${game.slug}` }, "Analyze"),
      h("button", { class: "plain", title: "Set up a table", onclick: () => openChooser(game) }, "Set up"),
    ),
    problem,
  );
}
