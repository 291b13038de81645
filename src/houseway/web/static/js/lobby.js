/** The lobby: the games with their letters and exact edges, the open tables, and a new table in one click. */

import { get } from "./api.js";
import "./cards.js";
import { h, part, wordsOf } from "./dom.js";
import "./header.js";
import { drawBeginning } from "./lobby/beginning.js";
import { showShelf } from "./lobby/shelf.js";
import { drawMeters, drawTables } from "./lobby/tables.js";

/** @import { Game, Meter, TableInfo } from "./types.js" */

const REFRESH_SECONDS = 10;

async function showTables() {
  try {
    /** @type {[{ tables: TableInfo[] }, { meters: Meter[] }]} */
    const [{ tables }, { meters }] = await Promise.all([get("/api/tables"), get("/api/meters")]);
    const [own, others] = [tables.filter((table) => table.yours), tables.filter((table) => !table.yours)];
    part("own-section").hidden = !own.length;
    part("begin").hidden = Boolean(own.length);
    part("own").replaceChildren(drawTables(own));
    part("tables").replaceChildren(drawTables(others));
    part("meters").replaceChildren(...drawMeters(meters));
  } catch (error) {
    part("tables").replaceChildren(h("p", { class: "problem" }, wordsOf(error)));
  }
}

async function showGames() {
  try {
    /** @type {{ games: Game[] }} */
    const { games } = await get("/api/games");
    part("begin").replaceChildren(...drawBeginning(games));
    showShelf(part("shelf"), part("games"), games);
  } catch (error) {
    part("games").replaceChildren(h("p", { class: "problem" }, wordsOf(error)));
  }
}

showGames();
showTables();
document.addEventListener("houseway:session", showTables);
setInterval(() => document.hidden || showTables(), REFRESH_SECONDS * 1000);
