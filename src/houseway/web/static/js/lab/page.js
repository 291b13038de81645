/** The laboratory: choose a game, edit readings and pay table, see the numbers change. */

import { get } from "../api.js";
import { copyText, download, find, flat, h, part, wordsOf } from "../dom.js";
import "../header.js";
import { drawEditor, drawRules } from "./editor.js";
import { ChangesView } from "./changes.js";
import { Job, jobLine } from "./job.js";
import { ReportFile } from "./report.js";
import { asCsv, drawResults } from "./results.js";
import { ShiftView } from "./shift.js";
import { StrategyView } from "./strategy.js";
import { FIGURES, fitted, gameChoice as choiceIn, jobRequest, readHash, writeHash } from "./state.js";
import { Tabs } from "./tabs.js";

/** @import { Analysis, Game, GameInFull, Guide, JobReport, LabState } from "../types.js" */

/** The current game, as edited. @typedef {{ game: GameInFull, state: LabState }} Looked */

const TYPING_PAUSE = 300;
const [gameChoice, strategyChoice] = [part("game", HTMLSelectElement), part("strategy", HTMLSelectElement)];
const files = [part("json", HTMLButtonElement), part("csv", HTMLButtonElement)];

class Laboratory {
  /** The facts of games, by name. @type {Map<string, GameInFull>} */
  facts = new Map();
  /** @type {Looked | null} */
  looked = null;
  /** The numbers that are shown, and those before the last change. @type {Analysis | null} */
  result = null;
  /** @type {Analysis | null} */
  before = null;
  /** The request as text, unless it was canceled, and the hash that this page wrote. */
  asked = "";
  written = "";
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  pause;
  lookup = h("hw-lookup", { hidden: true });
  job = new Job((/** @type {JobReport<Analysis>} */ report) => this.showJob(report));
  report = new ReportFile(part("report-job"), "/api/lab/reports");
  tabs = new Tabs(find(".lab-tabs"), (view) => this.look(view));
  /** The views other than the figures. @type {Record<string, { show: (game: GameInFull, state: LabState) => void }>} */
  views = {
    shift: new ShiftView(find("#view-shift"), (shift) => this.keep({ shift })),
    changes: new ChangesView(find("#view-changes")),
    strategy: new StrategyView(find("#view-strategy")),
  };

  /** @param {Game[]} games */
  constructor(games) {
    this.games = games;
    gameChoice.append(...games.map((game) => h("option", { value: game.slug }, game.title)));
    gameChoice.addEventListener("change", () => this.turnTo(gameChoice.value));
    strategyChoice.addEventListener("change", () => this.change({ strategy: strategyChoice.value }));
    part("report").addEventListener("click", () => this.writeReport());
    part("copy-link").addEventListener("click", () => this.copyLink());
    part("json").addEventListener("click", () => this.save("json"));
    part("csv").addEventListener("click", () => this.save("csv"));
    addEventListener("hashchange", () => location.hash === this.written || this.open(readHash(location.hash)));
    this.open(readHash(location.hash));
  }

  /** Switch to another game in the same view. @param {string} game */
  turnTo(game) {
    const fallback = readHash("");
    const { view, shift } = this.looked?.state ?? fallback;
    this.open({ ...fallback, game, view, shift });
  }

  /** @param {LabState} state */
  async open(state) {
    const { slug } = this.games.find((game) => game.slug === state.game) ?? this.games[0];
    gameChoice.value = slug;
    try {
      /** @type {GameInFull} */
      const game = this.facts.get(slug) ?? (await get(`/api/games/${slug}`));
      this.facts.set(slug, game);
      if (gameChoice.value === slug) this.lookAt(game, fitted({ ...state, game: slug }, game));
    } catch (error) {
      part("results").replaceChildren(h("p", { class: "problem" }, wordsOf(error)));
    }
  }

  /**
   * @param {GameInFull} game
   * @param {LabState} state
   */
  lookAt(game, state) {
    this.result = this.before = null;
    this.asked = "";
    part("results").replaceChildren();
    strategyChoice.replaceChildren(
      ...Object.entries(game.analyzed).map(([name, words]) => h("option", { value: name }, words)),
    );
    if (!(state.strategy in game.analyzed)) state.strategy = "optimal";
    strategyChoice.value = state.strategy;
    this.looked = { game, state };
    this.draw(this.looked);
    const apart = game.player_vs_player;
    find(".lab-tabs").hidden = apart;
    strategyChoice.closest("label")?.toggleAttribute("hidden", apart);
    this.tabs.choose(apart ? FIGURES : state.view);
    this.calculate();
  }

