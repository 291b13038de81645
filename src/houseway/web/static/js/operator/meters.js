/** Meters in the operator console: amounts, ledgers, and every action with its reason. */

import { get, post } from "../api.js";
import { dateAndTime, dollars, h, parseDollars } from "../dom.js";
import { ask, button, cancelButton, field, openDialog, reasonField, table } from "./parts.js";

/** @import { Game, MeterInFull } from "../types.js" */

/** @import { CarryOut } from "./parts.js" */

/** @param {string} fraction */
const percent = (fraction) => {
  const [above, below = "1"] = fraction.split("/");
  return `${(100 * Number(above)) / Number(below)}%`;
};

/**
 * @param {MeterInFull[]} meters
 * @param {CarryOut} carryOut
 */
export function drawMeters(meters, carryOut) {
  if (!meters.length) return h("p", { class: "quiet" }, "No meters yet. Add one to run a progressive.");
  /** @param {MeterInFull} meter */
  const row = (meter) =>
    h(
      "tr",
      { dataset: { meter: meter.id } },
      h("th", { scope: "row" }, meter.title),
      h("td", { class: "figures" }, dollars(meter.amount)),
      h("td", { class: "figures" }, dollars(meter.reserve)),
      h("td", {}, `${dollars(meter.seed)} (${dollars(meter.lent)} from the house)`),
      h("td", {}, `${percent(meter.increment)} to meter, ${percent(meter.reserve_rate)} to reserve`),
      h("td", {}, meter.cap === null ? "none" : dollars(meter.cap)),
      h(
        "td",
        {},
        meter.tables.length ? meter.tables.map((id) => h("a", { href: `/table?id=${id}` }, `${id} `)) : "none",
      ),
      h(
        "td",
        {},
        h(
          "div",
          { class: "row-buttons" },
          button("Show ledger", `ledger/${meter.id}`, () => showLedger(meter)),
          button("Change meter", `change/${meter.id}`, () => askForChange(meter, carryOut)),
          button(
            "Close meter",
            `close-meter/${meter.id}`,
            () => askForClosing(meter, meters, carryOut),
            meter.tables.length ? "a table uses it" : "",
          ),
        ),
      ),
    );
  const titles = ["Meter", "Amount", "Reserve", "Seed", "Share of each bet", "Cap", "Tables", "Actions"];
  return h(
    "div",
    {},
    table(titles, meters.map(row)),
    h(
      "p",
      {},
      button("Open a table with meters", "meter-table", () => askForTable(meters, carryOut)),
    ),
  );
}

/** @param {CarryOut} carryOut */
export const newMeterButton = (carryOut) => button("Add meter", "new-meter", () => askForMeter(carryOut));

/** @param {MeterInFull} meter */
async function showLedger(meter) {
  /** @typedef {{ at: number, account: string, amount: number, memo: string, reason: string | null }} Entry */
  /** @type {{ entries: (Entry & { chain_id: number | null, number: number | null })[] }} */
  const { entries } = await get(`/api/meters/${meter.id}/ledger`);
  const rows = entries.map((entry) =>
    h(
      "tr",
      {},
      h("td", {}, dateAndTime(entry.at)),
      h("td", {}, entry.account.startsWith("reserve") ? "reserve" : "meter"),
      h("td", { class: "figures" }, dollars(entry.amount)),
      h("td", {}, entry.memo.replace("meter: ", "")),
      h("td", {}, entry.chain_id ? `table ${entry.chain_id}, round ${entry.number}` : (entry.reason ?? "opened")),
    ),
  );
  openDialog(
    `Ledger of ${meter.title}`,
    table(["Date", "Account", "Amount", "Entry", "Round or reason"], rows),
    cancelButton(),
  );
}

/**
 * @param {string} name
 * @param {string} words
 * @param {[string | number, string][]} options
 */
const choice = (name, words, options) =>
  h(
    "label",
    {},
    words,
    h(
      "select",
      { name },
      options.map(([value, shown]) => h("option", { value }, shown)),
    ),
  );

/** @param {string} text */
function cents(text) {
  const amount = parseDollars(text);
  if (amount === null) throw new Error("Type amounts in dollars, such as 5000 or 12.50.");
  return amount;
}

