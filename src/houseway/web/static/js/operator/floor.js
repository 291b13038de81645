/** The open tables in the operator console: game, limits, open bets, and actions. */

import { get, post, put, remove } from "../api.js";
import { capital, dollars, h, parseDollars, wordsOf } from "../dom.js";
import { ask, button, cancelButton, field, figure, openDialog, reasonField, table } from "./parts.js";

/** @import { TableInfo } from "../types.js" */
/** @import { CarryOut } from "./parts.js" */
/**
 * @typedef {object} Floor An operator's facts about a table, in addition to the lobby's.
 * @property {number} id
 * @property {string} chosen
 * @property {string} jurisdiction
 * @property {boolean} practice
 * @property {Record<string, string>} readings those that are not the defaults
 * @property {{ least: number, largest: number | null, legal: number | null }} limits
 * @property {number | null} round
 * @property {number} staked
 * @property {number} most_lost
 */
/** @typedef {{ number: number | null, irregularities: { name: string, clause: string | null, finding: string }[] }} Declarable */

/** @type {Record<string, string>} */
const PHASES = { betting: "between rounds", revealing: "bets closed", playing: "round in progress" };

/** Return the limits of a bet: the house limits within the legal ones. @param {Floor["limits"]} limits */
export function limitWords({ least, largest, legal }) {
  const caps = [largest, legal].filter((amount) => amount !== null);
  if (!caps.length) return least ? `${dollars(least)} minimum` : "no limits";
  const most = dollars(Math.min(...caps));
  return least ? `${dollars(least)} to ${most}` : `up to ${most}`;
}

/**
 * @param {TableInfo[]} infos
 * @param {Floor[]} floors
 * @param {CarryOut} carryOut
 */
export function drawTables(infos, floors, carryOut) {
  if (!infos.length) return h("p", { class: "quiet" }, "No tables are open. Open one from the lobby.");
  const known = new Map(floors.map((floor) => [floor.id, floor]));
  const rows = infos.map((info) => row(info, known.get(info.id), carryOut));
  return table(["Table", "Game", "Limits", "Players", "Status", "Open bets", "Maximum exposure", "Actions"], rows);
}

/**
 * @param {TableInfo} info
 * @param {Floor | undefined} floor a table that was opened a moment ago has none yet
 * @param {CarryOut} carryOut
 */
function row(info, floor, carryOut) {
  const playing = info.phase === "playing";
  const people = info.people === 1 ? "1 player" : `${info.people} players`;
  const readings = Object.entries(floor?.readings ?? {});
  return h(
    "tr",
    { dataset: { table: info.id } },
    h("th", { scope: "row" }, h("a", { href: `/table?id=${info.id}` }, `Table ${info.id}`)),
    h(
      "td",
      {},
      [info.title, floor?.chosen].filter(Boolean).join(", "),
      readings.map(([id, words]) => h("p", { class: "quiet" }, h("span", { class: "clause" }, id), ` ${words}`)),
    ),
    figure("Limits", floor ? limitWords(floor.limits) : ""),
    h("td", {}, `${people}, ${info.seats - info.free} of ${info.seats} seats taken`),
    h("td", {}, floor?.round ? `round ${floor.round} in progress` : (PHASES[info.phase] ?? info.phase)),
    figure("Open bets", floor ? dollars(floor.staked) : ""),
    figure("Maximum exposure", info.practice ? "practice chips" : floor ? dollars(floor.most_lost) : ""),
    h(
      "td",
      {},
      h(
        "div",
        { class: "row-buttons" },
        button("Set limits", `limits/${info.id}`, () => askForLimits(info, floor, carryOut)),
        button(
          "Void round",
          `declare/${info.id}`,
          () => askForIrregularity(info, carryOut),
          playing ? "" : "between rounds",
        ),
        button("Close table", `close/${info.id}`, () => askToClose(info, carryOut), playing ? "round in progress" : ""),
      ),
    ),
  );
}

/**
 * @param {TableInfo} info
 * @param {Floor | undefined} floor
 * @param {CarryOut} carryOut
 */
