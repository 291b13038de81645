/** A finished round, step by step: the felt at each moment, the decisions, and their values. */

import "../cards.js";
import { capital, copyText, download, find, flat, h, happenedIn, part, wordsOf } from "../dom.js";
import "../header.js";
import { drawAdvice } from "../table/advice.js";
import { DealerColumn } from "../table/dealer.js";
import { Felt } from "../table/felt.js";
import { Fit } from "../table/fit.js";
import { RoundResult } from "../table/result.js";
import { prepareTabs } from "../table/tabs.js";
import { seatName } from "../table/words.js";
import { onceMore } from "../practice/spot.js";
import { ProofPanel } from "../verify.js";
import { ofLines, ofTable, readLog } from "./source.js";
import { addressOf, costWords, nearest, placeAfter, placeOf, seeing, seenFrom, wayOf } from "./steps.js";
import { drawWagers } from "./wagers.js";

/** @import { Decision, FeltUi, Judgment, PastRound, RoundSource, Snapshot, Valued } from "../types.js" */
/** @import { RoundLines } from "./source.js" */
/** A round and where it comes from. @typedef {{ past: PastRound, source: RoundSource }} Reviewed */

const [felt, result] = [part("felt", Felt), part("result", RoundResult)];
const [dealer, proof] = [part("dealer", DealerColumn), part("proof", ProofPanel)];
const [seen, file] = [part("seen", HTMLSelectElement), part("file", HTMLInputElement)];
const stepButtons = /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("[data-step]"));

/** A finished round takes no bets. */
const NO_LIMITS = { least_wager: 0, largest_wager: null };

const LONG_DATE = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeStyle: "short" });

class ReviewPage {
  /** @type {Reviewed | null} */
  reviewed = null;
  /** The values of decisions, by their records. @type {Map<number, Promise<Valued>>} */
  values = new Map();
  at = 0;
  lit = 0;
  /** @type {Fit | null} */
  fit = null;
  /** The list of rounds of a log. @type {HTMLElement | null} */
  chooser = null;

  constructor() {
    prepareTabs(find("[role=tablist]"));
    seen.addEventListener("change", () => this.reviewed && this.load(this.reviewed.source));
    part("copy").addEventListener("click", () => this.copy());
    file.addEventListener("change", () => this.openFile(file.files?.[0]));
    for (const button of stepButtons) button.addEventListener("click", () => this.step(button.dataset.step));
    document.addEventListener("keydown", (event) => this.key(event));
  }

  /**
   * Read a round, and keep the point of view if the round has that seat.
   * @param {RoundSource} source
   * @param {number} step
   * @param {string | null} move the decision to begin with, if a link names one
   */
  async load(source, step = this.at, move = null) {
    const chosen = seen.value;
    if (source !== this.reviewed?.source) this.values.clear();
    try {
      const past = await source.read(seeing(chosen));
      this.reviewed = { past, source };
      this.complain("");
      this.offerSeats(past, chosen);
      this.head(this.reviewed);
      this.go(move === null ? nearest(step, past.steps.length) : placeOf(past, Number(move)));
    } catch (error) {
      this.complain(wordsOf(error));
    }
  }

  /**
   * @param {PastRound} past
   * @param {string} chosen
   */
  offerSeats(past, chosen) {
    const options = seenFrom(past);
    seen.replaceChildren(...options.map(([value, words]) => h("option", { value, selected: value === chosen }, words)));
    seen.value = options.some(([value]) => value === chosen) ? chosen : "";
  }

  /** @param {Reviewed} reviewed */
  head({ past, source }) {
    const { table, number, at } = past;
    document.title = `${table.title}, round ${number}, houseway`;
    part("title").textContent = `${table.title}, round ${number}`;
    part("label").textContent = [LONG_DATE.format(at), capital(table.chosen)].filter(Boolean).join(" · ");
    part("moments").replaceChildren(...past.steps.map((_, place) => this.moment(past, place)));
    const id = source.table;
    if (id !== null) proof.offer(Number(id), number);
    else
      proof.replaceChildren(
        h("p", {}, "This round comes from a file. "),
        h("p", { class: "quiet" }, "To check the whole log (chain, chips and every shuffle), run houseway verify."),
      );
    const save = () => download(`round-${number}.json`, "application/json", JSON.stringify(past));
    const log = { href: `/api/tables/${id}/export`, download: `table-${id}.jsonl` };
    part("downloads").replaceChildren(
      h("button", { class: "small", onclick: save }, "Download review (JSON)"),
      ...(id === null ? [] : [" ", h("a", log, "Download table log")]),
    );
  }

