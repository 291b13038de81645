// @ts-nocheck
/** The laboratory: choose a game, edit readings and pay table, see the numbers change. */

import { get } from "../api.js";
import { copyText, download, h } from "../dom.js";
import "../header.js";
import { drawEditor, drawRules } from "./editor.js";
import { ChangesView } from "./changes.js";
import { Job, jobLine } from "./job.js";
import { ReportFile } from "./report.js";
import { asCsv, drawResults } from "./results.js";
import { ShiftView } from "./shift.js";
import { StrategyView } from "./strategy.js";
import { fitted, gameChoice, jobRequest, readHash, writeHash } from "./state.js";
import { Tabs } from "./tabs.js";

const TYPING_PAUSE = 300;
const BETWEEN_PLAYERS = "player against player";
const part = (name) => document.querySelector(`[data-part="${name}"]`);

class Laboratory {
  constructor(games) {
    this.games = games;
    this.facts = new Map();
    this.job = new Job((report) => this.showJob(report));
    this.tabs = new Tabs(document.querySelector(".lab-tabs"), (view) => this.look(view));
    this.views = {
      shift: new ShiftView(document.querySelector("#view-shift"), (shift) => this.keep({ shift })),
      changes: new ChangesView(document.querySelector("#view-changes")),
      strategy: new StrategyView(document.querySelector("#view-strategy")),
    };
    this.lookup = h("hw-lookup", { hidden: true });
    this.report = new ReportFile(part("report-job"), "/api/lab/reports");
    part("report").addEventListener("click", () => this.report.write(gameChoice(this.state, this.game)));
    part("game").append(...games.map((game) => h("option", { value: game.slug }, game.title)));
    part("game").addEventListener("change", () =>
      this.open({ ...readHash(""), game: part("game").value, view: this.state.view, shift: this.state.shift }),
    );
    part("strategy").addEventListener("change", () => this.change({ strategy: part("strategy").value }));
    part("copy-link").addEventListener("click", () => this.copyLink());
    part("json").addEventListener("click", () =>
      download(`${this.state.game}.json`, "application/json", JSON.stringify(this.result, null, 1)),
    );
    part("csv").addEventListener("click", () => download(`${this.state.game}.csv`, "text/csv", asCsv(this.result)));
    addEventListener("hashchange", () => location.hash === this.written || this.open(readHash(location.hash)));
    this.open(readHash(location.hash));
  }

  async open(state) {
    const known = this.games.find((game) => game.slug === state.game) ?? this.games[0];
    part("game").value = known.slug;
    if (!this.facts.has(known.slug)) this.facts.set(known.slug, await get(`/api/games/${known.slug}`));
    this.game = this.facts.get(known.slug);
    this.result = this.before = this.asked = null;
    part("results").replaceChildren();
    const strategies = Object.keys(this.game.analysed);
    part("strategy").replaceChildren(
      ...strategies.map((name) => h("option", { value: name }, this.game.analysed[name])),
    );
    this.state = fitted({ ...state, game: known.slug }, this.game);
    if (!strategies.includes(this.state.strategy)) this.state.strategy = "optimal";
    part("strategy").value = this.state.strategy;
    this.draw();
    const apart = this.game.kind === BETWEEN_PLAYERS;
    document.querySelector(".lab-tabs").hidden = part("strategy").parentElement.hidden = apart;
    this.tabs.choose(apart ? "figures" : this.state.view);
    this.calculate();
  }

  /** Turn to another view of the same game. */
  look(view) {
    this.keep({ view });
    this.calculate();
  }

  /** A change of what is looked at, not of the game: the link holds it. */
  keep(part_) {
    Object.assign(this.state, part_);
    this.written = writeHash(this.state, this.game);
    history.replaceState(null, "", this.written);
  }

  /** A change; while `typing`, the fields stay as they are and the numbers wait for a pause. */
  change(part_, typing = false) {
    Object.assign(this.state, part_);
    this.before = this.result ?? this.before;
    if (!typing) this.draw();
    else this.drawNote();
    clearTimeout(this.pause);
    this.pause = setTimeout(() => this.calculate(), typing ? TYPING_PAUSE : 0);
  }

  draw() {
    const change = (changes, typing) => this.change(changes, typing);
    part("rules").replaceChildren(...drawRules(this.game, this.state, change).filter(Boolean));
    part("editor").replaceChildren(...drawEditor(this.game, this.state, change));
  }

  /** While a row is typed, only the line above the table is drawn again: the field keeps its place. */
  drawNote() {
    const fresh = drawEditor(this.game, this.state, (changes, typing) => this.change(changes, typing));
    const [head, note] = fresh;
    part("editor").querySelector(".editor-head").replaceWith(head);
    part("editor").querySelector(".editor-note").replaceWith(note);
  }

  /** Ask for what the view in front shows. */
  calculate() {
    this.keep({});
    if (this.game.kind === BETWEEN_PLAYERS) {
      this.job.cancel();
      part("job").replaceChildren();
      part("results").replaceChildren(...withoutEdge(), this.lookup);
      this.offerLookup(this.game);
      return;
    }
    const request = jobRequest(this.state, this.game);
    const view = this.views[this.state.view];
    if (view) view.show(this.game, this.state);
    else if (JSON.stringify(request) !== this.asked) this.job.ask(request);
    if (!view) this.asked = JSON.stringify(request);
  }

  /** Between players a hand can be looked up before the flop. */
  async offerLookup(game) {
    const { moments } = await get(`/api/games/${game.slug}/guide`);
    if (game === this.game) this.lookup.show({ game: game.slug }, moments);
  }

  showJob({ status, progress, result, error }) {
    const open = status === "queued" || status === "running";
    part("results").classList.toggle("stale", open);
    part("json").disabled = part("csv").disabled = status !== "done";
    part("job").replaceChildren(...jobLine({ status, progress, error }, this.job, () => this.calculate()));
    if (status === "cancelled") this.asked = null;
    if (status !== "done") return;
    this.result = result;
    part("results").replaceChildren(...drawResults(result, this.before, this.game).filter(Boolean));
  }

  async copyLink() {
    await copyText(location.href);
    part("toast").textContent = "The link holds the whole state of this page.";
  }
}

/** What there is to know of a game in which the house is nobody's opponent. */
const withoutEdge = () => [
  h("h2", {}, "No house edge"),
  h("p", {}, "Players win from each other; the house charges for the seat or rakes the pot, as the readings have it."),
  h(
    "p",
    { class: "quiet" },
    "At a table, advice gives your exact chances from the flop on, and before it what your cards are worth by dealing. The PDF report has the equities of known holdings, the best holds, limits and rake.",
  ),
];

try {
  const { games } = await get("/api/games");
  new Laboratory(games);
} catch (error) {
  part("results").replaceChildren(h("p", { class: "problem" }, error.message));
}
