// @ts-nocheck
/** The operator's view: a form of what a shift is like, and what it then wins, swings and needs. */

import { dollars, h, parseDollars } from "../dom.js";
import { counted, exact, percent } from "./figures.js";
import { Job, jobLine } from "./job.js";
import { housePlot } from "./shift_plot.js";
import { gameChoice } from "./state.js";
import { table } from "./tables.js";

const TYPING_PAUSE = 300;
const FREE_BETS = ["bonus", "five_card_bonus"];
const FIELDS = [
  ["tables", "Tables", "1"],
  ["hours", "Hours", "8"],
  ["rounds", "Rounds an hour", "40"],
  ["seats", "Players a table", "4"],
  ["ante", "Ante, $", "25"],
  ["bonus", "Other bet, $", ""],
  ["optimal", "Play best, %", "20"],
  ["rule-list", "By the rule list, %", "80"],
  ["naive", "Naively, %", "0"],
];
const SKILLS = ["optimal", "rule-list", "naive"];
const SKILL_WORDS = { optimal: "The best", "rule-list": "By the rule list", naive: "Naive" };
const UNITS = 1e6;

export class ShiftView {
  /** `keep` gets the fields that differ from the usual ones, for the link. */
  constructor(panel, keep) {
    this.keep = keep;
    const input = (name) => h("input", { inputmode: "decimal", id: `shift-${name}`, autocomplete: "off" });
    this.inputs = Object.fromEntries(FIELDS.map(([name]) => [name, input(name)]));
    this.line = h("div", { class: "job", role: "status" });
    this.body = h("div", { class: "view" });
    this.job = new Job((report) => this.showJob(report), "/api/lab/shifts");
    const form = h(
      "form",
      {
        class: "shift-form",
        "aria-label": "The shift",
        onsubmit: (event) => event.preventDefault(),
        oninput: () => this.typed(),
      },
      FIELDS.map(([name, title]) => h("label", { for: `shift-${name}` }, title, this.inputs[name])),
    );
    panel.replaceChildren(form, this.line, this.body);
  }

  show(game, state) {
    [this.game, this.state] = [game, state];
    for (const [name, , usual] of FIELDS) {
      const input = this.inputs[name];
      if (document.activeElement !== input) input.value = state.shift[name] ?? usual;
    }
    this.inputs.bonus.placeholder = "as usual";
    const free = game.wagers.find((wager) => FREE_BETS.includes(wager.name) && !wager.required);
    this.inputs.bonus.parentElement.hidden = !free || !game.paytables.length;
    if (free) this.inputs.bonus.parentElement.firstChild.textContent = `${free.title}, $`;
    this.inputs.ante.parentElement.firstChild.textContent = `${game.words.unit}, $`;
    for (const name of SKILLS) this.inputs[name].parentElement.hidden = this.playsOneWay();
    this.calculate();
  }

  /** Whether there is no other way to play than the best, as where nothing is decided. */
  playsOneWay() {
    return Object.keys(this.game.analysed).length === 1;
  }

  typed() {
    clearTimeout(this.pause);
    this.pause = setTimeout(() => {
      const changed = FIELDS.filter(([name, , usual]) => this.inputs[name].value.trim() !== usual);
      this.keep(Object.fromEntries(changed.map(([name]) => [name, this.inputs[name].value.trim()])));
      this.calculate();
    }, TYPING_PAUSE);
  }

  calculate() {
    const { problem, request } = this.read();
    for (const input of Object.values(this.inputs)) input.removeAttribute("aria-invalid");
    if (problem) {
      this.inputs[problem[0]].setAttribute("aria-invalid", "true");
      this.job.cancel();
      this.line.replaceChildren(h("p", { class: "problem" }, problem[1]));
      this.body.classList.add("stale");
      this.asked = null;
      return;
    }
    const asked = JSON.stringify(request);
    if (asked === this.asked) return;
    this.asked = asked;
    this.job.ask(request);
  }

  /** The request, or the field that has a problem and what to do about it. */
  read() {
    const typed = (name) => this.inputs[name].value.trim();
    const whole = (name) => (/^\d{1,4}$/.test(typed(name)) ? Number(typed(name)) : null);
    const most = this.game.seats[1];
    const shares = this.playsOneWay() ? [100 * UNITS, 0, 0] : SKILLS.map((name) => shareUnits(typed(name)));
    const ante = parseDollars(typed("ante"));
    const bonus = typed("bonus") && !this.inputs.bonus.parentElement.hidden ? parseDollars(typed("bonus")) : undefined;
    if (!whole("tables")) return { problem: ["tables", "Type how many tables are open: a whole number from 1."] };
    for (const name of ["hours", "rounds"])
      if (!(Number(typed(name)) > 0)) return { problem: [name, "Type a number above 0."] };
    if (!whole("seats") || whole("seats") > most)
      return { problem: ["seats", `Type how many play at a table: 1 to ${most}.`] };
    if (!ante) return { problem: ["ante", `Type the average ${this.game.words.unit} in dollars, such as 25 or 7.50.`] };
    if (bonus === null) return { problem: ["bonus", "Type an amount in dollars, or leave it empty."] };
    if (shares.includes(null))
      return { problem: [SKILLS[shares.indexOf(null)], "Type a percentage with at most six decimals, such as 33.3."] };
    if (shares.reduce((one, other) => one + other) !== 100 * UNITS)
      return { problem: ["naive", "The three shares of players must come to 100%."] };
    const mix = SKILLS.map((name, place) => [name, shares[place]]).filter(([, share]) => share);
    return {
      request: {
        ...gameChoice(this.state, this.game),
        tables: whole("tables"),
        hours: typed("hours"),
        rounds_per_hour: typed("rounds"),
        seats: whole("seats"),
        ante,
        ...(bonus === undefined ? {} : { bonus }),
        skill: mix.map(([name, share]) => `${name}=${share / (100 * UNITS)}`).join(","),
      },
    };
  }