  /**
   * @param {PastRound} past
   * @param {number} place
   */
  moment(past, place) {
    const { kind, decision } = past.steps[place];
    const words = decision
      ? [
          h("b", {}, nameIn(past, decision.seat)),
          `: ${decision.words}`,
          decision.by === "clock" ? " (time ran out)" : "",
        ]
      : [h("b", {}, kind === "settled" ? "Round settled" : "Cards dealt")];
    return h(
      "li",
      {},
      h("button", { class: "plain moment", dataset: { place }, onclick: () => this.go(place) }, words),
      h("span", { class: "quiet moment-cost", dataset: { cost: decision?.seq ?? "" } }),
    );
  }

  /** @param {number} place */
  go(place) {
    if (!this.reviewed) return;
    const { past } = this.reviewed;
    this.at = place;
    const snapshot = snapshotAt(past, place);
    const ui = this.looking(snapshot);
    felt.show(snapshot, past.table.felt, ui);
    this.fit ??= new Fit(find("#main"), felt, find(".dock"));
    this.fit.scale();
    result.show(snapshot, past.table.felt, ui);
    dealer.show(snapshot);
    part("wagers").replaceChildren(drawWagers(snapshot));
    part("place").textContent = `${place + 1} of ${past.steps.length}`;
    for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".moment")))
      button.toggleAttribute("aria-current", Number(button.dataset.place) === place);
    const isFirst = place === 0;
    const isLast = place === past.steps.length - 1;
    for (const button of stepButtons)
      button.disabled = ["first", "back"].includes(button.dataset.step ?? "") ? isFirst : isLast;
    this.keepAddress(this.reviewed);
    this.showWorth(this.reviewed, past.steps[place].decision);
  }

  /** Return a read-only state of the felt. @param {Snapshot} snapshot @returns {FeltUi} */
  looking(snapshot) {
    return {
      picked: [],
      hand: [],
      prompt: null,
      lit: this.lit,
      draft: { amounts: {}, touched: false },
      choosing: "",
      canSit: false,
      seat: snapshot.you.seat,
      pick: () => {},
      light: (lit) => {
        this.lit = lit;
        this.go(this.at);
      },
    };
  }

  /** Keep the current moment in the address, so that a link opens it. @param {Reviewed} reviewed */
  keepAddress({ past, source }) {
    if (source.table === null) return;
    history.replaceState(null, "", addressOf(source.table, past.number, seen.value, this.at));
  }

  /**
   * @param {Reviewed} reviewed
   * @param {Decision | null} decision
   */
  async showWorth(reviewed, decision) {
    const place = part("worth");
    if (!decision) {
      place.replaceChildren();
      return;
    }
    const who = nameIn(reviewed.past, decision.seat);
    const decided = h("p", { class: "decided" }, `${who} decided: `, h("b", {}, decision.words));
    if (decision.no_value) {
      place.replaceChildren(decided, h("p", { class: "quiet" }, capital(decision.no_value)));
      return;
    }
    if (!this.values.has(decision.seq))
      place.replaceChildren(decided, h("p", { class: "quiet" }, "Calculating the value of each option."));
    try {
      const valued = await this.valueOf(reviewed.source, decision.seq);
      if (!this.isAt(reviewed, decision)) return;
      const verdict = valued.judgment;
      place.replaceChildren(
        decided,
        ...flat([verdict ? drawVerdict(verdict) : null, drawAdvice(valued), practiceLink(reviewed, decision)]),
      );
      const cost = document.querySelector(`[data-cost="${decision.seq}"]`);
      if (cost && verdict) cost.textContent = costWords(verdict);
    } catch (error) {
      if (this.isAt(reviewed, decision)) place.replaceChildren(decided, h("p", { class: "problem" }, wordsOf(error)));
    }
  }

  /**
   * Return the values of a decision, cached unless the request failed.
   * @param {RoundSource} source
   * @param {number} seq
   */
  valueOf(source, seq) {
    const known = this.values.get(seq) ?? source.value(seq);
    this.values.set(seq, known);
    known.catch(() => this.values.delete(seq));
    return known;
  }

  /**
   * Return whether a decision is the current one.
   * @param {Reviewed} reviewed
   * @param {Decision} decision
   */
  isAt({ source }, decision) {
    return this.reviewed?.source === source && this.reviewed.past.steps[this.at].decision?.seq === decision.seq;
  }

  /** @param {string | undefined} way */
  step(way) {
    const to = this.reviewed && placeAfter(way, this.at, this.reviewed.past.steps.length);
    if (to !== null) this.go(to);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (!this.reviewed || event.ctrlKey || event.metaKey || event.altKey) return;
    if (happenedIn(event, "input, select, textarea, [role=tab], dialog")) return;
    const way = wayOf(event.key);
    if (!way) return;
    event.preventDefault();
    this.step(way);
  }

  /** @param {File | undefined} log */
  async openFile(log) {
    if (!log) return;
    try {
      const rounds = await readLog(log);
      const newest = rounds[rounds.length - 1];
      await this.load(ofLines(newest.lines), 0);
      this.offerRounds(rounds, newest.number);
    } catch (error) {
      this.complain(wordsOf(error));
    }
  }

  /**
   * @param {RoundLines[]} rounds
   * @param {number} shown
   */
  offerRounds(rounds, shown) {
    const choose = h(
      "select",
      { "aria-label": "Round in the log" },
      rounds.map((round, place) =>
        h("option", { value: place, selected: round.number === shown }, `Round ${round.number}`),
      ),
    );
    choose.addEventListener("change", () => this.load(ofLines(rounds[Number(choose.value)].lines), 0));
    part("label").after(choose);
    this.chooser?.remove();
    this.chooser = choose;
  }

  async copy() {
    await copyText(location.href);
    part("copy").textContent = "Copied";
    setTimeout(() => part("copy").replaceChildren("Copy link"), 2000);
  }

  /** @param {string} words */
  complain(words) {
    part("problem").textContent = words;
    part("problem").hidden = !words;
  }
}

