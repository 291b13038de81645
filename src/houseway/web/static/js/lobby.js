/** The lobby: the games with their letters and exact edges, the open tables, and a new table in one click. */

import { get } from "./api.js";
import "./cards.js";
import { h } from "./dom.js";
import "./header.js";
import { showShelf } from "./lobby/shelf.js";
import { drawMeters, drawTables } from "./lobby/tables.js";

const part = (name) => document.querySelector(`[data-part="${name}"]`);
const REFRESH_SECONDS = 10;

async function showTables() {
  try {
    const [{ tables }, { meters }] = await Promise.all([get("/api/tables"), get("/api/meters")]);
    const [own, others] = [tables.filter((table) => table.yours), tables.filter((table) => !table.yours)];
    part("own-section").hidden = !own.length;
    part("own").replaceChildren(drawTables(own));
    part("tables").replaceChildren(drawTables(others));
    part("meters").replaceChildren(...drawMeters(meters));
  } catch (error) {
    part("tables").replaceChildren(h("p", { class: "problem" }, error.message));
  }
}

async function showGames() {
  try {
    const { games } = await get("/api/games");
    showShelf(part("shelf"), part("games"), games);
  } catch (error) {
    part("games").replaceChildren(h("p", { class: "problem" }, error.message));
  }
}

showGames();
showTables();
document.addEventListener("houseway:session", showTables);
setInterval(() => document.hidden || showTables(), REFRESH_SECONDS * 1000);