function askForLimits(info, floor, carryOut) {
  const now = floor?.limits ?? { least: 0, largest: null };
  const shown = (/** @type {number | null} */ cents) => (cents === null ? "" : String(cents / 100));
  ask(
    `Set limits at table ${info.id}`,
    "Set limits",
    async (typed) => {
      const least = parseDollars(typed("least"));
      const largest = typed("largest") ? parseDollars(typed("largest")) : null;
      if (least === null || (typed("largest") && largest === null))
        throw new Error("Type limits in dollars, such as 5 or 12.50.");
      await put(`/api/tables/${info.id}/limits`, { least, largest, reason: typed("reason") });
      await carryOut(async () => {}, `Table ${info.id} has new limits.`);
    },
    field("least", "Minimum bet, in dollars", { inputmode: "decimal", value: shown(now.least) }),
    field("largest", "Maximum bet, in dollars (leave empty for the legal limit)", {
      inputmode: "decimal",
      value: shown(now.largest),
    }),
    reasonField(),
  );
}

/**
 * @param {TableInfo} info
 * @param {CarryOut} carryOut
 */
function askToClose(info, carryOut) {
  ask(
    `Close table ${info.id}`,
    "Close table",
    async (typed) => {
      await remove(`/api/tables/${info.id}?${new URLSearchParams({ reason: typed("reason") })}`);
      await carryOut(async () => {}, `Table ${info.id} is closed.`);
    },
    h("p", {}, "All chips on the table are returned to players."),
    reasonField(),
  );
}

/**
 * Ask for the irregularity and the reason, then for confirmation before the round is void.
 * @param {TableInfo} info
 * @param {CarryOut} carryOut
 */
async function askForIrregularity(info, carryOut) {
  /** @type {Declarable} */
  let found;
  try {
    found = await get(`/api/tables/${info.id}/irregularities`);
  } catch (error) {
    await carryOut(() => Promise.reject(error), "");
    return;
  }
  const { number } = found;
  if (number === null) {
    await carryOut(async () => {}, `No round is in progress at table ${info.id}.`);
    return;
  }
  const choices = found.irregularities.map((each) =>
    h(
      "label",
      { class: "finding" },
      h("input", { type: "radio", name: "name", value: each.name, required: true }),
      h("span", {}, `${capital(each.finding)} `, h("span", { class: "clause" }, each.clause ?? "house decision")),
    ),
  );
  const form = h(
    "form",
    {
      onsubmit: (event) => {
        event.preventDefault();
        const given = new FormData(form);
        const ruling = { name: String(given.get("name")), reason: String(given.get("reason")), number };
        form.replaceWith(confirmation(info, ruling, carryOut));
      },
    },
    h("fieldset", {}, h("legend", {}, "Irregularity"), choices),
    reasonField("Reason (shown to every seat and kept in the log)"),
    h("button", { class: "primary wide" }, "Continue"),
    cancelButton(),
  );
  openDialog(`Table ${info.id}, round ${number}`, form);
}

/**
 * @param {TableInfo} info
 * @param {{ name: string, reason: string, number: number }} ruling
 * @param {CarryOut} carryOut
 */
function confirmation(info, ruling, carryOut) {
  const problem = h("p", { class: "problem", role: "alert" });
  const sure = h("button", { class: "primary wide", dataset: { focus: "void" }, onclick: declare }, "Void the round");
  async function declare() {
    sure.disabled = true;
    try {
      await post(`/api/tables/${info.id}/irregularities`, ruling);
      sure.closest("dialog")?.close();
      await carryOut(async () => {}, `Round ${ruling.number} of table ${info.id} is void.`);
    } catch (error) {
      sure.disabled = false;
      problem.replaceChildren(wordsOf(error));
    }
  }
  return h(
    "div",
    {},
    h(
      "p",
      { class: "at-stake" },
      `Round ${ruling.number} ends now. All bets are returned and the server seed is revealed. This cannot be undone.`,
    ),
    h("p", {}, h("q", {}, ruling.reason)),
    problem,
    sure,
    cancelButton(),
  );
}
