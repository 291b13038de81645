/** The dialog that sets a table up. */

import { post } from "../api.js";
import { h } from "../dom.js";
import { tableName } from "../paytables.js";
import { edgeLine } from "./edge.js";
import { company, openTable } from "./opening.js";

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
        "Automatic players",
        Array.from({ length: most }, (_, count) => [String(count), String(count)]),
        "2",
      ),
    ),
    select(
      "strategy",
      "They play",
      game.strategies.map((name) => [name, game.words.strategies[name]]),
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
      ? select("paytable", "Pay table", [["", "the usual one"], ...game.paytables.map((name) => [name, game.words.paytables[name]])], "")
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
      "Private: not listed, and only who has the link comes in",
    ),
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
  return { game: game.slug, seats, bots, readings, paytable: form.get("paytable") || composed, private: form.has("private") };
}
