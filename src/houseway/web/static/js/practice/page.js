/** The trainer: a spot on the felt, the buttons of the table, an immediate verdict, and the next spot ready. */

import { ensureUser, get, post } from "../api.js";
import "../cards.js";
import { capital, find, flat, h, happenedIn, part, wordsOf } from "../dom.js";
import "../header.js";
import { ActionBar } from "../table/actions.js";
import { drawAdvice } from "../table/advice.js";
import { picksAfter } from "../table/choices.js";
import { Felt } from "../table/felt.js";
import { Fit } from "../table/fit.js";
import { prepareTabs } from "../table/tabs.js";
import { drawAgain, drawProgress, streakWords } from "./progress.js";
import { Sitting } from "./sitting.js";
import { freshUi, kindValue, knownWish, pastDecision, snapshotOf, wishOf } from "./spot.js";

/** @import { Action, DecidingUi, PracticedGame, Progress, RuleHere, Snapshot, Spot, SpotKind, SpotVerdict } from "../types.js" */
/** A spot, or the reason why there is none. @typedef {{ spot: Spot } | { problem: string }} Coming */

const form = part("choose", HTMLFormElement);
/** @param {string} name */
const choiceOf = (name) => find(`select[name="${name}"]`, HTMLSelectElement, form);
const [gameChoice, whatChoice] = [choiceOf("game"), choiceOf("what")];
const [shareChoice, kindChoice] = [choiceOf("share"), choiceOf("kind")];
const [bar, felt, next] = [part("bar", ActionBar), part("felt", Felt), part("next", HTMLButtonElement)];

class PracticePage {
  /** @type {PracticedGame[]} */
  games = [];
  sitting = new Sitting("");
  /** The unit of the game's values. */
  units = "units";
  /** The kinds of spots of the game, once they are requested. @type {SpotKind[] | null} */
  kinds = null;
  /** The spot to decide, and its table. @type {{ spot: Spot, snapshot: Snapshot } | null} */
  now = null;
  /** The next spot, requested while this one is decided. @type {Promise<Coming> | null} */
  coming = null;
  /** A decision at a table that a link requests. It comes first. @type {ReturnType<typeof pastDecision>} */
  past = null;
  /** The last request. Answers to older ones are not shown. */
  turn = {};
  /** @type {Fit | null} */
  fit = null;
  /** @type {DecidingUi} */
  ui = {
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
    pick: (place, picked) => this.pick(place, picked),
    act: (action) => this.act(action),
    light: () => {},
  };

  constructor() {
    prepareTabs(find("[role=tablist]"));
    form.addEventListener("submit", (event) => event.preventDefault());
    gameChoice.addEventListener("change", () => this.chooseGame());
    for (const choice of [whatChoice, shareChoice, kindChoice]) choice.addEventListener("change", () => this.choose());
    next.addEventListener("click", () => this.next());
    document.addEventListener("keydown", (event) => this.key(event));
  }

  async start() {
    /** @type {{ games: PracticedGame[] }} */
    const { games } = await get("/api/training/games");
    this.games = games;
    gameChoice.replaceChildren(
      ...games.map(({ slug, title, why_not: why }) =>
        h("option", { value: slug, disabled: Boolean(why) }, why ? `${title} (no spots)` : title),
      ),
    );
    const asked = new URLSearchParams(location.search);
    const known = games.find((game) => game.slug === asked.get("game")) ?? games.find((game) => !game.why_not);
    if (known) gameChoice.value = known.slug;
    whatChoice.value = knownWish(asked.get("what")) ?? whatChoice.value;
    this.past = pastDecision(asked);
    await ensureUser();
    await this.chooseGame(asked.get("kind"));
  }

  /** @param {string | null} [kind] */
  async chooseGame(kind = null) {
    const game = this.games.find((each) => each.slug === gameChoice.value);
    this.kinds = null;
    if (!game) return;
    if (game.why_not) {
      this.complain(`You cannot practice ${game.title}: ${game.why_not}.`);
      return;
    }
    this.sitting = new Sitting(game.slug);
    this.units = game.units;
    this.showProgress(await get(`/api/training/games/${game.slug}`));
    await this.choose(kind);
  }

