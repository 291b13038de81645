/** The dialog that sets a table up. */

import { post } from "../api.js";
import { closeDialog, h, wordsOf } from "../dom.js";
import { tableName } from "../paytables.js";
import { edgeLine } from "./edge.js";
import { company, openTable } from "./opening.js";

/** @import { Edge, Game, TableSpec } from "../types.js" */

/**
 * @param {string} name
 * @param {string} title
 * @param {[string, string][]} values
 * @param {string} chosen
 */
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

/** Open the dialog for a table with chosen seats, computer players, pay table and readings. @param {Game} game */
export function openChooser(game) {
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
        "Computer players",
        Array.from({ length: most }, (_, count) => [String(count), String(count)]),
        "2",
      ),
    ),
    select(
      "strategy",
      "Their strategy",
      game.strategies.map((name) => [name, game.words.strategies[name]]),
      game.strategies[0],
    ),
    ...Object.entries(game.choices).map(([table, { title, names }]) =>
      select(
        `table/${table}`,
        `Pay table: ${title}`,
        names.map((name) => [name, name]),
        names[0],
      ),
    ),
    game.paytables.length && !Object.keys(game.choices).length
      ? select(
          "paytable",
          "Pay table",
          ["", ...game.paytables].map((name) => [name, name ? game.words.paytables[name] : "Default"]),
          "",
        )
      : null,
    readings.length
      ? h(
          "details",
          {},
          h("summary", {}, "Readings (interpretations of open points in the rules)"),
          h(
            "div",
            { class: "reading-list" },
            readings.map(([id, reading]) =>
              select(
                id,
                `${id} ${reading.question}`,
                Object.keys(reading.choices).map((choice) => [choice, game.words.readings[id][choice]]),
                reading.default,
              ),
            ),
          ),
        )
      : null,
    h(
      "label",
      { class: "check" },
      h("input", { type: "checkbox", name: "private" }),
      "Private: hidden from the lobby; only people with the link can join",
    ),
    edge,
    problem,
    h("button", { class: "primary wide" }, "Open table"),
    h("button", { type: "button", class: "plain wide", onclick: closeDialog }, "Cancel"),
  );
  let asked = 0;
  const showEdge = async () => {
    const { readings: chosen, paytable } = chosenSpec(game, new FormData(form));
    const question = ++asked;
    const line = await post("/api/edge", { game: game.slug, readings: chosen, paytable }).then(
      /** @param {{ edge: Edge | null }} known */ (known) => edgeLine({ ...game, ...known }),
      (error) => h("p", { class: "problem" }, wordsOf(error)),
    );
    // Answers may arrive in another order than the requests. Only the last choice counts.
    if (question === asked) edge.replaceChildren(line);
  };
  form.addEventListener("change", showEdge);
  showEdge();
  const dialog = h("dialog", { class: "chooser", "aria-label": `Set up a table of ${game.title}` }, form);
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

/**
 * @param {Game} game
 * @param {FormData} form
 * @returns {TableSpec}
 */
function chosenSpec(game, form) {
  const typed = (/** @type {string} */ name) => String(form.get(name) ?? "");
  const seats = Number(typed("seats"));
  const readings = Object.fromEntries(
    Object.entries(game.readings)
      .filter(([id, reading]) => typed(id) !== reading.default)
      .map(([id]) => [id, typed(id)]),
  );
  const bots = company(Math.min(seats - 1, Number(typed("bots"))), [typed("strategy")]);
  const tables = Object.fromEntries(Object.keys(game.choices).map((name) => [name, typed(`table/${name}`)]));
  const composed = Object.keys(tables).length ? tableName(game, tables) : null;
  return {
    game: game.slug,
    seats,
    bots,
    readings,
    paytable: typed("paytable") || composed,
    private: form.has("private"),
  };
}
