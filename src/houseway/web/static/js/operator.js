// @ts-nocheck
/** What an operator sees and does: the tables, their limits, irregularities, meters, tables that are set aside. */

import { get, me, post, put, remove } from "./api.js";
import { capital, h, parseDollars, redraw } from "./dom.js";
import "./header.js";
import { drawMeters, newMeterButton } from "./operator/meters.js";
import { button, cancelButton, openDialog, table } from "./operator/parts.js";

const part = (name) => document.querySelector(`[data-part="${name}"]`);
const REFRESH_SECONDS = 5;
const PHASES = { betting: "between rounds", revealing: "bets are closed", playing: "a round is on" };

const say = (words) => part("said").replaceChildren(words);

/** Do something, say what came of it, and look again. */
async function carryOut(work, done) {
  try {
    await work();
    say(done);
  } catch (error) {
    say(error.message);
  }
  await refresh();
}

const tableLink = (id, words) => h("a", { href: `/table?id=${id}` }, words);
function tableRow(info) {
  const playing = info.phase === "playing";
  const people = info.people === 1 ? "1 person" : `${info.people} people`;
  const close = () => {
    if (confirm(`Close table ${info.id}? All chips on it go back.`))
      carryOut(() => remove(`/api/tables/${info.id}`), `Table ${info.id} is closed.`);
  };
  return h(
    "tr",
    { dataset: { table: info.id } },
    h("th", { scope: "row" }, tableLink(info.id, `Table ${info.id}`)),
    h("td", {}, info.label),
    h("td", {}, `${people}, ${info.seats - info.free} of ${info.seats} seats taken`),
    h("td", {}, PHASES[info.phase] ?? info.phase),
    h(
      "td",
      {},
      h(
        "div",
        { class: "row-buttons" },
        button("Limits", `limits/${info.id}`, () => askForLimits(info)),
        button("Irregularity", `declare/${info.id}`, () => askForIrregularity(info), !playing),
        button("Close", `close/${info.id}`, close, playing),
      ),
    ),
  );
}

function askForLimits(info) {
  const least = h("input", { name: "least", inputmode: "decimal", value: "0" });
  const largest = h("input", { name: "largest", inputmode: "decimal" });
  const problem = h("p", { class: "problem", role: "alert" });
  const set = async (event) => {
    event.preventDefault();
    const limits = { least: parseDollars(least.value), largest: largest.value ? parseDollars(largest.value) : null };
    if (limits.least === null || (largest.value && limits.largest === null)) {
      problem.replaceChildren("Limits are dollars, such as 5 or 12.50.");
      return;
    }
    try {
      await put(`/api/tables/${info.id}/limits`, limits);
      dialog.close();
      say(`Table ${info.id} has new limits.`);
    } catch (error) {
      problem.replaceChildren(error.message);
    }
  };
  const dialog = openDialog(
    `Limits of table ${info.id}`,
    h(
      "form",
      { onsubmit: set },
      h("label", {}, "Least wager, dollars", least),
      h("label", {}, "Largest wager, dollars; empty: the law's", largest),
      problem,
      h("button", { class: "primary wide" }, "Set the limits"),
      cancelButton(),
    ),
  );
}

/** Which irregularity and why, then once more before the round is void for good. */
async function askForIrregularity(info) {
  let found;
  try {
    found = await get(`/api/tables/${info.id}/irregularities`);
  } catch (error) {
    say(error.message);
    return;
  }
  if (found.number === null) {
    say(`At table ${info.id} no round is on.`);
    return;
  }
  const reason = h("textarea", { name: "reason", required: true, maxlength: 200 });
  const choices = found.irregularities.map((each) =>
    h(
      "label",
      { class: "finding" },
      h("input", { type: "radio", name: "name", value: each.name, required: true }),
      h("span", {}, `${capital(each.finding)} `, h("span", { class: "clause" }, each.clause ?? "the house's decision")),
    ),
  );
  const form = h(
    "form",
    {
      onsubmit: (event) => {
        event.preventDefault();
        const name = new FormData(form).get("name");
        form.replaceWith(confirmation(info, { name, reason: reason.value, number: found.number }));
      },
    },
    h("fieldset", {}, h("legend", {}, "What was found"), choices),
    h("label", {}, "Reason, shown to every seat and kept in the log", reason),
    h("button", { class: "primary wide" }, "Go on"),
    cancelButton(),
  );
  openDialog(`Table ${info.id}, round ${found.number}`, form);
}

