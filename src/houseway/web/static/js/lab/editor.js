// @ts-nocheck
/** Readings and pay table, with what differs from the approved ones marked row by row. */

import { capital, h, parseDollars } from "../dom.js";
import { payWords } from "../pays.js";
import { chosenTables, tableName } from "../paytables.js";
import { approvedRows } from "./state.js";

const ODDS = /^(push|\d{1,9}(\s*(\/|:|to)\s*\d{1,9})?)?$/;

/** The readings: a choice each, with what it changes. */
export function drawRules(facts, state, change) {
  const readings = Object.entries(facts.readings);
  const clauses = Object.entries(facts.clauses);
  return [
    h("h2", {}, facts.title),
    h("p", { class: "quiet" }, `${capital(facts.letter)}.`),
    h(
      "details",
      { class: "rules" },
      h("summary", {}, `Rules in ${clauses.length} clauses`),
      h(
        "dl",
        {},
        clauses.flatMap(([id, words]) => [h("dt", {}, h("span", { class: "clause" }, id)), h("dd", {}, words)]),
      ),
    ),
    readings.length ? h("h3", {}, "Readings: what the letter leaves open") : null,
    ...readings.map(([id, reading]) => drawReading(id, reading, facts.words.readings[id], state, change)),
  ];
}

function drawReading(id, reading, words, state, change) {
  const chosen = state.readings[id] ?? reading.default;
  const differs = chosen !== reading.default;
  return h(
    "div",
    { class: differs ? "reading differs" : "reading" },
    h(
      "label",
      {},
      h("span", {}, h("span", { class: "clause" }, id), ` ${reading.question}`),
      h(
        "select",
        {
          dataset: { focus: `reading-${id}`, reading: id },
          onchange: (event) => change({ readings: { ...state.readings, [id]: event.target.value } }),
        },
        Object.keys(reading.choices).map((choice) =>
          h(
            "option",
            { value: choice, selected: choice === chosen },
            choice === reading.default ? `${words[choice]} (usual)` : words[choice],
          ),
        ),
      ),
    ),
    h("p", { class: "quiet" }, reading.choices[chosen]),
  );
}

/** The pay table: choose one of the letter's, then change any row. */
export function drawEditor(facts, state, change) {
  if (!Object.keys(facts.forms).length) return [h("p", { class: "quiet" }, "This game has no pay table.")];
  if (!facts.paytables.length)
    return [
      h("h3", {}, "Pay table"),
      h("p", { class: "quiet" }, "The letter gives none; a house that offers the bonus posts its own."),
    ];
  const changed = Object.keys(state.rows).length;
  const approved = approvedRows(facts, state.paytable);
  return [
    h(
      "div",
      { class: "editor-head" },
      Object.keys(facts.choices).length
        ? drawTableChoices(facts, state, change)
        : drawTableChoice(facts, state, change),
      changed
        ? h(
            "button",
            { class: "small", dataset: { focus: "restore" }, onclick: () => change({ rows: {} }) },
            `Restore the ${facts.draft ? "draft's" : "approved"} table`,
          )
        : null,
    ),
    h(
      "p",
      { class: changed ? "editor-note differs" : "editor-note quiet", role: "status" },
      changed
        ? `${changed === 1 ? "One row differs" : `${changed} rows differ`} from ${facts.draft ? "the draft" : "the approved table: a change the commission is asked about first"}.`
        : `As ${facts.draft ? "the draft has it: no letter approves it" : facts.restated ? "public sources have it" : "approved"}. Type other odds: 3, 3 to 2, push, or nothing for a hand that does not pay.`,
    ),
    ...Object.entries(facts.forms).map(([form, about]) => drawForm(form, about, facts, state, approved, change)),
  ];
}

function drawTableChoice(facts, state, change) {
  return h(
    "label",
    {},
    h("b", {}, "Pay table"),
    h(
      "select",
      { dataset: { focus: "paytable" }, onchange: (event) => change({ paytable: event.target.value, rows: {} }) },
      facts.paytables.map((name) =>
        h("option", { value: name, selected: name === state.paytable }, facts.words.paytables[name] ?? name),
      ),
    ),
  );
}

/** One choice for each table of a game whose tables are chosen one by one. */
function drawTableChoices(facts, state, change) {
  const chosen = chosenTables(facts, state.paytable);
  return Object.entries(facts.choices).map(([form, { title, names }]) =>
    h(
      "label",
      {},
      h("b", {}, capital(title)),
      h(
        "select",
        {
          dataset: { focus: `paytable-${form}` },
          onchange: (event) =>
            change({ paytable: tableName(facts, { ...chosen, [form]: event.target.value }), rows: {} }),
        },
        names.map((name) =>
          h("option", { value: name, selected: name === chosen[form] }, facts.words.tables[form][name]),
        ),
      ),
    ),
  );
}

function drawForm(form, about, facts, state, approved, change) {
  const labels = [
    ...new Set([...Object.keys(approved), ...Object.keys(state.rows)].filter((place) => place.startsWith(`${form}/`))),
  ];
  return h(
    "table",
    { class: "editor" },
    h("caption", {}, capital(about.title)),
    h(
      "tbody",
      {},
      labels.map((place) => drawRow(place, about, facts, state, approved[place] ?? "", change)),
    ),
  );
}

function drawRow(place, about, facts, state, approved, change) {
  const fixed = about.kind === "fixed";
  const shown = (pays) => (pays === "" ? "" : fixed ? String(Number(pays) / 100) : pays);
  const now = state.rows[place] ?? approved;
  const label = capital(place.split("/").slice(1).join("/"));
  const note = h("td", { class: "approved quiet" });
  const line = h("tr", {});
  const mark = (pays) => {
    const differs = pays !== approved;
    line.className = differs ? "differs" : "";
    const whose = facts.draft ? "draft" : "approved";
    note.textContent = differs ? `${whose}: ${approved === "" ? "no row" : payWords(approved, about.kind)}` : "";
  };
  const input = h("input", {
    class: "figures",
    value: shown(now),
    "aria-label": `${about.title}, ${label}: ${fixed ? "dollars" : "odds to one"}`,
    dataset: { focus: `row-${place}`, row: place },
    oninput: () => {
      const text = input.value.trim().toLowerCase();
      const cents = fixed && text !== "" ? parseDollars(text) : 0;
      const legal = fixed ? cents !== null : ODDS.test(text);
      input.setAttribute("aria-invalid", String(!legal));
      if (!legal) {
        note.textContent = fixed ? "Type an amount in dollars, such as 100." : "Type odds, such as 5, 3:2 or push.";
        return;
      }
      const pays =
        text === ""
          ? ""
          : fixed
            ? String(cents)
            : text === "0"
              ? "push"
              : text.replace(/\s*(:|to|\/)\s*/, "/").replace(/\/1$/, "");
      mark(pays);
      const rows = { ...state.rows, [place]: pays };
      if (pays === approved) delete rows[place];
      change({ rows }, true);
    },
  });
  mark(now);
  line.append(
    h("th", { scope: "row" }, label),
    h(
      "td",
      { class: "figures" },
      fixed ? "$ " : null,
      input,
      fixed ? null : h("span", { class: "quiet to-one" }, " to 1"),
    ),
    note,
  );
  return line;
}
