/** The laboratory: choose a game, edit readings and pay table, see the numbers change. */

import { get } from "../api.js";
import { copyText, download, h } from "../dom.js";
import "../header.js";
import { drawEditor, drawRules } from "./editor.js";
import { Job } from "./job.js";
import { asCsv, drawResults } from "./results.js";
import { fitted, jobRequest, readHash, writeHash } from "./state.js";

const TYPING_PAUSE = 300;
const part = (name) => document.querySelector(`[data-part="${name}"]`);

class Laboratory {
  constructor(games) {
    this.games = games;
    this.facts = new Map();
    this.job = new Job((report) => this.showJob(report));
    part("game").append(...games.map((game) => h("option", { value: game.slug }, game.title)));
    part("game").addEventListener("change", () =>
      this.open({ game: part("game").value, strategy: "optimal", readings: {}, rows: {}, paytable: "" }),
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
    this.result = this.before = null;
    part("results").replaceChildren();
    const strategies = ["optimal", ...this.game.strategies.filter((name) => name !== "random")];
    part("strategy").replaceChildren(
      ...strategies.map((name) => h("option", { value: name }, name.replaceAll("-", " "))),
    );
    this.state = fitted({ ...state, game: known.slug }, this.game);
    part("strategy").value = strategies.includes(this.state.strategy) ? this.state.strategy : "optimal";
    this.draw();
    this.calculate();
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

  calculate() {
    this.written = writeHash(this.state, this.game);
    history.replaceState(null, "", this.written);
    this.job.ask(jobRequest(this.state, this.game));
  }

  showJob({ status, progress, result, error }) {
    const open = status === "queued" || status === "running";
    part("results").classList.toggle("stale", open);
    part("json").disabled = part("csv").disabled = status !== "done";
    part("job").replaceChildren(...this.jobLine(status, progress, error));
    if (status !== "done") return;
    this.result = result;
    part("results").replaceChildren(...drawResults(result, this.before).filter(Boolean));
  }

  jobLine(status, progress, error) {
    if (status === "done") return [];
    if (status === "failed") return [h("p", { class: "problem" }, error ?? "The analysis failed.")];
    if (status === "cancelled")
      return [
        h("p", { class: "quiet" }, "Cancelled. Any change starts again."),
        h("button", { class: "small", onclick: () => this.calculate() }, "Start again"),
      ];
    const words = progress
      ? `Counting ${progress.what}: ${progress.done} of ${progress.total}`
      : status === "queued"
        ? "Waiting for its turn."
        : "Counting.";
    const bar = h("progress", progress?.total ? { max: progress.total, value: progress.done } : {});
    if (progress?.total) bar.value = progress.done;
    return [h("p", {}, words), bar, h("button", { class: "small", onclick: () => this.job.cancel() }, "Cancel")];
  }

  async copyLink() {
    await copyText(location.href);
    part("toast").textContent = "The link holds the whole state of this page.";
  }
}

try {
  const { games } = await get("/api/games");
  new Laboratory(games);
} catch (error) {
  part("results").replaceChildren(h("p", { class: "problem" }, error.message));
}
