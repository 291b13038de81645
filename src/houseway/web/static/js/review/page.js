// @ts-nocheck
/** A round that is over, step by step: the felt as it was, what was decided, and what that was worth. */

import "../cards.js";
import { capital, copyText, dollars, download, h, signed } from "../dom.js";
import "../header.js";
import { drawAdvice } from "../table/advice.js";
import "../table/dealer.js";
import "../table/felt.js";
import { Fit } from "../table/fit.js";
import "../table/result.js";
import { prepareTabs } from "../table/tabs.js";
import { clauseTag, seatName, wagerTitle } from "../table/words.js";
import "../verify.js";
import { ofLines, ofTable, readLog } from "./source.js";

const part = (name) => document.querySelector(`[data-part="${name}"]`);
const ALL_CARDS = "open";
const NOTHING_TO_DO = {
  picked: [],
  hand: [],
  prompt: null,
  lit: 0,
  amounts: {},
  draft: { amounts: {}, touched: false },
  choosing: "",
  canSit: false,
  pick: () => {},
};

class ReviewPage {
  constructor() {
    this.values = new Map();
    this.at = 0;
    prepareTabs(document.querySelector("[role=tablist]"));
    part("seen").addEventListener("change", () => this.load(this.source));
    part("copy").addEventListener("click", () => this.copy());
    part("file").addEventListener("change", (event) => this.openFile(event.target.files[0]));
    for (const button of document.querySelectorAll("[data-step]"))
      button.addEventListener("click", () => this.step(button.dataset.step));
    document.addEventListener("keydown", (event) => this.key(event));
  }

  /** Read a round; whose cards are seen is kept where the round has that seat. */
  async load(source, step = this.at) {
    const chosen = part("seen").value;
    const seen = { seat: /^\d+$/.test(chosen) ? Number(chosen) : null, open: chosen === ALL_CARDS };
    if (source !== this.source) this.values.clear();
    try {
      this.past = await source.read(seen);
    } catch (error) {
      this.complain(error.message);
      return;
    }
    this.complain("");
    this.source = source;
    this.layout = this.past.table.felt;
    this.offerSeats(chosen);
    this.head();
    this.go(Math.min(Math.max(0, step), this.past.steps.length - 1));
  }

  offerSeats(chosen) {
    const people = this.past.seats.filter((seat) => seat.kind === "person");
    const options = [
      ...people.map((seat) => [String(seat.seat), seat.name || `Seat ${seat.seat + 1}`]),
      ["", "A spectator"],
      [ALL_CARDS, "All cards"],
    ];
    part("seen").replaceChildren(
      ...options.map(([value, words]) => h("option", { value, selected: value === chosen }, words)),
    );
    part("seen").value = options.some(([value]) => value === chosen) ? chosen : "";
  }

  head() {
    const { table, number, at } = this.past;
    document.title = `${table.title}, round ${number}, houseway`;
    part("title").textContent = `${table.title}, round ${number}`;
    part("label").textContent = [new Date(at).toLocaleString("en-US"), table.chosen].filter(Boolean).join(" · ");
    part("moments").replaceChildren(...this.past.steps.map((_, place) => this.moment(place)));
    const id = this.source.table;
    if (id !== null) part("proof").offer(id, number);
    else
      part("proof").replaceChildren(
        h("p", {}, "This round is from a file. "),
        h("p", { class: "quiet" }, "houseway verify checks a whole log: chain, chips and every shuffle."),
      );
    part("downloads").replaceChildren(
      h(
        "button",
        {
          class: "small",
          onclick: () => download(`round-${number}.json`, "application/json", JSON.stringify(this.past)),
        },
        "This review as JSON",
      ),
      ...(id === null
        ? []
        : [" ", h("a", { href: `/api/tables/${id}/export`, download: `table-${id}.jsonl` }, "The table's log")]),
    );
  }

  moment(place) {
    const { kind, decision } = this.past.steps[place];
    const words = decision
      ? [h("b", {}, this.name(decision.seat)), " ", decision.words, decision.by === "clock" ? " (time was up)" : ""]
      : [h("b", {}, kind === "settled" ? "The round is settled" : "The cards are dealt")];
    return h(
      "li",
      {},
      h("button", { class: "plain moment", dataset: { place }, onclick: () => this.go(place) }, words),
      h("span", { class: "quiet moment-cost", dataset: { cost: decision?.seq ?? "" } }),
    );
  }

  name(seat) {
    return seatName(this.snapshotAt(this.past.steps.length - 1), seat);
  }

  snapshotAt(place) {
    return { ...this.past.steps[place].snapshot, table: this.past.table };
  }

  go(place) {
    this.at = place;
    const snapshot = this.snapshotAt(place);
    const seen = { ...NOTHING_TO_DO, seat: snapshot.you.seat, round: this.past.number, lit: this.lit ?? 0 };
    seen.light = (lit) => {
      this.lit = lit;
      this.go(this.at);
    };
    part("felt").show(snapshot, this.layout, seen);
    this.fit ??= new Fit(document.querySelector("#main"), part("felt"), document.querySelector(".dock"));
    this.fit.scale();
    part("result").show(snapshot, this.layout, seen);
    part("dealer").show(snapshot);
    part("wagers").replaceChildren(drawWagers(snapshot, this.layout));
    part("place").textContent = `${place + 1} of ${this.past.steps.length}`;
    for (const button of document.querySelectorAll(".moment"))
      button.toggleAttribute("aria-current", Number(button.dataset.place) === place);
    document.querySelector('[data-step="back"]').disabled = document.querySelector('[data-step="first"]').disabled =
      !place;
    const last = place === this.past.steps.length - 1;
    document.querySelector('[data-step="on"]').disabled = document.querySelector('[data-step="last"]').disabled = last;
    this.keepAddress();
    this.showWorth(this.past.steps[place].decision);
  }

