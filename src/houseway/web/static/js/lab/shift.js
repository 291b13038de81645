/** The operator's view: a form that describes a shift, and its expected win, volatility and bankroll. */

import { capital, dollars, flat, h } from "../dom.js";
import { counted, exact, percent } from "./figures.js";
import { Job, jobLine } from "./job.js";
import { betOf, FIELDS, playsOneWay, readShift, shareOf, sideFields, SKILLS } from "./shift_form.js";
import { housePlot } from "./shift_plot.js";
import { gameChoice } from "./state.js";
import { table } from "./tables.js";

/** @import { Child, Exact, GameInFull, JobReport, LabState, SeatLink, Shift } from "../types.js" */

/** @typedef {{ game: GameInFull, state: LabState }} Looked */

const TYPING_PAUSE = 300;
/** @type {Record<string, string>} */
const SKILL_WORDS = { optimal: "Optimal", "rule-list": "Rule list", naive: "Naive" };

export class ShiftView {
  fields = drawFields(FIELDS);
  /** The fields of the current game's side bets. @type {Fields} */
  sides = {};
  sideBets = h("div", { class: "side-bets", hidden: true });
  line = h("div", { class: "job", role: "status" });
  body = h("div", { class: "view" });
  job = new Job((/** @type {JobReport<Shift>} */ report) => this.showJob(report), "/api/lab/shifts");
  /** @type {Looked | null} */
  looked = null;
  /** The request as text, unless it was canceled or could not be read. */
  asked = "";
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  pause;

  /**
   * Make the view. `keep` gets the fields that differ from their defaults, for the link.
   * @param {HTMLElement} panel
   * @param {(shift: Record<string, string>) => void} keep
   */
  constructor(panel, keep) {
    this.keep = keep;
    const form = h(
      "form",
      {
        class: "shift-form",
        "aria-label": "Shift",
        onsubmit: (event) => event.preventDefault(),
        oninput: () => this.typed(),
      },
      Object.values(this.fields).map(({ label }) => label),
      this.sideBets,
    );
    panel.replaceChildren(form, this.line, this.body);
  }

  /**
   * @param {GameInFull} game
   * @param {LabState} state
   */
  show(game, state) {
    if (this.looked?.game.slug !== game.slug) this.offer(game);
    this.looked = { game, state };
    for (const [name, , fallback] of this.known(game)) {
      const { input } = this.field(name);
      if (document.activeElement !== input) input.value = state.shift[name] ?? fallback;
    }
    const { ante, bonus } = this.fields;
    bonus.input.placeholder = "default";
    const { free_wager: free } = game;
    bonus.label.hidden = !free;
    if (free) bonus.title.textContent = `${capital(free.title)}, $`;
    ante.title.textContent = `${game.words.unit}, $`;
    for (const name of SKILLS) this.fields[name].label.hidden = playsOneWay(game);
    this.calculate(this.looked);
  }

  /** Draw the side bets of a game. @param {GameInFull} game */
  offer(game) {
    this.sides = drawFields(sideFields(game));
    this.sideBets.replaceChildren(
      h("p", { class: "quiet" }, "Side bets, and the share of players who make each"),
      ...game.side_bets.map(({ name }) =>
        h("div", { class: "side-bet" }, this.sides[betOf(name)].label, this.sides[shareOf(name)].label),
      ),
    );
    this.sideBets.hidden = !game.side_bets.length;
  }

  /** Return all fields of a game. @param {GameInFull} game */
  known = (game) => [...FIELDS, ...sideFields(game)];

  /** @param {string} name */
  field = (name) => this.fields[name] ?? this.sides[name];

  typed() {
    clearTimeout(this.pause);
    this.pause = setTimeout(() => {
      if (!this.looked) return;
      const changed = this.known(this.looked.game).filter(([name, , fallback]) => this.read(name) !== fallback);
      this.keep(Object.fromEntries(changed.map(([name]) => [name, this.read(name)])));
      this.calculate(this.looked);
    }, TYPING_PAUSE);
  }

  /** Return the text typed in a field. @param {string} name */
  read(name) {
    return this.field(name).input.value.trim();
  }

  /** @param {Looked} looked */
  calculate({ game, state }) {
    const read = readShift((name) => (this.field(name).label.hidden ? "" : this.read(name)), game);
    for (const [name] of this.known(game)) this.field(name).input.removeAttribute("aria-invalid");
    if ("problem" in read) {
      this.field(read.field).input.setAttribute("aria-invalid", "true");
      this.job.cancel();
      this.line.replaceChildren(h("p", { class: "problem" }, read.problem));
      this.body.classList.add("stale");
      this.asked = "";
      return;
    }
    const request = { ...gameChoice(state, game), ...read.shift };
    const asked = JSON.stringify(request);
    if (asked === this.asked) return;
    this.asked = asked;
    this.job.ask(request);
  }

