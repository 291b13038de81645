// @ts-nocheck
/** The trainer: a spot on the felt, the buttons of the table, the verdict at once, and the next spot ready. */

import { ensureUser, get, post } from "../api.js";
import "../cards.js";
import { h } from "../dom.js";
import "../header.js";
import "../table/actions.js";
import { drawAdvice } from "../table/advice.js";
import "../table/felt.js";
import { Fit } from "../table/fit.js";
import { prepareTabs } from "../table/tabs.js";
import { drawAgain, drawProgress, streakWords } from "./progress.js";

const part = (name) => document.querySelector(`[data-part="${name}"]`);
const form = part("choose");

class PractisePage {
  constructor() {
    this.progress = null;
    this.coming = null;
    this.ui = {
      picked: [],
      hand: [],
      prompt: null,
      lit: 0,
      amounts: {},
      draft: { amounts: {}, touched: false },
      choosing: "",
      waiting: false,
      canSit: false,
      seat: 0,
      round: 1,
      pick: (place, picked) => this.pick(place, picked),
      act: (action) => this.act(action),
      light: () => {},
    };
    prepareTabs(document.querySelector("[role=tablist]"));
    form.addEventListener("submit", (event) => event.preventDefault());
    form.elements.game.addEventListener("change", () => this.chooseGame());
    for (const name of ["what", "share", "kind"]) form.elements[name].addEventListener("change", () => this.choose());
    part("next").addEventListener("click", () => this.next());
    document.addEventListener("keydown", (event) => this.key(event));
  }

  async start() {
    const { games } = await get("/api/training/games");
    this.games = games;
    form.elements.game.replaceChildren(
      ...games.map((game) =>
        h(
          "option",
          { value: game.slug, disabled: Boolean(game.why_not) },
          game.why_not ? `${game.title} (no spots)` : game.title,
        ),
      ),
    );
    const asked = new URLSearchParams(location.search);
    const known = games.find((game) => game.slug === asked.get("game"));
    form.elements.game.value = known?.slug ?? games.find((game) => !game.why_not).slug;
    if (["any", "close", "kind", "mistakes"].includes(asked.get("what"))) form.elements.what.value = asked.get("what");
    await ensureUser();
    await this.chooseGame(asked.get("kind"));
  }

  async chooseGame(kind = null) {
    const game = this.games.find((each) => each.slug === form.elements.game.value);
    this.kinds = null;
    if (game.why_not) {
      this.complain(`${game.title} cannot be practised: ${game.why_not}.`);
      return;
    }
    this.showProgress(await get(`/api/training/games/${game.slug}`));
    await this.choose(kind);
  }

  async choose(kind = null) {
    const what = form.elements.what.value;
    for (const label of form.querySelectorAll("[data-only]")) label.hidden = label.dataset.only !== what;
    if (what === "kind" && !this.kinds && !(await this.offerKinds(kind))) return;
    const address = new URLSearchParams({ game: form.elements.game.value, what });
    history.replaceState(null, "", `?${address}`);
    this.coming = null;
    await this.next();
  }

  /** The kinds that come up in the game, most of them after a moment: rounds are dealt to see which there are. */
  async offerKinds(chosen) {
    try {
      const { kinds, of } = await get(`/api/training/games/${form.elements.game.value}/kinds`);
      this.kinds = kinds;
      const decisions = [...new Set(kinds.map((kind) => kind.decision))];
      form.elements.kind.replaceChildren(
        ...decisions.map((decision) =>
          h(
            "optgroup",
            { label: decision },
            kinds
              .filter((kind) => kind.decision === decision)
              .map((kind) =>
                h(
                  "option",
                  { value: JSON.stringify([decision, kind.hand]) },
                  `${kind.hand}, in ${kind.rounds} of ${of} rounds`,
                ),
              ),
          ),
        ),
      );
      const wanted = kinds.find((kind) => `${kind.decision}: ${kind.hand}` === chosen);
      if (wanted) form.elements.kind.value = JSON.stringify([wanted.decision, wanted.hand]);
      return true;
    } catch (error) {
      this.complain(error.message);
      return false;
    }
  }

  wish() {
    const what = form.elements.what.value;
    if (what === "close") return { what, share: form.elements.share.value };
    if (what !== "kind") return { what };
    const [decision, hand] = JSON.parse(form.elements.kind.value);
    return { what, decision, hand };
  }

  fetchSpot() {
    return post(`/api/training/games/${form.elements.game.value}/spots`, this.wish()).catch((error) => ({
      problem: error.message,
    }));
  }