function confirmation(info, ruling) {
  const problem = h("p", { class: "problem", role: "alert" });
  const declare = async (event) => {
    event.target.disabled = true;
    try {
      await post(`/api/tables/${info.id}/irregularities`, ruling);
      event.target.closest("dialog").close();
      say(`Round ${ruling.number} of table ${info.id} is void.`);
      await refresh();
    } catch (error) {
      event.target.disabled = false;
      problem.replaceChildren(error.message);
    }
  };
  return h(
    "div",
    {},
    h(
      "p",
      { class: "at-stake" },
      `Round ${ruling.number} ends now, every wager goes back, and the seed of the deck is shown. Nobody can undo it.`,
    ),
    h("p", {}, h("q", {}, ruling.reason)),
    problem,
    h("button", { class: "primary wide", dataset: { focus: "void" }, onclick: declare }, "Void the round"),
    cancelButton(),
  );
}

function drawAside(tables) {
  if (!tables.length) return h("p", { class: "quiet" }, "No table is set aside.");
  const release = (id) =>
    carryOut(() => post(`/api/set-aside/${id}/release`), `The chips of table ${id} are sent home.`);
  const rows = tables.map((aside) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, `Table ${aside.id}`),
      h("td", {}, aside.why),
      h(
        "td",
        {},
        aside.released
          ? "its chips are sent home"
          : button("Send the chips home", `release/${aside.id}`, () => release(aside.id)),
      ),
    ),
  );
  return table(["Table", "Why", "Chips"], rows);
}

function drawRulings(rulings) {
  if (!rulings.length) return h("p", { class: "quiet" }, "No round was voided at the open tables.");
  const rows = rulings.map((ruling) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, tableLink(ruling.table, `Table ${ruling.table}, round ${ruling.number}`)),
      h("td", {}, new Date(ruling.at).toLocaleString()),
      h("td", {}, `${ruling.irregularity} (${ruling.clause ?? "the house's decision"})`),
      h("td", {}, ruling.reason),
    ),
  );
  return table(["Round", "When", "Irregularity", "Reason"], rows);
}

async function refresh() {
  const [{ tables }, { rulings }, { meters }, aside] = await Promise.all([
    get("/api/tables"),
    get("/api/rulings"),
    get("/api/meters"),
    get("/api/set-aside").catch(() => ({ tables: [] })),
  ]);
  const titles = ["Table", "Offered", "Who", "Now", "Do"];
  redraw(part("tables"), tables, () =>
    tables.length ? table(titles, tables.map(tableRow)) : h("p", { class: "quiet" }, "No table is open."),
  );
  redraw(part("meters"), meters, () => drawMeters(meters, carryOut));
  redraw(part("aside"), aside.tables, () => drawAside(aside.tables));
  redraw(part("rulings"), rulings, () => drawRulings(rulings));
}

async function start() {
  const { user } = await me();
  if (user?.role !== "operator") {
    part("refused").textContent = "This page is for operators. Sign in with an operator's account.";
    part("refused").hidden = false;
    return;
  }
  part("for-operators").hidden = false;
  part("new-meter").replaceChildren(newMeterButton(carryOut));
  await refresh();
  setInterval(() => document.hidden || refresh().catch((error) => say(error.message)), REFRESH_SECONDS * 1000);
}

start().catch((error) => say(error.message));