  /** @param {JobReport<Shift>} report */
  showJob(report) {
    this.body.classList.toggle("stale", report.status !== "done");
    const again = () => this.looked && this.calculate(this.looked);
    this.line.replaceChildren(...jobLine(report, this.job, again));
    if (report.status === "canceled") this.asked = "";
    if (report.status === "done") this.body.replaceChildren(...flat(drawShift(report.result)));
  }
}

/** @typedef {Record<string, ReturnType<typeof drawField>>} Fields */

/** @param {[string, string, string][]} fields @returns {Fields} */
const drawFields = (fields) => Object.fromEntries(fields.map(([name, title]) => [name, drawField(name, title)]));

/**
 * @param {string} name
 * @param {string} words
 */
function drawField(name, words) {
  const input = h("input", { inputmode: "decimal", id: `shift-${name}`, autocomplete: "off" });
  const title = h("span", {}, words);
  return { input, title, label: h("label", { for: `shift-${name}` }, title, input) };
}

/** @param {number} cents */
const money = (cents) => dollars(100 * Math.round(cents / 100));
/** @param {Exact} number */
const inDollars = (number) => exact(number, money(number.value));

/**
 * @param {Shift} shift
 * @returns {Child[]}
 */
function drawShift(shift) {
  /**
   * @param {string} title
   * @param {Child} drawn
   */
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
        `expected house win per shift${envy ? ", after the Envy Bonus" : ""}`,
        shift.win_after_envy_cents.value < 0 ? ": the players have the edge" : "",
      ),
      h(
        "p",
        { class: "quiet" },
        `${shift.label}: ${counted(shift.rounds)} rounds, ${counted(shift.seat_rounds)} player results.`,
      ),
    ),
    h(
      "dl",
      { class: "figures-list" },
      line("Handle (all bets)", inDollars(shift.handle_cents)),
      envy ? line("Envy Bonus paid", inDollars(shift.envy_cents)) : null,
      envy ? line(`Win${before}`, inDollars(shift.win_cents)) : null,
      line(`Win${before} ÷ handle`, exact(shift.win_of_handle, percent(shift.win_of_handle.value, 3))),
      line(
        `Win${envy ? " after the Envy Bonus" : ""} per table per hour`,
        inDollars(shift.win_after_envy_per_table_hour_cents),
      ),
    ),
    housePlot(shift),
    swings(shift),
    table(
      "Players",
      ["Players", "Strategy", "Bets", "Share", "Element of risk"],
      shift.players.map((each) => [
        SKILL_WORDS[each.skill] ?? each.skill,
        each.strategy_words,
        each.bets_words,
        percent(each.share.value, 1),
        exact(each.house_edge_per_unit_bet, percent(each.house_edge_per_unit_bet.value, 3)),
      ]),
      { figures: [3, 4] },
    ),
  ];
}

/** Describe the correlation between two seats of a table, and its source. @param {SeatLink | null} two */
function seatsInWords(two) {
  if (!two) return "";
  if (!two.rounds_dealt)
    return `All seats bet on the same hands. The correlation between two seats is exactly ${two.correlation.toFixed(4)}.`;
  const [low, high] = two.correlation_interval;
  const instead = two.strategy_dealt_instead
    ? ` The ${two.strategy_dealt_instead.replaceAll("-", " ")} replaces strategies that cannot be dealt.`
    : "";
  return (
    `Seats at a table share cards. The correlation between two seats is estimated at ${two.correlation.toFixed(4)} ` +
    `(99.9% confidence interval ${low.toFixed(4)} to ${high.toFixed(4)}) from ${counted(two.rounds_dealt)} rounds of ` +
    `${two.seats_dealt} seats.${instead}`
  );
}

/** @param {Shift} shift */
function swings(shift) {
  const swing = shift.swing;
  return table(
    "How much the shift result varies (volatility)",
    ["Figure", "House result"],
    [
      ["Standard deviation", money(swing.standard_deviation_cents)],
      ["Probability that the house loses", percent(swing.losing_shift, 2)],
      ["One shift in 20 is worse than", money(swing.worst[1].house_cents)],
      ["One shift in 100 is worse than", money(swing.worst[0].house_cents)],
      ["Half of all shifts are better than", money(swing.median_cents)],
      [`Bankroll for a risk of ruin under ${percent(swing.reserve.risk, 1)}`, money(swing.reserve.cents)],
    ],
    { figures: [1], note: seatsInWords(shift.two_seats) },
  );
}