/**
 * @param {PastRound} past
 * @param {number} place
 * @returns {Snapshot}
 */
const snapshotAt = (past, place) => ({ ...past.steps[place].snapshot, table: { ...past.table, limits: NO_LIMITS } });

/**
 * Return the name of the player at a seat.
 * @param {PastRound} past
 * @param {number} seat
 */
const nameIn = (past, seat) => seatName(snapshotAt(past, past.steps.length - 1), seat);

/** @param {Judgment} verdict */
const drawVerdict = ({ grade, sentence }) =>
  h("p", { class: `judgment grade-${grade.replaceAll(" ", "-")}` }, h("b", {}, sentence));

/**
 * Draw the link to practice: the user's decision at this table again, else the game.
 * @param {Reviewed} reviewed
 * @param {Decision} decision
 */
function practiceLink({ past, source }, { seat, move }) {
  const { game } = past.table;
  if (source.table !== null && past.seat === seat)
    return h("p", {}, h("a", { href: onceMore(game, source.table, past.number, move) }, "Try this decision again"));
  return h("p", {}, h("a", { href: `/practice?game=${game}&what=any` }, "Practice this game"));
}

const asked = new URLSearchParams(location.search);
const [table, round] = [asked.get("table"), asked.get("round")];
const page = new ReviewPage();
if (table && round) {
  const chosen = asked.get("seen") ?? "";
  seen.replaceChildren(h("option", { value: chosen, selected: true }, ""));
  page.load(ofTable(table, round), Number(asked.get("step") ?? 1) - 1, asked.get("move"));
} else page.complain("Choose a round under History at a table, or open a log file.");