/** @param {string} text */
function part(text) {
  const number = Number(text.replace("%", "")) / 100;
  if (!(number >= 0 && number <= 1)) throw new Error("Type a share of the bet from 0 to 100 percent.");
  return String(Number(number.toFixed(6)));
}

/** @param {CarryOut} carryOut */
function askForMeter(carryOut) {
  /** @param {(name: string) => string} typed */
  const open = async (typed) => {
    const asked = {
      title: typed("title"),
      seed: cents(typed("seed")),
      increment: part(typed("increment")),
      reserve: part(typed("reserve")),
      cap: typed("cap") ? cents(typed("cap")) : null,
    };
    await post("/api/meters", asked);
    await carryOut(async () => {}, `Meter ${asked.title} is open.`);
  };
  ask(
    "Add meter",
    "Add meter",
    open,
    field("title", "Title", { required: true, maxlength: 40 }),
    field("seed", "Seed, in dollars", { inputmode: "decimal", value: "5000" }),
    field("increment", "Share of each bet to the meter, in percent", { inputmode: "decimal", value: "20" }),
    field("reserve", "Share of each bet to the hidden reserve, in percent", { inputmode: "decimal", value: "0" }),
    field("cap", "Cap, in dollars (leave empty for none)", { inputmode: "decimal" }),
  );
}

/**
 * @param {MeterInFull} meter
 * @param {CarryOut} carryOut
 */
function askForChange(meter, carryOut) {
  /** @param {(name: string) => string} typed */
  const change = async (typed) => {
    const amount = typed("amount");
    const what = typed("what");
    await post(`/api/meters/${meter.id}/changes`, {
      what,
      amount: what === "cap" && !amount ? null : cents(amount),
      reason: typed("reason"),
    });
    await carryOut(async () => {}, `Meter ${meter.title} was changed.`);
  };
  ask(
    meter.title,
    "Change meter",
    change,
    choice("what", "Change", [
      ["correct", "Correct the amount shown"],
      ["cap", "Set the cap (leave empty for none)"],
      ["recover", "Recover seed money"],
    ]),
    field("amount", "Amount, in dollars", { inputmode: "decimal" }),
    reasonField(),
  );
}

/**
 * @param {MeterInFull} meter
 * @param {MeterInFull[]} meters
 * @param {CarryOut} carryOut
 */
function askForClosing(meter, meters, carryOut) {
  const others = meters.filter((other) => other.id !== meter.id);
  /** @param {(name: string) => string} typed */
  const close = async (typed) => {
    const into = typed("into");
    await post(`/api/meters/${meter.id}/close`, { reason: typed("reason"), into: into ? Number(into) : null });
    await carryOut(async () => {}, `Meter ${meter.title} is closed.`);
  };
  ask(
    `Close ${meter.title}`,
    "Close meter",
    close,
    choice("into", "Transfer players' money to", [
      ["", "(none: the meter is empty)"],
      ...others.map((each) => /** @type {[number, string]} */ ([each.id, each.title])),
    ]),
    reasonField(),
  );
}

/**
 * @param {MeterInFull[]} meters
 * @param {CarryOut} carryOut
 */
async function askForTable(meters, carryOut) {
  /** @type {{ games: Game[] }} */
  const { games } = await get("/api/games");
  const tables = games.flatMap((game) =>
    Object.entries(game.progressives).map(([name, wanted]) => ({ game, name, wanted })),
  );
  const most = Math.max(...tables.map((each) => each.wanted.length));
  /** @param {(name: string) => string} typed */
  const open = async (typed) => {
    const { game, name, wanted } = tables[Number(typed("prizes"))];
    const linked = Object.fromEntries(wanted.map((each, place) => [each, Number(typed(`meter-${place}`))]));
    const opened = await post("/api/tables", { game: game.slug, options: { prizes: name }, meters: linked });
    await carryOut(async () => {}, `Table ${opened.table.id} is open.`);
  };
  ask(
    "Open a table with meters",
    "Open table",
    open,
    choice(
      "prizes",
      "Game and prizes",
      tables.map(({ game, name, wanted }, place) => [place, `${game.title}, ${name}: ${wanted.join(", ")}`]),
    ),
    ...Array.from({ length: most }, (_, place) =>
      choice(
        `meter-${place}`,
        `Meter ${place + 1} for these prizes`,
        meters.map((meter) => [meter.id, meter.title]),
      ),
    ),
  );
}