  showJob(report) {
    this.body.classList.toggle("stale", report.status !== "done");
    if (report.status === "cancelled") this.asked = null;
    this.line.replaceChildren(...jobLine(report, this.job, () => this.calculate()));
    if (report.status === "done") this.body.replaceChildren(...drawShift(report.result).filter(Boolean));
  }
}

/** A percentage in millionths, a whole number, so that shares add up exactly; null if it is none. */
function shareUnits(text) {
  return /^(\d{1,3}(\.\d{0,6})?|\.\d{1,6})?$/.test(text) ? Math.round(Number(text) * UNITS) : null;
}

const money = (cents) => dollars(100 * Math.round(cents / 100));
const inDollars = (number) => exact(number, money(number.value));

function drawShift(shift) {
  const line = (title, drawn) => h("div", {}, h("dt", {}, title), h("dd", {}, drawn));
  const envy = shift.envy_cents.value > 0;
  const before = envy ? " before the Envy Bonus" : "";
  return [
    h(
      "div",
      { class: "headline" },
      h("p", { class: "edge-large" }, inDollars(shift.win_after_envy_cents)),
      h(
        "p",
        {},
        `expected win of the shift${envy ? " after the Envy Bonus" : ""}`,
        shift.win_after_envy_cents.value < 0 ? ": the players have the edge" : "",
      ),
      h(
        "p",
        { class: "quiet" },
        `${shift.label}: ${counted(shift.rounds)} rounds, ${counted(shift.seat_rounds)} results of players.`,
      ),
    ),
    h(
      "dl",
      { class: "figures-list" },
      line("Handle: all bets", inDollars(shift.handle_cents)),
      envy ? line("Envy Bonus paid", inDollars(shift.envy_cents)) : null,
      envy ? line(`Win${before}`, inDollars(shift.win_cents)) : null,
      line(`Win${before}, of the handle`, exact(shift.win_of_handle, percent(shift.win_of_handle.value, 3))),
      line(
        `Win${envy ? " after the Envy Bonus" : ""} of a table in an hour`,
        inDollars(shift.win_after_envy_per_table_hour_cents),
      ),
    ),
    housePlot(shift),
    swings(shift),
    table(
      "The players",
      ["Players", "How they play", "Share", "Edge per unit bet"],
      shift.players.map((each) => [
        SKILL_WORDS[each.skill] ?? each.skill,
        each.strategy_words,
        percent(each.share.value, 1),
        exact(each.house_edge_per_unit_bet, percent(each.house_edge_per_unit_bet.value, 3)),
      ]),
      { figures: [2, 3] },
    ),
  ];
}

/** How two seats of a table hang together, and how that is known. */
function seatsInWords(two) {
  if (!two) return "";
  const [low, high] = two.correlation_interval;
  const instead = two.strategy_dealt_instead
    ? `, the ${two.strategy_dealt_instead.replaceAll("-", " ")} standing in for what cannot be dealt`
    : "";
  return (
    `The seats of a table share cards: two of them have a correlation of ${two.correlation.toFixed(4)}, ` +
    `${low.toFixed(4)} to ${high.toFixed(4)} with 99.9% confidence, from ${counted(two.rounds_dealt)} rounds of ` +
    `${two.seats_dealt} seats${instead}.`
  );
}

function swings(shift) {
  const swing = shift.swing;
  return table(
    "How far the shift swings",
    ["Figure", "The house's result"],
    [
      ["Standard deviation", money(swing.standard_deviation_cents)],
      ["Probability that the house loses", percent(swing.losing_shift, 2)],
      ["One shift in 20 is worse than", money(swing.worst[1].house_cents)],
      ["One shift in 100 is worse than", money(swing.worst[0].house_cents)],
      ["Half of the shifts are better than", money(swing.median_cents)],
      [`Bankroll: ruin in under ${percent(swing.reserve.risk, 1)} of shifts`, money(swing.reserve.cents)],
    ],
    { figures: [1], note: seatsInWords(shift.two_seats) },
  );
}