  /** Switch to another view of the same game. @param {string} view */
  look(view) {
    this.keep({ view });
    this.calculate();
  }

  /** Change the view, not the game, and keep the change in the link. @param {Partial<LabState>} changes */
  keep(changes) {
    if (!this.looked) return;
    const { game, state } = this.looked;
    Object.assign(state, changes);
    this.written = writeHash(state, game);
    history.replaceState(null, "", this.written);
  }

  /**
   * Change the game. While `typing`, the fields stay and the calculation waits for a pause.
   * @param {Partial<LabState>} changes
   */
  change(changes, typing = false) {
    if (!this.looked) return;
    Object.assign(this.looked.state, changes);
    this.before = this.result ?? this.before;
    if (!typing) this.draw(this.looked);
    else this.drawNote(this.looked);
    clearTimeout(this.pause);
    this.pause = setTimeout(() => this.calculate(), typing ? TYPING_PAUSE : 0);
  }

  /** @param {Looked} looked */
  draw(looked) {
    const { game, state } = looked;
    part("rules").replaceChildren(...flat(drawRules(game, state, (changes) => this.change(changes))));
    part("editor").replaceChildren(...this.editor(looked));
  }

  /** @param {Looked} looked */
  editor({ game, state }) {
    return drawEditor(game, state, (changes, typing) => this.change(changes, typing));
  }

  /**
   * Redraw only the line above the table while a row is typed, so that the field keeps the focus.
   * @param {Looked} looked
   */
  drawNote(looked) {
    const [head, note] = this.editor(looked);
    find(".editor-head", HTMLElement, part("editor")).replaceWith(head);
    find(".editor-note", HTMLElement, part("editor")).replaceWith(note);
  }

  /** Request the data of the current view. */
  calculate() {
    this.keep({});
    if (!this.looked) return;
    const { game, state } = this.looked;
    if (game.player_vs_player) {
      this.job.cancel();
      part("job").replaceChildren();
      part("results").replaceChildren(...withoutEdge(), this.lookup);
      this.offerLookup(game);
      return;
    }
    const view = this.views[state.view];
    if (view) {
      view.show(game, state);
      return;
    }
    const request = jobRequest(state, game);
    const asked = JSON.stringify(request);
    if (asked === this.asked) return;
    this.asked = asked;
    this.job.ask(request);
  }

  /** Offer the hand look-up, which a player vs. player game has before the flop. @param {GameInFull} game */
  async offerLookup(game) {
    try {
      /** @type {Guide} */
      const { moments } = await get(`/api/games/${game.slug}/guide`);
      if (game === this.looked?.game) this.lookup.show({ game: game.slug, readings: {} }, moments);
    } catch (error) {
      part("job").replaceChildren(h("p", { class: "problem" }, wordsOf(error)));
    }
  }

  /** @param {JobReport<Analysis>} report */
  showJob(report) {
    part("results").classList.toggle("stale", report.status === "queued" || report.status === "running");
    for (const file of files) file.disabled = report.status !== "done";
    part("job").replaceChildren(...jobLine(report, this.job, () => this.calculate()));
    if (report.status === "canceled") this.asked = "";
    if (report.status !== "done" || !this.looked) return;
    this.result = report.result;
    part("results").replaceChildren(...flat(drawResults(report.result, this.before, this.looked.game)));
  }

  writeReport() {
    if (this.looked) this.report.write(choiceIn(this.looked.state, this.looked.game));
  }

  /** Save the numbers that are shown. @param {"json" | "csv"} form */
  save(form) {
    const { looked, result } = this;
    if (!looked || !result) return;
    const name = `${looked.state.game}.${form}`;
    if (form === "json") download(name, "application/json", JSON.stringify(result, null, 1));
    else download(name, "text/csv", asCsv(result));
  }

  async copyLink() {
    await copyText(location.href);
    part("toast").textContent = "Link copied. It reopens this page as it is now.";
  }
}

/** Explain a game without a house edge. */
const withoutEdge = () => [
  h("h2", {}, "No house edge"),
  h(
    "p",
    {},
    "Players bet against each other. The house charges a seat fee or rakes the pot, depending on the readings.",
  ),
  h(
    "p",
    { class: "quiet" },
    "At a table, advice gives your exact chances from the flop on. Before the flop it estimates the value of your cards. The PDF report has the equities of known hands, the best holds, limits and rake.",
  ),
];

try {
  const { games } = await get("/api/games");
  new Laboratory(games);
} catch (error) {
  part("results").replaceChildren(h("p", { class: "problem" }, wordsOf(error)));
}
