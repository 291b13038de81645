/** The action bar: the actions allowed now, each with its price and its key. */

import { cardNames } from "../card_text.js";
import { find, h, redraw } from "../dom.js";
import { drawAmount } from "./amount.js";
import { drawBetting } from "./betting.js";
import { actionFor, choiceId, onlyChoice, refusal } from "./choices.js";
import { pickedCards, restCards } from "./spot.js";
import { clockWords, outcomeWords, stageOf, statusWords } from "./stage.js";

/** @import { Child, Choice, DecidingUi, Layout, Prompt, Snapshot, TableUi } from "../types.js" */
/** @import { Stage } from "./stage.js" */
/** @typedef {{ snapshot: Snapshot, layout: Layout, ui: DecidingUi | TableUi }} Shown */

/** Longer times, in seconds, are not shown. */
const LONGEST_SHOWN = 120;

export class ActionBar extends HTMLElement {
  status = h("p", { class: "bar-status", role: "status" });
  clockFill = h("span", { class: "clock-fill" });
  clockWords = h("span", { class: "clock-words figures" });
  clock = h("div", { class: "clock", role: "timer", hidden: true }, this.clockFill, this.clockWords);
  body = h("div", { class: "bar-body" });
  problem = h("p", { class: "problem", role: "alert" });
  outcome = h("p", { class: "offscreen", role: "status" });
  warning = h("div", { class: "warning", role: "alert", hidden: true });
  /** @type {Shown | null} */
  shown = null;
  /**
   * The second at which time runs out, on the page's clock, or null if the table waits for no one.
   * @type {number | null}
   */
  until = null;
  /** The current wait, and its length in seconds. */
  wait = "";
  span = 1;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  ticking;

  connectedCallback() {
    const line = h("div", { class: "bar-line" }, this.status, this.clock, this.problem);
    this.replaceChildren(line, this.warning, this.body, this.outcome);
    this.ticking = setInterval(() => this.tick(), 250);
  }

  disconnectedCallback() {
    clearInterval(this.ticking);
  }

  /**
   * @param {Snapshot} snapshot
   * @param {Layout} layout
   * @param {DecidingUi | TableUi} ui
   */
  show(snapshot, layout, ui) {
    const shown = { snapshot, layout, ui };
    this.shown = shown;
    const moment = `round ${snapshot.round.number}, ${snapshot.phase}, move ${snapshot.move}`;
    this.setClock(snapshot, `${moment}, ${snapshot.on_time_bank}`);
    this.dataset.moment = moment;
    const words = statusWords(snapshot, layout, ui);
    if (this.status.textContent !== words) this.status.replaceChildren(...statusParts(words, ui.prompt));
    const outcome = outcomeWords(snapshot);
    if (this.outcome.textContent !== outcome) this.outcome.textContent = outcome;
    this.classList.toggle("your-turn", Boolean(ui.prompt));
    const stage = stageOf(snapshot, ui);
    redraw(
      this.body,
      [
        stage,
        stage === "betting" && "bet" in ui
          ? [snapshot.table, ui.chips, ui.round, ui.draft.version, ui.lastBets]
          : [ui.prompt, ui.picked, ui.amounts, ui.waiting, snapshot.phase],
      ],
      () => drawStage(shown, stage),
    );
    this.tick();
  }

  /** Press the button of a key. Returns whether there was one. @param {string} key */
  press(key) {
    const ui = this.shown?.ui;
    if (!ui?.prompt) return false;
    const { prompt } = ui;
    const choice = prompt.choices.find((each) => each.key === key) ?? (key === "Enter" ? onlyChoice(prompt) : null);
    if (!choice) return false;
    const why = refusal(choice, ui.picked.length);
    if (why) this.complain(`${choice.words}: ${why}.`);
    else find(`[data-focus="choice-${CSS.escape(choiceId(choice))}"]`, HTMLElement, this.body).click();
    return true;
  }

  /** @param {string} words */
  complain(words) {
    this.problem.textContent = words;
  }

  /**
   * Ask for confirmation before an expensive decision. `sure` carries it out.
   * @param {string} words
   * @param {() => void} sure
   */
  warn(words, sure) {
    const think = h("button", { class: "small", onclick: () => this.calm() }, "Go back");
    this.warning.hidden = false;
    this.warning.replaceChildren(
      h("span", {}, `This is a blunder. ${words}`),
      think,
      h("button", { class: "small", dataset: { focus: "sure" }, onclick: sure }, "Play anyway"),
    );
    think.focus();
  }

