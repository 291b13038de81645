/** Readings and pay table, with differences from the base marked row by row. */

import { capital, h } from "../dom.js";
import { payWords } from "../pays.js";
import { chosenTables, tableName } from "../paytables.js";
import { baseRows, typedPays } from "./state.js";

/** @import { Child, GameInFull, GameStatus, LabState, PayForm, Reading } from "../types.js" */

/** The name of a pay table before it is edited. @type {Record<GameStatus, string>} */
const BASES = {
  approved: "pay table enclosed with the approval letter",
  listed: "pay table from public sources",
  draft: "draft's pay table",
  "not confirmed": "default pay table",
};

/** Takes a change. While the user types, the fields are not redrawn. */
/** @typedef {(changes: Partial<LabState>, typing?: boolean) => void} Change */
/**
 * Draw the readings: a choice for each, with its effect.
 * @param {GameInFull} facts
 * @param {LabState} state
 * @param {Change} change
 * @returns {Child[]}
 */
export function drawRules(facts, state, change) {
  const readings = Object.entries(facts.readings);
  const clauses = Object.entries(facts.clauses);
  return [
    h("h2", {}, facts.title),
    h(
      "p",
      { class: "quiet" },
      `${facts.letter.startsWith(facts.status) ? "" : `${capital(facts.status)}. `}${capital(facts.letter)}.`,
    ),
    h(
      "details",
      { class: "rules" },
      h("summary", {}, `Rules (${clauses.length} clauses)`),
      h(
        "dl",
        {},
        clauses.flatMap(([id, words]) => [h("dt", {}, h("span", { class: "clause" }, id)), h("dd", {}, words)]),
      ),
    ),
    readings.length ? h("h3", {}, "Readings (interpretations of open points in the rules)") : null,
    ...readings.map(([id, reading]) => drawReading(id, reading, facts.words.readings[id], state, change)),
  ];
}

/**
 * @param {string} id
 * @param {Reading} reading
 * @param {Record<string, string>} words
 * @param {LabState} state
 * @param {Change} change
 */
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
      choose(
        { focus: `reading-${id}`, reading: id },
        Object.keys(reading.choices).map((choice) => [
          choice,
          choice === reading.default ? `${words[choice]} (default)` : words[choice],
        ]),
        chosen,
        (choice) => change({ readings: { ...state.readings, [id]: choice } }),
      ),
    ),
    h("p", { class: "quiet" }, reading.choices[chosen]),
  );
}

/**
 * Draw a list box of values with their labels.
 * @param {Record<string, string>} dataset
 * @param {[string, string][]} options
 * @param {string} chosen
 * @param {(value: string) => void} changed
 */
function choose(dataset, options, chosen, changed) {
  const list = h(
    "select",
    { dataset },
    options.map(([value, words]) => h("option", { value, selected: value === chosen }, words)),
  );
  list.addEventListener("change", () => changed(list.value));
  return list;
}

/**
 * Draw the pay table. The user chooses one of the game's, then can change any row.
 * @param {GameInFull} facts
 * @param {LabState} state
 * @param {Change} change
 * @returns {HTMLElement[]}
 */
export function drawEditor(facts, state, change) {
  if (!Object.keys(facts.forms).length) return [h("p", { class: "quiet" }, "This game has no pay table.")];
  if (!facts.paytables.length)
    return [
      h("h3", {}, "Pay table"),
      h("p", { class: "quiet" }, "The rules give no pay table. A house that offers the bonus posts its own."),
    ];
  const changed = Object.keys(state.rows).length;
  const base = baseRows(facts, state.paytable);
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
            `Restore the ${BASES[facts.status]}`,
          )
        : null,
    ),
    h(
      "p",
      { class: changed ? "editor-note differs" : "editor-note quiet", role: "status" },
      changed
        ? `${changed === 1 ? "One row differs" : `${changed} rows differ`} from the ${BASES[facts.status]}.${facts.status === "draft" ? "" : " Ask the commission before you offer it."}`
        : `This is the ${BASES[facts.status]}. To change a row, type odds such as 3, 3 to 2 or push. Clear it if the hand does not pay.`,
    ),
    ...Object.entries(facts.forms).map(([form, about]) => drawForm(form, about, state, base, change)),
  ];
}

/**
 * @param {GameInFull} facts
 * @param {LabState} state
 * @param {Change} change
 */
function drawTableChoice(facts, state, change) {
  return h(
    "label",
    {},
    h("b", {}, "Pay table"),
    choose(
      { focus: "paytable" },
      facts.paytables.map((name) => [name, facts.words.paytables[name] ?? name]),
      state.paytable,
      (paytable) => change({ paytable, rows: {} }),
    ),
  );
}

/**
 * Draw one choice per table of a game whose tables are chosen one by one.
 * @param {GameInFull} facts
 * @param {LabState} state
 * @param {Change} change
 */
function drawTableChoices(facts, state, change) {
  const chosen = chosenTables(facts, state.paytable);
  return Object.entries(facts.choices).map(([form, { title, names }]) =>
    h(
      "label",
      {},
      h("b", {}, capital(title)),
      choose(
        { focus: `paytable-${form}` },
        names.map((name) => [name, facts.words.tables[form][name]]),
        chosen[form],
        (name) => change({ paytable: tableName(facts, { ...chosen, [form]: name }), rows: {} }),
      ),
    ),
  );
}

/**
 * @param {string} form
 * @param {PayForm} about
 * @param {LabState} state
 * @param {Record<string, string>} base
 * @param {Change} change
 */
function drawForm(form, about, state, base, change) {
  const labels = [
    ...new Set([...Object.keys(base), ...Object.keys(state.rows)].filter((place) => place.startsWith(`${form}/`))),
  ];
  return h(
    "table",
    { class: "editor" },
    h("caption", {}, capital(about.title)),
    h(
      "tbody",
      {},
      labels.map((place) => drawRow(place, about, state, base[place] ?? "", change)),
    ),
  );
}

/**
 * @param {string} place
 * @param {PayForm} about
 * @param {LabState} state
 * @param {string} base
 * @param {Change} change
 */
function drawRow(place, about, state, base, change) {
  const fixed = about.kind === "fixed";
  /** @param {string} pays */
  const shown = (pays) => (pays === "" ? "" : fixed ? String(Number(pays) / 100) : pays);
  const now = state.rows[place] ?? base;
  const label = capital(place.split("/").slice(1).join("/"));
  const note = h("td", { class: "base-pays quiet" });
  const line = h("tr", {});
  /** @param {string} pays */
  const mark = (pays) => {
    const differs = pays !== base;
    line.className = differs ? "differs" : "";
    note.textContent = differs ? `base: ${base === "" ? "no row" : payWords(base, about.kind)}` : "";
  };
  const input = h("input", {
    class: "figures",
    value: shown(now),
    "aria-label": `${about.title}, ${label}: ${fixed ? "dollars" : "odds to 1"}`,
    dataset: { focus: `row-${place}`, row: place },
  });
  input.addEventListener("input", () => {
    const pays = typedPays(input.value, fixed);
    input.setAttribute("aria-invalid", String(pays === null));
    if (pays === null) {
      note.textContent = fixed ? "Type an amount in dollars, such as 100." : "Type odds, such as 5, 3:2 or push.";
      return;
    }
    mark(pays);
    const rows = { ...state.rows, [place]: pays };
    if (pays === base) delete rows[place];
    change({ rows }, true);
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