  /** What is looked at stands in the address, so that a link opens the same moment. */
  keepAddress() {
    if (this.source.table === null) return;
    const asked = new URLSearchParams({ table: this.source.table, round: this.past.number });
    if (part("seen").value) asked.set("seen", part("seen").value);
    asked.set("step", this.at + 1);
    history.replaceState(null, "", `?${asked}`);
  }

  async showWorth(decision) {
    const place = part("worth");
    if (!decision) {
      place.replaceChildren();
      return;
    }
    const decided = h("p", { class: "decided" }, `${this.name(decision.seat)} decided: `, h("b", {}, decision.words));
    if (decision.no_value) {
      place.replaceChildren(decided, h("p", { class: "quiet" }, capital(decision.no_value)));
      return;
    }
    if (!this.values.has(decision.seq)) {
      place.replaceChildren(decided, h("p", { class: "quiet" }, "Counting what each choice was worth."));
      this.values.set(
        decision.seq,
        this.source.value(decision.seq).catch((error) => ({ problem: error.message })),
      );
    }
    const valued = await this.values.get(decision.seq);
    if (valued.problem) this.values.delete(decision.seq);
    if (this.past.steps[this.at].decision?.seq !== decision.seq) return;
    if (valued.problem) {
      place.replaceChildren(decided, h("p", { class: "problem" }, valued.problem));
      return;
    }
    const verdict = valued.judgement;
    place.replaceChildren(
      decided,
      ...(verdict
        ? [h("p", { class: `judgement grade-${verdict.grade.replaceAll(" ", "-")}` }, verdict.sentence)]
        : []),
      ...[drawAdvice(valued)].flat().filter(Boolean),
      this.practiseLink(verdict),
    );
    const cost = document.querySelector(`[data-cost="${decision.seq}"]`);
    if (cost && verdict) cost.textContent = verdict.cost.value > 0 ? `−${verdict.cost.value.toFixed(4)}` : "best";
  }

  /** Where decisions of this game are practised: a mistake of one's own at a table here is kept there. */
  practiseLink(verdict) {
    const what = verdict?.cost.value > 0 && this.source.table !== null ? "mistakes" : "any";
    const words = what === "mistakes" ? "Practise your mistakes" : "Practise this game";
    return h("p", {}, h("a", { href: `/practise?game=${this.past.table.game}&what=${what}` }, words));
  }

  step(way) {
    const last = this.past.steps.length - 1;
    const to = { first: 0, back: this.at - 1, on: this.at + 1, last }[way];
    if (to >= 0 && to <= last) this.go(to);
  }

  key(event) {
    if (!this.past || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.closest("input, select, textarea, [role=tab], dialog")) return;
    const way = { ArrowRight: "on", ArrowLeft: "back", Home: "first", End: "last" }[event.key];
    if (!way) return;
    event.preventDefault();
    this.step(way);
  }

  async openFile(file) {
    if (!file) return;
    try {
      const rounds = await readLog(file);
      const newest = rounds.at(-1);
      await this.load(ofLines(newest.lines), 0);
      this.offerRounds(rounds, newest.number);
    } catch (error) {
      this.complain(error.message);
    }
  }

  offerRounds(rounds, shown) {
    const choose = h(
      "select",
      { "aria-label": "Round of the log", onchange: () => this.load(ofLines(rounds[Number(choose.value)].lines), 0) },
      rounds.map((round, place) =>
        h("option", { value: place, selected: round.number === shown }, `Round ${round.number}`),
      ),
    );
    part("label").after(choose);
    this.chooser?.remove();
    this.chooser = choose;
  }

  async copy() {
    await copyText(location.href);
    part("copy").textContent = "Copied";
    setTimeout(() => (part("copy").textContent = "Copy link"), 2000);
  }

  complain(words) {
    part("problem").textContent = words;
    part("problem").hidden = !words;
  }
}

/** Every wager of every seat, as it lay at this moment or as it ended, with the clause that ends it. */
function drawWagers(snapshot, layout) {
  const ended = snapshot.phase !== "playing" ? snapshot.settlements : [];
  const rows = ended.length
    ? ended.map((entry) => [
        entry.seat,
        entry.wager,
        dollars(entry.staked),
        signed(entry.returned - entry.staked),
        clauseTag(entry.clause, snapshot.clauses?.[entry.clause]),
      ])
    : snapshot.wagers.flatMap((wagers, seat) => wagers.map(([name, amount]) => [seat, name, dollars(amount), "", ""]));
  const titles = ["Seat", "Wager", "Staked", "Won", "Clause"];
  return h(
    "table",
    { class: "rounds" },
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        titles.map((title) => h("th", { scope: "col" }, title)),
      ),
    ),
    h(
      "tbody",
      {},
      rows.map(([seat, name, staked, won, clause]) =>
        h(
          "tr",
          {},
          h("th", { scope: "row" }, seatName(snapshot, seat)),
          h("td", {}, wagerTitle(snapshot, layout, name)),
          h("td", { class: "figures" }, staked),
          h("td", { class: "figures" }, won),
          h("td", {}, clause),
        ),
      ),
    ),
  );
}

const asked = new URLSearchParams(location.search);
const page = new ReviewPage();
if (asked.get("table") && asked.get("round")) {
  const seen = asked.get("seen") ?? "";
  part("seen").replaceChildren(h("option", { value: seen, selected: true }, ""));
  page.load(ofTable(asked.get("table"), asked.get("round")), Number(asked.get("step") ?? 1) - 1);
} else page.complain("Choose a round at a table under Rounds, or open the log of a table.");
