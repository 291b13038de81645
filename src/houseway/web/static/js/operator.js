/** The operator console: alarms, tables with exposure and limits, irregularities, meters, the ledger. */

import { get, me, post } from "./api.js";
import { counted, dateAndTime, dollars, h, part, redraw, wordsOf } from "./dom.js";
import "./header.js";
import { drawTables } from "./operator/floor.js";
import { drawLedger } from "./operator/ledger.js";
import { drawMeters, newMeterButton } from "./operator/meters.js";
import { button, table } from "./operator/parts.js";
import { drawPeople } from "./operator/people.js";

/** @import { MeterInFull, TableInfo } from "./types.js" */
/** @import { Floor } from "./operator/floor.js" */
/** @import { Ledger } from "./operator/ledger.js" */
/** @import { Person } from "./operator/people.js" */
/** @typedef {{ id: number, why: string, record: number | null, released: boolean }} Aside */
/** @typedef {{ table: number, number: number, at: number, irregularity: string, clause: string | null, reason: string }} Declared */
/** @typedef {{ tables: Floor[], staked: number, most_lost: number, patrols: number }} WholeFloor */

const REFRESH_SECONDS = 5;
/** Seconds before the whole ledger, which is long, is read again unless something was done. */
const LEDGER_SECONDS = 60;

/** @type {{ ledger: Promise<Ledger>, at: number } | null} */
let lastLedger = null;

/** @returns {Promise<Ledger>} */
function readLedger() {
  if (!lastLedger || Date.now() - lastLedger.at > LEDGER_SECONDS * 1000)
    lastLedger = { ledger: get("/api/ledger?limit=1"), at: Date.now() };
  return lastLedger.ledger;
}

/** @param {string} words */
const say = (words) => part("said").replaceChildren(words);

/**
 * Carry out an action, show its result, and refresh.
 * @param {() => Promise<unknown>} work
 * @param {string} done
 */
async function carryOut(work, done) {
  try {
    await work();
    say(done);
  } catch (error) {
    say(wordsOf(error));
  }
  lastLedger = null;
  await refresh();
}

const logName = (/** @type {number} */ id) => (id ? `Table ${id}` : "The room's log");
/**
 * Draw the failed checks: a table whose log failed verification is quarantined until its chips are returned.
 * @param {Aside[]} aside
 * @param {number} patrols
 * @param {number} sum
 */
function drawAlarms(aside, patrols, sum) {
  const walked = patrols
    ? `All logs have been checked ${counted(patrols, "time")} since the server started.`
    : "The background audit is checking all logs for the first time.";
  const failed = [
    sum ? h("p", {}, `The ledger sums to ${dollars(sum)}; it must sum to $0. Run houseway verify.`) : null,
    ...aside.map(({ id, why, record }) =>
      h(
        "p",
        {},
        h("b", {}, `${logName(id)} failed verification`),
        record === null ? ": " : `, at record ${record}: `,
        why,
      ),
    ),
  ].filter((each) => each !== null);
  const quiet = h("p", { class: "quiet" }, `No failed checks. ${walked}`);
  return failed.length ? h("div", { class: "alarms", role: "alert" }, failed, h("p", {}, walked)) : quiet;
}

/** @param {Aside[]} tables */
function drawAside(tables) {
  if (!tables.length) return h("p", { class: "quiet" }, "No tables are quarantined.");
  const release = (/** @type {number} */ id) =>
    carryOut(() => post(`/api/set-aside/${id}/release`), `The chips of table ${id} were returned to players.`);
  const rows = tables.map((aside) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, logName(aside.id)),
      h("td", {}, aside.why),
      h(
        "td",
        {},
        aside.released
          ? "chips returned"
          : button(
              "Return chips to players",
              `release/${aside.id}`,
              () => release(aside.id),
              aside.id ? "" : "this log is not a table",
            ),
      ),
    ),
  );
  return table(["Table", "Reason", "Chips"], rows);
}

/** @param {Declared[]} rulings */
function drawRulings(rulings) {
  if (!rulings.length) return h("p", { class: "quiet" }, "No rounds have been voided at open tables.");
  const rows = rulings.map((ruling) =>
    h(
      "tr",
      {},
      h(
        "th",
        { scope: "row" },
        h("a", { href: `/table?id=${ruling.table}` }, `Table ${ruling.table}, round ${ruling.number}`),
      ),
      h("td", {}, dateAndTime(ruling.at)),
      h("td", {}, `${ruling.irregularity} (${ruling.clause ?? "house decision"})`),
      h("td", {}, ruling.reason),
    ),
  );
  return table(["Round", "When", "Irregularity", "Reason"], rows);
}

/** @param {WholeFloor} floor */
const drawExposure = (floor) =>
  h(
    "p",
    { class: "exposure" },
    "Open bets on all tables: ",
    h("b", { class: "figures" }, dollars(floor.staked)),
    ". Maximum exposure: ",
    h("b", { class: "figures", dataset: { part: "most-lost" } }, dollars(floor.most_lost)),
    ".",
  );

async function refresh() {
  /** @type {[{ tables: TableInfo[] }, { rulings: Declared[] }, { meters: MeterInFull[] }, { tables: Aside[] }, WholeFloor, Ledger, { people: Person[] }]} */
  const [{ tables }, { rulings }, { meters }, aside, floor, ledger, { people }] = await Promise.all([
    get("/api/tables"),
    get("/api/rulings"),
    get("/api/meters"),
    get("/api/set-aside"),
    get("/api/floor"),
    readLedger(),
    get("/api/people"),
  ]);
  redraw(part("alarms"), [aside.tables, floor.patrols, ledger.sum], () =>
    drawAlarms(aside.tables, floor.patrols, ledger.sum),
  );
  redraw(part("exposure"), [floor.staked, floor.most_lost], () => drawExposure(floor));
  redraw(part("tables"), [tables, floor.tables], () => drawTables(tables, floor.tables, carryOut));
  redraw(part("meters"), meters, () => drawMeters(meters, carryOut));
  redraw(part("people"), people, () => drawPeople(people, carryOut));
  redraw(part("ledger"), [ledger.accounts, ledger.sum], () => drawLedger(ledger));
  redraw(part("aside"), aside.tables, () => drawAside(aside.tables));
  redraw(part("rulings"), rulings, () => drawRulings(rulings));
}

async function start() {
  const { user } = await me();
  if (user?.role !== "operator") {
    part("refused").textContent = "This page is for operators. Sign in with an operator account.";
    part("refused").hidden = false;
    return;
  }
  part("for-operators").hidden = false;
  part("new-meter").replaceChildren(newMeterButton(carryOut));
  await refresh();
  setInterval(() => document.hidden || refresh().catch((error) => say(wordsOf(error))), REFRESH_SECONDS * 1000);
}

start().catch((error) => say(wordsOf(error)));