  async next() {
    const turn = (this.turn = {});
    part("next").disabled = true;
    document.body.dataset.spot = "";
    const spot = await (this.coming ?? this.fetchSpot());
    this.coming = null;
    if (turn !== this.turn) return;
    part("next").disabled = false;
    if (spot.problem) {
      this.complain(spot.problem);
      return;
    }
    this.complain("");
    this.show(spot);
    if (form.elements.what.value !== "mistakes") this.coming = this.fetchSpot();
  }

  show(spot) {
    this.spot = spot;
    this.snapshot = { ...spot.snapshot, table: { ...spot.table, ...spot.snapshot.table } };
    this.layout = this.snapshot.table.felt;
    const { prompt } = this.snapshot;
    const picking = prompt.choices.find((choice) => choice.takes === "cards");
    Object.assign(this.ui, {
      picked: [],
      amounts: {},
      prompt,
      choosing: picking?.kind ?? "",
      hand: picking ? prompt.hand : [],
      waiting: false,
      seat: this.snapshot.you.seat,
    });
    part("judgement").textContent = spot.because;
    part("judgement").className = "judgement";
    part("verdict").replaceChildren(
      h("p", { class: "quiet" }, "Decide as at a table: what each choice is worth is told at once."),
    );
    part("bar").hidden = false;
    part("next").hidden = true;
    this.draw();
    document.body.dataset.spot = spot.id;
  }

  draw() {
    part("felt").show(this.snapshot, this.layout, this.ui);
    part("bar").show(this.snapshot, this.layout, this.ui);
    this.fit ??= new Fit(document.querySelector("#main"), part("felt"), document.querySelector(".dock"));
    this.fit.scale();
  }

  pick(place, picked) {
    const { prompt } = this.ui;
    if (!prompt) return;
    const others = this.ui.picked.filter((each) => each !== place);
    if (picked && others.length >= prompt.most_picked) {
      part("bar").complain(prompt.too_many);
      return;
    }
    part("bar").complain("");
    this.ui.picked = picked ? [...others, place].sort((one, other) => one - other) : others;
    this.draw();
  }

  async act(action) {
    if (!action || this.ui.waiting) return;
    const { kind, cards, amount, option } = action;
    this.ui.waiting = true;
    this.draw();
    try {
      this.tell(await post(`/api/training/spots/${this.spot.id}`, { action: { kind, cards, amount, option } }));
    } catch (error) {
      this.ui.waiting = false;
      this.draw();
      part("bar").complain(error.message);
    }
  }

  tell({ verdict, advice, progress, rule }) {
    part("judgement").textContent = verdict.sentence;
    part("judgement").className = `judgement grade-${verdict.grade.replaceAll(" ", "-")}`;
    part("verdict").replaceChildren(
      h("p", {}, `${this.spot.kind.decision}: ${this.spot.kind.hand}`),
      ...[drawAdvice(advice)].flat().filter(Boolean),
      ...(rule ? [drawRule(rule)] : []),
    );
    this.ui.prompt = null;
    this.ui.choosing = "";
    part("bar").hidden = true;
    part("next").hidden = false;
    part("next").focus({ preventScroll: true });
    this.showProgress(progress);
    document.body.dataset.spot = "";
  }

  showProgress(progress) {
    this.progress = progress;
    part("streak").textContent = streakWords(progress);
    part("progress").replaceChildren(...drawProgress(progress));
    part("again").replaceChildren(...drawAgain(progress, Date.now()));
  }

  key(event) {
    if (
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      event.target.closest("input, select, textarea, summary, dialog")
    )
      return;
    const pressed = event.target.closest("button, a");
    if (pressed && pressed.getAttribute("role") !== "tab" && ["Enter", " "].includes(event.key)) return;
    const { ui } = this;
    const key = event.key.length === 1 ? event.key.toUpperCase() : event.key;
    const place = Number(event.key) - 1;
    if (!part("next").hidden && key === "Enter") this.next();
    else if (ui.choosing && place >= 0 && place < ui.hand.length) this.pick(place, !ui.picked.includes(place));
    else if (!ui.prompt || !part("bar").press(key)) return;
    event.preventDefault();
  }

  complain(words) {
    part("problem").textContent = words;
    part("problem").hidden = !words;
  }
}

/** What the rule list says here, which of its lines does, and what following it costs. */
function drawRule(rule) {
  return h(
    "section",
    { class: "rule" },
    h("h3", {}, "By the rule list"),
    rule.line ? h("p", {}, h("q", {}, rule.line)) : null,
    h("p", { class: rule.cost && rule.cost.value ? "lost" : "quiet" }, rule.words),
  );
}

const page = new PractisePage();
page.start().catch((error) => page.complain(error.message));
