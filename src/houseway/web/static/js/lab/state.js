/**
 * The state of the laboratory, and the link that stores it.
 *
 * #game=double-draw-poker&paytable=1&DD-R1=wild&bonus/flush=4 is pay table 1 with another row, under another reading.
 * An empty row does not pay. view=shift&shift.tables=4 opens the shift of four tables.
 */

import { parseDollars } from "../dom.js";
import { chosenTables, tableName } from "../paytables.js";

/** @import { GameChoice, GameInFull, LabState } from "../types.js" */

const OPTIMAL = "optimal";
const ODDS = /^(push|\d{1,9}(\s*(\/|:|to)\s*\d{1,9})?)?$/;
export const FIGURES = "figures";

/**
 * Read the state from a link's hash.
 * @param {string} hash
 * @returns {LabState}
 */
export function readHash(hash) {
  const entries = new URLSearchParams(hash.replace(/^#/, ""));
  /** @type {LabState} */
  const state = { game: "", paytable: "", strategy: OPTIMAL, view: FIGURES, shift: {}, readings: {}, rows: {} };
  for (const [name, value] of entries) {
    if (name === "game" || name === "paytable" || name === "strategy" || name === "view") state[name] = value;
    else if (name.startsWith("shift.")) state.shift[name.slice("shift.".length)] = value;
    else if (name.includes("/")) state.rows[name] = value;
    else state.readings[name] = value;
  }
  return state;
}

/**
 * Write a state as a hash, without defaults.
 * @param {LabState} state
 * @param {GameInFull} facts
 */
export function writeHash(state, facts) {
  const entries = new URLSearchParams({ game: state.game });
  if (state.paytable && state.paytable !== defaultTable(facts)) entries.set("paytable", state.paytable);
  if (state.strategy !== OPTIMAL) entries.set("strategy", state.strategy);
  if (state.view !== FIGURES) entries.set("view", state.view);
  for (const [field, value] of Object.entries(state.shift)) entries.set(`shift.${field}`, value);
  for (const [id, choice] of Object.entries(state.readings)) {
    if (facts.readings[id] && facts.readings[id].default !== choice) entries.set(id, choice);
  }
  for (const [place, pays] of Object.entries(state.rows)) entries.set(place, pays);
  return `#${entries}`;
}

/** @param {Pick<GameInFull, "paytables">} facts */
export const defaultTable = (facts) => facts.paytables[0] ?? "";

/**
 * Reduce a state to the options that the game has.
 * @param {LabState} state
 * @param {GameInFull} facts
 * @returns {LabState}
 */
export function fitted(state, facts) {
  const composed = tableName(facts, chosenTables(facts, state.paytable));
  const paytable = facts.paytables.includes(state.paytable) ? state.paytable : composed;
  const readings = Object.fromEntries(
    Object.entries(state.readings).filter(([id, choice]) => facts.readings[id]?.choices[choice]),
  );
  const base = baseRows(facts, paytable);
  const rows = Object.fromEntries(
    Object.entries(state.rows).filter(
      ([place, pays]) => facts.forms[place.split("/")[0]] && pays !== (base[place] ?? ""),
    ),
  );
  return { ...state, paytable, readings, rows };
}

/**
 * Return the base rows of a pay table by "form/hand".
 * @param {GameInFull} facts
 * @param {string} paytable
 * @returns {Record<string, string>}
 */
export function baseRows(facts, paytable) {
  const composed = Object.entries(chosenTables(facts, paytable)).map(([form, name]) => [
    form,
    facts.choice_rows[form][name],
  ]);
  const tables = facts.tables[paytable] ?? Object.fromEntries(composed);
  return Object.fromEntries(
    Object.entries(tables).flatMap(([form, rows]) => rows.map((row) => [`${form}/${row.label}`, row.pays])),
  );
}

/**
 * Return all rows in force by form: the base rows with the changes.
 * @param {LabState} state
 * @param {GameInFull} facts
 */
export function rowsInForce(state, facts) {
  const merged = { ...baseRows(facts, state.paytable), ...state.rows };
  /** @type {Record<string, Record<string, string>>} */
  const forms = Object.fromEntries(Object.keys(facts.forms).map((form) => [form, {}]));
  for (const [place, pays] of Object.entries(merged)) {
    const [form, ...label] = place.split("/");
    if (pays !== "" && forms[form]) forms[form][label.join("/")] = pays;
  }
  return forms;
}

/**
 * Convert a typed payout to the server's form: odds such as "3/2", "push", or cents if the sum is `fixed`. Returns an
 * empty text for a hand that does not pay, null for anything else.
 * @param {string} typed
 * @param {boolean} fixed
 */
export function typedPays(typed, fixed) {
  const text = typed.trim().toLowerCase();
  if (text === "") return "";
  if (fixed) return parseDollars(text)?.toString() ?? null;
  if (!ODDS.test(text)) return null;
  return text === "0" ? "push" : text.replace(/\s*(:|to|\/)\s*/, "/").replace(/\/1$/, "");
}

/**
 * Return the request for an analysis: the game and the strategy.
 * @param {LabState} state
 * @param {GameInFull} facts
 */
export const jobRequest = (state, facts) => ({ ...gameChoice(state, facts), strategy: state.strategy });

/**
 * Return the game as edited: a pay table by name, or the rows of a changed one.
 * @param {LabState} state
 * @param {GameInFull} facts
 * @returns {GameChoice}
 */
export function gameChoice(state, facts) {
  const { game, readings } = state;
  if (!Object.keys(state.rows).length) return { game, readings, paytable: state.paytable || null };
  const forms = rowsInForce(state, facts);
  const base = Object.keys(facts.choices).length ? "own" : state.paytable || "own";
  const tables = Object.fromEntries(
    Object.entries(forms).map(([form, rows]) => [
      form,
      facts.forms[form].kind === "fixed"
        ? Object.fromEntries(Object.entries(rows).map(([label, pays]) => [label, Number(pays)]))
        : rows,
    ]),
  );
  return {
    game,
    readings,
    paytable: { name: `${base}, changed`, monotone: false, confirm_gaps: true, ...tables },
  };
}
