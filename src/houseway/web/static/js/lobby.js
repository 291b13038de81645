/** The lobby: the games with their letters and exact edges, the open tables, and a new table in one click. */

import { ensureUser, get, post } from "./api.js";
import "./cards.js";
import { h, listed } from "./dom.js";
import "./header.js";
import { percent } from "./lab/figures.js";
import { tableName } from "./paytables.js";

const part = (name) => document.querySelector(`[data-part="${name}"]`);
const REFRESH_SECONDS = 10;

/** Open a table with automatic players and sit down at the first seat. */
async function openTable(spec, problem) {
  try {
    await ensureUser();
    const { table } = await post("/api/tables", spec);
    location.assign(`/table?id=${table.id}&sit=0`);
  } catch (error) {
    problem.textContent = error.message;
  }
}

/** So many automatic players beside seat 0, by a strategy's name. */
const company = (count, strategy) =>
  Object.fromEntries(Array.from({ length: count }, (_, place) => [String(place + 1), strategy]));

function quickSpec(game) {
  const others = game.seats[0] > 1 ? 3 : 2;
  return { game: game.slug, seats: others + 1, bots: company(others, game.strategies[0]) };
}

function edgeLine(game) {
  if (game.kind === "player against player")
    return h(
      "p",
      { class: "edge" },
      h("b", {}, "No house edge"),
      h("span", { class: "quiet" }, "players win from each other"),
    );
  if (!game.edge)
    return h("p", { class: "edge" }, h("a", { href: `/lab#game=${game.slug}` }, "Count the exact house edge"));
  return h(
    "p",
    { class: "edge", title: game.edge.exact },
    h("b", { class: "figures" }, percent(game.edge.value, 3)),
    h("span", { class: "quiet" }, `house edge per ${game.edge.base}`),
  );
}

function gameCard(game) {
  const problem = h("p", { class: "problem", role: "alert" });
  const [least, most] = game.seats;
  return h(
    "article",
    { class: "game", dataset: { game: game.slug } },
    h("h3", {}, game.title),
    h("p", { class: "summary" }, game.summary),
    edgeLine(game),
    h(
      "p",
      { class: "quiet letter" },
      `${game.letter.charAt(0).toUpperCase()}${game.letter.slice(1)}. ${least === most ? most : `${least} to ${most}`} seats.`,
    ),
    h(
      "div",
      { class: "game-buttons" },
      h("button", { class: "primary", onclick: () => openTable(quickSpec(game), problem) }, "Play"),
      h("a", { class: "button", href: `/lab#game=${game.slug}` }, "Numbers"),
      h("button", { class: "plain", onclick: () => openChooser(game) }, "Set up"),
    ),
    problem,
  );
}

const select = (name, title, values, chosen) =>
  h(
    "label",
    {},
    title,
    h(
      "select",
      { name },
      values.map(([value, words]) => h("option", { value, selected: value === chosen }, words)),
    ),
  );

