/** The list of games, with a search, kinds as filters, and an order. The address stores the choice. */

import { capital, h, redraw } from "../dom.js";
import { gameCard } from "./cards.js";
import { chosen, groups, kinds, orders } from "./choosing.js";

/** @import { Game } from "../types.js" */

/** With fewer games than this, there is no search. */
const MANY = 7;

/** @typedef {{ words: string, kind: string, order: string }} Chosen */

const asked = () => Object.fromEntries(new URLSearchParams(location.hash.slice(1)));

/** @param {Chosen} choice */
function remember(choice) {
  const told = Object.entries(choice).filter(([name, value]) => value && !(name === "order" && value === "listed"));
  const hash = new URLSearchParams(told).toString();
  history.replaceState(null, "", hash ? `#${hash}` : location.pathname);
}

/**
 * Draw the search tools and the games, and keep both in step with the choice.
 * @param {HTMLElement} tools
 * @param {HTMLElement} place
 * @param {Game[]} games
 */
export function showShelf(tools, place, games) {
  const cards = new Map(games.map((game) => [game.slug, gameCard(game)]));
  const choice = { words: "", kind: "", order: "listed", ...asked() };
  const status = h("p", { class: "quiet", role: "status" });
  const show = () => {
    const found = chosen(games, choice);
    remember(choice);
    redraw(place, [found.map((game) => game.slug), choice], () => drawGroups(found, choice, cards));
    for (const button of /** @type {NodeListOf<HTMLElement>} */ (tools.querySelectorAll("[data-kind]")))
      button.setAttribute("aria-pressed", String(button.dataset.kind === choice.kind));
    status.textContent = found.length === games.length ? "" : `${found.length} of ${games.length} games`;
  };
  /** @param {Partial<Chosen>} changes */
  const change = (changes) => {
    Object.assign(choice, changes);
    show();
  };
  if (games.length >= MANY) tools.replaceChildren(...drawTools(games, choice, change), status);
  show();
}

/**
 * @param {Game[]} found
 * @param {Chosen} choice
 * @param {Map<string, HTMLElement>} cards
 */
function drawGroups(found, choice, cards) {
  if (!found.length)
    return h("p", { class: "quiet empty-note" }, "No game matches. Remove a word, or choose another kind.");
  return groups(found, choice.words ? "found" : choice.order).map(([kind, games]) =>
    h(
      "section",
      { class: "shelf", "aria-label": kind ? capital(kind) : "Games" },
      kind && !choice.kind ? h("h3", { class: "shelf-title" }, capital(kind)) : null,
      h(
        "div",
        { class: "games" },
        games.map((game) => cards.get(game.slug)),
      ),
    ),
  );
}

/**
 * @param {Game[]} games
 * @param {Chosen} choice
 * @param {(changes: Partial<Chosen>) => void} change
 */
function drawTools(games, choice, change) {
  /**
   * @param {string} kind
   * @param {string} words
   */
  const pick = (kind, words) =>
    h("button", { type: "button", class: "small", dataset: { kind }, onclick: () => change({ kind }) }, words);
  const search = h("input", {
    type: "search",
    value: choice.words,
    "aria-label": "Find a game by name, bet or rule",
    placeholder: "Find a game or a bet",
    oninput: () => {
      change({ words: search.value });
    },
  });
  const order = h(
    "select",
    {
      "aria-label": "Sort games",
      onchange: () => {
        change({ order: order.value });
      },
    },
    orders.map(([name, words]) => h("option", { value: name, selected: name === choice.order }, words)),
  );
  return [
    search,
    order,
    h(
      "div",
      { class: "kinds", role: "group", "aria-label": "Kinds of games" },
      pick("", `All ${games.length}`),
      kinds(games).map(([kind, count]) => pick(kind, `${capital(kind)} ${count}`)),
    ),
  ];
}