  /** @param {string | null} [kind] */
  async choose(kind = null) {
    const what = whatChoice.value;
    for (const label of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll("[data-only]")))
      label.hidden = label.dataset.only !== what;
    if (what === "kind" && !this.kinds && !(await this.offerKinds(kind))) return;
    const address = new URLSearchParams({ game: gameChoice.value, what });
    history.replaceState(null, "", `?${address}`);
    this.coming = null;
    await this.next();
  }

  /**
   * List the kinds of spots in the game. Most appear after a moment, because rounds are dealt to find them.
   * @param {string | null} chosen
   */
  async offerKinds(chosen) {
    try {
      /** @type {{ kinds: SpotKind[], of: number }} */
      const { kinds, of } = await get(`/api/training/games/${gameChoice.value}/kinds`);
      this.kinds = kinds;
      const decisions = [...new Set(kinds.map((kind) => kind.decision))];
      const option = (/** @type {SpotKind} */ kind) =>
        h("option", { value: kindValue(kind) }, `${kind.hand} (${kind.rounds} of ${of} rounds)`);
      kindChoice.replaceChildren(
        ...decisions.map((decision) =>
          h("optgroup", { label: decision }, kinds.filter((kind) => kind.decision === decision).map(option)),
        ),
      );
      const wanted = kinds.find((kind) => `${kind.decision}: ${kind.hand}` === chosen);
      if (wanted) kindChoice.value = kindValue(wanted);
      return true;
    } catch (error) {
      this.complain(wordsOf(error));
      return false;
    }
  }

  /** @returns {Promise<Coming>} */
  async fetchSpot() {
    const { past } = this;
    const wish = past ? { what: "past", past } : wishOf(whatChoice.value, shareChoice.value, kindChoice.value);
    this.past = null;
    try {
      return { spot: await post(`/api/training/games/${gameChoice.value}/spots`, wish) };
    } catch (error) {
      return { problem: wordsOf(error) };
    }
  }

  async next() {
    const turn = (this.turn = {});
    next.disabled = true;
    document.body.dataset.spot = "";
    const coming = await (this.coming ?? this.fetchSpot());
    if (turn !== this.turn) return;
    this.coming = null;
    next.disabled = false;
    this.complain("");
    if ("problem" in coming) {
      this.showNothing(coming.problem);
      return;
    }
    this.show(coming.spot);
    if (whatChoice.value !== "mistakes") this.coming = this.fetchSpot();
  }

  /** Show in place of the felt that there is no spot, why, and what to do next. @param {string} words */
  showNothing(words) {
    this.now = null;
    felt.hidden = bar.hidden = next.hidden = true;
    part("judgment").replaceChildren();
    part("verdict").replaceChildren();
    const any = h("button", { class: "primary", dataset: { focus: "any" }, onclick: () => this.chooseAny() });
    any.textContent = whatChoice.value === "any" ? "Try again" : "Practice any decision";
    part("nothing").hidden = false;
    part("nothing").replaceChildren(
      h("h2", {}, "No spot to practice"),
      h("p", { role: "status" }, capital(words)),
      h("p", { class: "empty-choices" }, any, h("a", { class: "button", href: "/" }, "Play at a table")),
    );
    any.focus({ preventScroll: true });
  }

  chooseAny() {
    whatChoice.value = "any";
    this.choose();
  }

  /** @param {Spot} spot */
  show(spot) {
    felt.hidden = false;
    part("nothing").hidden = true;
    const snapshot = snapshotOf(spot);
    this.now = { spot, snapshot };
    Object.assign(this.ui, freshUi(snapshot));
    part("judgment").textContent = spot.because;
    part("judgment").className = "judgment";
    part("verdict").replaceChildren(
      h("p", { class: "quiet" }, "Choose as you would at a table. You'll see what each option was worth right away."),
    );
    bar.hidden = false;
    next.hidden = true;
    this.draw();
    document.body.dataset.spot = spot.id;
  }

  draw() {
    if (!this.now) return;
    const { snapshot } = this.now;
    felt.show(snapshot, snapshot.table.felt, this.ui);
    bar.show(snapshot, snapshot.table.felt, this.ui);
    this.fit ??= new Fit(find("#main"), felt, find(".dock"));
    this.fit.scale();
  }

  /**
   * @param {number} place
   * @param {boolean} picked
   */
  pick(place, picked) {
    const { prompt } = this.ui;
    if (!prompt) return;
    const picks = picksAfter(this.ui.picked, place, picked, prompt.most_picked);
    bar.complain(picks ? "" : prompt.too_many);
    if (!picks) return;
    this.ui.picked = picks;
    this.draw();
  }

  /** @param {Action | null} action */
  async act(action) {
    if (!action || !this.now || this.ui.waiting) return;
    const { spot } = this.now;
    const { kind, cards, amount, option } = action;
    this.ui.waiting = true;
    this.draw();
    try {
      this.tell(spot, await post(`/api/training/spots/${spot.id}`, { action: { kind, cards, amount, option } }));
    } catch (error) {
      this.ui.waiting = false;
      this.draw();
      bar.complain(wordsOf(error));
    }
  }

  /**
   * @param {Spot} spot
   * @param {SpotVerdict} told
   */
  tell({ kind }, { verdict, advice, progress, rule }) {
    part("judgment").replaceChildren(h("b", {}, verdict.sentence));
    part("judgment").className = `judgment grade-${verdict.grade.replaceAll(" ", "-")}`;
    part("verdict").replaceChildren(
      h("p", {}, `${capital(kind.decision)}: ${kind.hand}`),
      ...flat([drawAdvice(advice), rule ? drawRule(rule) : null]),
    );
    this.sitting.add(verdict.cost.value);
    this.ui.prompt = null;
    this.ui.choosing = "";
    bar.hidden = true;
    next.hidden = false;
    next.focus({ preventScroll: true });
    this.showProgress(progress);
    document.body.dataset.spot = "";
  }

  /** @param {Progress} progress */
  showProgress(progress) {
    part("streak").textContent = streakWords(progress, this.units);
    part("progress").replaceChildren(...drawProgress(progress, this.units, this.sitting.blocks));
    part("again").replaceChildren(...drawAgain(progress, Date.now(), (kind) => this.practice(kind)));
  }

  /** Ask for spots of one kind from now on, by its name. @param {string} kind */
  practice(kind) {
    whatChoice.value = "kind";
    this.kinds = null;
    this.choose(kind);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (happenedIn(event, "input, select, textarea, summary, dialog")) return;
    const pressed = happenedIn(event, "button, a");
    if (pressed && pressed.getAttribute("role") !== "tab" && ["Enter", " "].includes(event.key)) return;
    const { ui } = this;
    const key = event.key.length === 1 ? event.key.toUpperCase() : event.key;
    const place = Number(event.key) - 1;
    if (!next.hidden && key === "Enter") this.next();
    else if (ui.choosing && place >= 0 && place < ui.hand.length) this.pick(place, !ui.picked.includes(place));
    else if (!ui.prompt || !bar.press(key)) return;
    event.preventDefault();
  }

  /** @param {string} words */
  complain(words) {
    part("problem").textContent = words;
    part("problem").hidden = !words;
  }
}

/** Draw the rule list's advice here, the line that applies, and the cost of following it. @param {RuleHere} rule */
function drawRule(rule) {
  return h(
    "section",
    { class: "rule" },
    h("h3", {}, "Simplified strategy (rule list)"),
    rule.line ? h("p", {}, h("q", {}, rule.line)) : null,
    h("p", { class: rule.cost.value ? "lost" : "quiet" }, rule.words),
  );
}

const page = new PracticePage();
page.start().catch((error) => page.complain(wordsOf(error)));