  /** Remove the warning. */
  calm() {
    this.warning.hidden = true;
    this.warning.replaceChildren();
  }

  /**
   * Count down the seconds that the server gives, by a monotonic clock.
   * @param {Snapshot} snapshot
   * @param {string} wait
   */
  setClock({ time_left: left }, wait) {
    this.until = left === null ? null : performance.now() / 1000 + left;
    if (this.wait !== wait || (left ?? 0) > this.span) this.span = Math.max(1, left ?? 0);
    this.wait = wait;
  }

  tick() {
    const left = this.until === null ? Infinity : Math.max(0, this.until - performance.now() / 1000);
    this.clock.hidden = !this.shown || left > LONGEST_SHOWN;
    if (!this.shown || this.clock.hidden) return;
    this.clockFill.style.width = `${Math.min(100, (100 * left) / Math.min(this.span, LONGEST_SHOWN))}%`;
    this.clockWords.textContent = clockWords(this.shown.snapshot, Math.ceil(left));
    this.clock.classList.toggle("late", left < 8);
  }
}

/**
 * Return the parts of the status. The question is separate, so that a narrow window can hide it.
 * @param {string} words
 * @param {Prompt | null} prompt
 * @returns {(string | HTMLElement)[]}
 */
function statusParts(words, prompt) {
  if (!prompt?.held || !prompt.ask || !words.endsWith(prompt.ask)) return [words];
  return [words.slice(0, -prompt.ask.length), h("span", { class: "question" }, prompt.ask)];
}

/**
 * @param {Shown} shown
 * @param {Stage} stage
 * @returns {Child}
 */
function drawStage(shown, stage) {
  const { snapshot, layout, ui } = shown;
  if (ui.prompt && stage === "choosing") return drawChoices(shown, ui.prompt);
  if (stage === "closed") return h("a", { class: "button primary", href: "/" }, "Go to the lobby");
  if (!("bet" in ui)) return null;
  if (stage === "betting") return drawBetting(snapshot, layout, ui);
  if (stage === "broke")
    return h("button", { class: "primary", dataset: { focus: "rebuy" }, onclick: () => ui.rebuy() }, "Buy play chips");
  if (stage === "away")
    return h(
      "button",
      { class: "primary", dataset: { focus: "return" }, onclick: () => ui.sitOut(false) },
      "Rejoin game",
    );
  return null;
}

/**
 * Draw the choices in the game's order, as in the terminal. A refused one shows the reason.
 * @param {Shown} shown
 * @param {Prompt} prompt
 */
function drawChoices(shown, prompt) {
  const only = onlyChoice(prompt);
  return h(
    "div",
    { class: "choices" },
    prompt.choices.map((choice) =>
      choice.takes === "amount" && !choice.refused
        ? drawAmount(choice, shown.ui, (amount) => act(shown, choice, amount))
        : drawButton(shown, choice, choice === only),
    ),
  );
}

/**
 * @param {Shown} shown
 * @param {Choice} choice
 * @param {number} amount
 */
function act({ snapshot, layout, ui }, choice, amount) {
  const action = actionFor(snapshot.legal_actions, choice, [], [], layout);
  if (action) ui.act({ ...action, amount });
}

/**
 * @param {Shown} shown
 * @param {Choice} choice
 * @param {boolean} primary
 */
function drawButton({ snapshot, layout, ui }, choice, primary) {
  const picked = pickedCards(ui);
  const action = actionFor(snapshot.legal_actions, choice, picked, ui.hand, layout);
  const why = refusal(choice, picked.length) || (action ? "" : choice.barred || "these cards are not a legal choice");
  const counted = choice.takes === "cards" ? layout.choosing[choice.kind]?.counted : "";
  const detail = why || (counted ? `${counted} ${picked.length || "none"}` : choice.hint);
  const spoken =
    action && choice.takes === "cards" && picked.length
      ? `${choice.words}: ${cardNames(picked)}; the rest: ${cardNames(restCards(ui))}`
      : null;
  return h(
    "button",
    {
      class: primary ? "choice primary" : "choice",
      disabled: Boolean(why) || ui.waiting,
      "aria-label": spoken,
      "aria-keyshortcuts": choice.key,
      dataset: { focus: `choice-${choiceId(choice)}`, kind: choice.kind, option: choice.option },
      onclick: () => ui.act(action),
    },
    h("span", { class: "choice-words" }, choice.words, detail ? h("small", { class: why ? "why" : "" }, detail) : null),
    h("kbd", { "aria-hidden": "true" }, choice.key),
  );
}

customElements.define("hw-actions", ActionBar);
