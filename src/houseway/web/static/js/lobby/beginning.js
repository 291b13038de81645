/** The first step for a newcomer: the easiest game, in one click. */

import { h } from "../dom.js";
import { firstGame } from "./choosing.js";
import { play } from "./opening.js";

/** @import { Child, Game } from "../types.js" */

/**
 * @param {Game[]} games
 * @returns {Exclude<Child, null | undefined | false | number | Child[]>[]}
 */
export function drawBeginning(games) {
  const game = firstGame(games);
  if (!game) return [];
  const problem = h("p", { class: "problem", role: "alert" });
  return [
    h("p", {}, h("b", {}, "New here? "), `You can learn ${game.title} in a minute. ${firstPart(game.summary)}.`),
    h("button", { class: "primary", onclick: () => play(game, problem) }, `Play ${game.title}`),
    problem,
  ];
}

/** Return a sentence up to its first semicolon. @param {string} text */
const firstPart = (text) => text.split(";")[0].replace(/\.$/, "");