/** A table with chosen seats, company, pay table and readings. */
function openChooser(game) {
  const problem = h("p", { class: "problem", role: "alert" });
  const [least, most] = game.seats;
  const numbers = Array.from({ length: most - least + 1 }, (_, place) => String(least + place));
  const readings = Object.entries(game.readings);
  const edge = h("div", { "aria-live": "polite", dataset: { part: "chosen-edge" } });
  const form = h(
    "form",
    {
      onsubmit: (event) => {
        event.preventDefault();
        openTable(chosenSpec(game, new FormData(form)), problem);
      },
    },
    h("h2", {}, game.title),
    h(
      "div",
      { class: "pair" },
      select(
        "seats",
        "Seats",
        numbers.map((number) => [number, number]),
        String(Math.min(most, Math.max(least, 3))),
      ),
      select(
        "bots",
        "Automatic players",
        Array.from({ length: most }, (_, count) => [String(count), String(count)]),
        "2",
      ),
    ),
    select(
      "strategy",
      "They play",
      game.strategies.map((name) => [name, name.replaceAll("-", " ")]),
      game.strategies[0],
    ),
    ...Object.entries(game.choices).map(([form, { title, names }]) =>
      select(
        `table/${form}`,
        `Pay table: ${title}`,
        names.map((name) => [name, name]),
        names[0],
      ),
    ),
    game.paytables.length && !Object.keys(game.choices).length
      ? select("paytable", "Pay table", [["", "the usual one"], ...game.paytables.map((name) => [name, name])], "")
      : null,
    readings.length
      ? h(
          "details",
          {},
          h("summary", {}, "Readings: what the letter leaves open"),
          h(
            "div",
            { class: "reading-list" },
            readings.map(([id, reading]) =>
              select(
                id,
                `${id} ${reading.question}`,
                Object.keys(reading.choices).map((choice) => [choice, choice]),
                reading.default,
              ),
            ),
          ),
        )
      : null,
    edge,
    problem,
    h("button", { class: "primary wide" }, "Open the table"),
    h("button", { type: "button", class: "plain wide", onclick: () => dialog.close() }, "Cancel"),
  );
  let asked = 0;
  const showEdge = async () => {
    const { readings: chosen, paytable } = chosenSpec(game, new FormData(form));
    const question = ++asked;
    const line = await post("/api/edge", { game: game.slug, readings: chosen, paytable }).then(
      (known) => edgeLine({ ...game, ...known }),
      (error) => h("p", { class: "problem" }, error.message),
    );
    // Answers may come in another order than the questions; only the last choice counts.
    if (question === asked) edge.replaceChildren(line);
  };
  form.addEventListener("change", showEdge);
  showEdge();
  const dialog = h("dialog", { class: "chooser", "aria-label": `A table of ${game.title}` }, form);
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

function chosenSpec(game, form) {
  const seats = Number(form.get("seats"));
  const readings = Object.fromEntries(
    Object.entries(game.readings)
      .filter(([id, reading]) => form.get(id) !== reading.default)
      .map(([id]) => [id, form.get(id)]),
  );
  const bots = company(Math.min(seats - 1, Number(form.get("bots"))), form.get("strategy"));
  const tables = Object.fromEntries(Object.keys(game.choices).map((name) => [name, form.get(`table/${name}`)]));
  const composed = Object.keys(tables).length ? tableName(game, tables) : null;
  return { game: game.slug, seats, bots, readings, paytable: form.get("paytable") || composed };
}

const PHASES = {
  betting: "taking bets",
  revealing: "bets are closed",
  playing: "a round is on",
  result: "between rounds",
  closed: "closed",
};

function drawTables(tables) {
  const open = tables.filter((table) => table.phase !== "closed");
  if (!open.length)
    return h(
      "p",
      { class: "quiet empty-note" },
      "No table is open. Choose a game above: the first card is one click away.",
    );
  const row = (table) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, h("a", { href: `/table?id=${table.id}` }, table.title)),
      h("td", { class: "quiet" }, table.label.replace(table.title, "").replace(/^, /, "")),
      h("td", {}, `${table.people === 1 ? "1 person" : `${table.people} people`}, ${table.free} of ${table.seats} seats free`),
      h("td", {}, PHASES[table.phase] ?? table.phase),
      h("td", {}, h("a", { class: "button small", href: `/table?id=${table.id}` }, table.free ? "Join" : "Watch")),
    );
  return h(
    "div",
    { class: "scroll-x" },
    h(
      "table",
      { class: "tables" },
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          ["Game", "Offered", "Who", "Now", ""].map((title) => h("th", { scope: "col" }, title)),
        ),
      ),
      h("tbody", {}, open.map(row)),
    ),
  );
}

async function showTables() {
  try {
    const { tables } = await get("/api/tables");
    part("tables").replaceChildren(drawTables(tables));
  } catch (error) {
    part("tables").replaceChildren(h("p", { class: "problem" }, error.message));
  }
}

async function showGames() {
  try {
    const { games } = await get("/api/games");
    part("games").replaceChildren(...games.map(gameCard));
    part("games").setAttribute("aria-label", listed(games.map((game) => game.title)));
  } catch (error) {
    part("games").replaceChildren(h("p", { class: "problem" }, error.message));
  }
}

showGames();
showTables();
setInterval(() => document.hidden || showTables(), REFRESH_SECONDS * 1000);
