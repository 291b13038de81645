/** The operator console: alarms, tables with exposure and limits, irregularities, meters, the ledger. */

import { get, me, post } from "./api.js";
import { counted, dateAndTime, dollars, h, part, redraw, wordsOf } from "./dom.js";
import "./header.js";
import { drawTables } from "./operator/floor.js";
import { drawLedger } from "./operator/ledger.js";
import { drawMeters, newMeterButton } from "./operator/meters.js";
import { button, table } from "./operator/parts.js";
import { drawPeople } from "./operator/people.js";
import { readParts, unreadWords } from "./operator/reading.js";

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

/** @type {{ ledger: Ledger, at: number } | null} */
let lastLedger = null;

/** @returns {Promise<Ledger>} */
async function readLedger() {
  if (!lastLedger || Date.now() - lastLedger.at > LEDGER_SECONDS * 1000) {
    const at = Date.now();
    lastLedger = { ledger: await get("/api/ledger?limit=1"), at };
  }
  return lastLedger.ledger;
}

const SOURCES = {
  tables: () => /** @type {Promise<{ tables: TableInfo[] }>} */ (get("/api/tables")),
  floor: () => /** @type {Promise<WholeFloor>} */ (get("/api/floor")),
  meters: () => /** @type {Promise<{ meters: MeterInFull[] }>} */ (get("/api/meters")),
  people: () => /** @type {Promise<{ people: Person[] }>} */ (get("/api/people")),
  ledger: readLedger,
  aside: () => /** @type {Promise<{ tables: Aside[] }>} */ (get("/api/set-aside")),
  rulings: () => /** @type {Promise<{ rulings: Declared[] }>} */ (get("/api/rulings")),
};
const TITLES = {
  tables: "the open tables",
  floor: "the exposure",
  meters: "the meters",
  people: "the accounts",
  ledger: "the ledger",
  aside: "the quarantined tables",
  rulings: "the rulings",
};
/** The last data of each part. @type {Awaited<ReturnType<typeof readParts<typeof SOURCES>>>["read"]} */
const latest = {};
/** @type {Promise<void> | null} */
let refreshing = null;

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
 * @param {number | null} sum null if the ledger was never read
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
  const checked = sum === null ? "No log has failed a check. The ledger is not read yet." : "No failed checks.";
  const quiet = h("p", { class: "quiet" }, `${checked} ${walked}`);
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

/** Read everything again and show it. If a refresh is in progress, no second one starts. */
function refresh() {
  refreshing ??= readAndDraw().finally(() => {
    refreshing = null;
  });
  return refreshing;
}

async function readAndDraw() {
  const { read, failed } = await readParts(SOURCES);
  Object.assign(latest, read);
  const unread = part("unread");
  unread.textContent = unreadWords(failed, TITLES, REFRESH_SECONDS);
  unread.hidden = !failed.size;
  const { aside, floor, ledger, meters, people, rulings, tables } = latest;
  const sum = ledger?.sum ?? null;
  if (aside && floor)
    redraw(part("alarms"), [aside.tables, floor.patrols, sum], () => drawAlarms(aside.tables, floor.patrols, sum));
  if (floor) redraw(part("exposure"), [floor.staked, floor.most_lost], () => drawExposure(floor));
  if (floor && tables)
    redraw(part("tables"), [tables.tables, floor.tables], () => drawTables(tables.tables, floor.tables, carryOut));
  if (meters) redraw(part("meters"), meters.meters, () => drawMeters(meters.meters, carryOut));
  if (people) redraw(part("people"), people.people, () => drawPeople(people.people, carryOut));
  if (ledger) redraw(part("ledger"), [ledger.accounts, ledger.sum], () => drawLedger(ledger));
  if (aside) redraw(part("aside"), aside.tables, () => drawAside(aside.tables));
  if (rulings) redraw(part("rulings"), rulings.rulings, () => drawRulings(rulings.rulings));
}

/** Retry until the server reports the signed-in user. */
async function whoIsHere() {
  for (;;) {
    try {
      const { user } = await me();
      say("");
      return user;
    } catch (error) {
      say(`${wordsOf(error)} The page tries again every ${REFRESH_SECONDS} seconds.`);
      await new Promise((done) => setTimeout(done, REFRESH_SECONDS * 1000));
    }
  }
}

async function start() {
  const user = await whoIsHere();
  if (user?.role !== "operator") {
    part("refused").textContent = "This page is for operators. Sign in with an operator account.";
    part("refused").hidden = false;
    return;
  }
  part("for-operators").hidden = false;
  part("new-meter").replaceChildren(newMeterButton(carryOut));
  setInterval(() => document.hidden || refresh(), REFRESH_SECONDS * 1000);
  await refresh();
}

start().catch((error) => say(wordsOf(error)));
