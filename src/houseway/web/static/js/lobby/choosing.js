/** The selection, order and groups of the lobby's games. This module changes no element. */

/** @import { Game } from "../types.js" */

/** @type {Record<string, { words: string, compare: (one: Game, other: Game) => number }>} */
const ORDERS = {
  listed: { words: "Sort by kind", compare: () => 0 },
  name: { words: "Sort by name", compare: (one, other) => one.title.localeCompare(other.title, "en") },
  edge: { words: "Sort by house edge", compare: (one, other) => edgeOf(one) - edgeOf(other) },
  easy: { words: "Easiest first", compare: byEffort },
};

/**
 * Sort by effort: fewer moves to learn first, then fewer cards.
 * @param {Pick<Game, "effort">} one
 * @param {Pick<Game, "effort">} other
 */
function byEffort({ effort: one }, { effort: other }) {
  return one.moves - other.moves || one.cards - other.cards;
}

/** Return the easiest game that has a decision. @param {Game[]} games */
export const firstGame = (games) => games.filter(({ effort }) => effort.moves > 1).sort(byEffort)[0];

/** Return the edge to sort by. Games without an edge come last. @param {Game} game */
const edgeOf = (game) => (game.edge ? Number(game.edge.value) : Infinity);

export const orders = Object.entries(ORDERS).map(([name, { words }]) => [name, words]);

/** List every kind with its number of games: those with the most games first, then by name. @param {Pick<Game, "kind">[]} games */
export function kinds(games) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const { kind } of games) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return [...counts].sort(([one, few], [other, many]) => many - few || one.localeCompare(other, "en"));
}

/** Return the searchable text of a game: title, summary, bets, kind, letter. @param {Game} game */
const told = (game) =>
  [game.title, game.summary, game.kind, game.status, game.letter, ...game.wagers.map((wager) => wager.title)]
    .join(" ")
    .toLocaleLowerCase("en");

/**
 * Return the games of a kind that contain every word, in the requested order.
 * @param {Game[]} games
 * @param {{ words?: string, kind?: string, order?: string }} [choice]
 */
export function chosen(games, { words = "", kind = "", order = "listed" } = {}) {
  const wanted = words.toLocaleLowerCase("en").split(/\s+/).filter(Boolean);
  /** Return whether the title has all the words. Such games come first. @param {Game} game */
  const isNamed = (game) => wanted.every((word) => game.title.toLocaleLowerCase("en").includes(word));
  const { compare } = ORDERS[order] ?? ORDERS.listed;
  return games
    .filter((game) => !kind || game.kind === kind)
    .filter((game) => wanted.every((word) => told(game).includes(word)))
    .sort((one, other) => Number(isNamed(other)) - Number(isNamed(one)) || compare(one, other));
}

/**
 * Group the games by kind, in the order given. For any other order, return one unnamed group.
 * @param {Game[]} games
 * @param {string} order
 * @returns {[string, Game[]][]}
 */
export function groups(games, order) {
  if (order !== "listed") return [["", games]];
  return kinds(games).map(([kind]) => [kind, games.filter((game) => game.kind === kind)]);
}
