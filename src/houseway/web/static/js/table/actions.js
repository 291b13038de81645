// @ts-nocheck
/** The action bar: only what may be done now, each with its price and its key. */

import { cardNames } from "../cards.js";
import { dollars, h, parseDollars, redraw } from "../dom.js";
import { actionFor, choiceId, onlyChoice, refusal } from "./choices.js";
import { drawBetting } from "./betting.js";
import { pickedCards, restCards } from "./spot.js";
import { seatName } from "./words.js";

/** More time than this, in seconds, hurries nobody and is not shown. */
const LONGEST_SHOWN = 120;
const SECOND_PLAYER = "Waiting for a second player: Invite copies the link to this table.";

class ActionBar extends HTMLElement {
  connectedCallback() {
    this.status = h("p", { class: "bar-status", role: "status" });
    this.clock = h(
      "div",
      { class: "clock", role: "timer", hidden: true },
      h("span", { class: "clock-fill" }),
      h("span", { class: "clock-words figures" }),
    );
    this.body = h("div", { class: "bar-body" });
    this.problem = h("p", { class: "problem", role: "alert" });
    this.warning = h("div", { class: "warning", role: "alert", hidden: true });
    const line = h("div", { class: "bar-line" }, this.status, this.clock, this.problem);
    this.replaceChildren(line, this.warning, this.body);
    this.ticking = setInterval(() => this.tick(), 250);
  }

  disconnectedCallback() {
    clearInterval(this.ticking);
  }

  show(snapshot, layout, ui) {
    this.snapshot = snapshot;
    this.layout = layout;
    this.ui = ui;
    const moment = `round ${snapshot.round.number}, ${snapshot.phase}, move ${snapshot.move}`;
    this.setClock(snapshot, `${moment}, ${snapshot.on_time_bank}`);
    this.dataset.moment = moment;
    const words = statusWords(snapshot, layout, ui);
    if (this.status.textContent !== words) this.status.textContent = words;
    this.classList.toggle("your-turn", Boolean(ui.prompt));
    const stage = stageOf(snapshot, ui);
    redraw(
      this.body,
      [
        stage,
        stage === "betting"
          ? [snapshot.table, ui.chips, ui.round, ui.draft.version, ui.lastBets]
          : [ui.prompt, ui.picked, ui.amounts, ui.waiting, snapshot.phase],
      ],
      () => this.draw(stage),
    );
    this.tick();
  }

  draw(stage) {
    const { snapshot, layout, ui } = this;
    if (stage === "choosing") return this.drawChoices();
    if (stage === "betting") return drawBetting(snapshot, layout, ui);
    if (stage === "broke")
      return h("button", { class: "primary", dataset: { focus: "rebuy" }, onclick: ui.rebuy }, "Buy more play chips");
    if (stage === "away")
      return h(
        "button",
        { class: "primary", dataset: { focus: "return" }, onclick: () => ui.sitOut(false) },
        "Play again",
      );
    if (stage === "closed") return h("a", { class: "button primary", href: "/" }, "Back to the lobby");
    return [];
  }

  /** In the order in which the game lists what may be done, as the terminal has it; what is refused says why. */
  drawChoices() {
    const { prompt } = this.ui;
    const only = onlyChoice(prompt);
    return h(
      "div",
      { class: "choices" },
      prompt.choices.map((choice) =>
        choice.takes === "amount" && !choice.refused
          ? this.drawAmount(choice)
          : this.drawButton(choice, choice === only),
      ),
    );
  }

  drawButton(choice, primary) {
    const { ui, layout, snapshot } = this;
    const picked = pickedCards(ui);
    const action = actionFor(snapshot.legal_actions, choice, picked, ui.hand, layout);
    const why = refusal(choice, picked.length) || (action ? "" : "these cards cannot be picked");
    const counted = choice.takes === "cards" ? layout.choosing[choice.kind]?.counted : "";
    const detail = why || (counted ? `${counted} ${picked.length || "none"}` : "");
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
      h(
        "span",
        { class: "choice-words" },
        choice.words,
        detail ? h("small", { class: why ? "why" : "" }, detail) : null,
      ),
      h("kbd", { "aria-hidden": "true" }, choice.key),
    );
  }

  /** A bet or raise: a slider, a field that is checked while typing, and the sizes that the server names. */
  drawAmount(choice) {
    const { ui, snapshot, layout } = this;
    const [least, most] = [Math.min(...choice.amounts), Math.max(...choice.amounts)];
    const id = choiceId(choice);
    const verb = choice.kind === "raise" ? "Raise to" : "Bet";
    const value = ui.amounts[id] ?? least;
    const fixed = least === most;
    const words = h("span", { class: "choice-words" });
    const hint = h("span", { class: "amount-hint", role: "status" });
    const button = h(
      "button",
      {
        class: "choice",
        "aria-keyshortcuts": choice.key,
        dataset: { focus: `choice-${id}`, kind: choice.kind, option: choice.option },
        onclick: () => send(),
      },
      words,
      h("kbd", { "aria-hidden": "true" }, choice.key),
    );
    const slider = h("input", {
      type: "range",
      min: least,
      max: most,
      step: 100,
      value,
      "aria-label": `${verb}, slider`,
      dataset: { focus: "amount-slider" },
      oninput: () => set(Number(slider.value), "slider"),
    });
    const field = h("input", {
      class: "amount figures",
      inputmode: "decimal",
      value: (value / 100).toString(),
      "aria-label": `${verb}, in dollars`,
      dataset: { focus: "amount-field" },
      oninput: () => set(parseDollars(field.value), "field"),
      onkeydown: (event) => event.key === "Enter" && send(),
    });
    const set = (cents, from) => {
      const legal = cents !== null && cents >= least && cents <= most;
      button.disabled = !legal || ui.waiting;
      words.textContent = `${verb} ${legal ? dollars(cents) : "…"}`;
      hint.textContent = legal ? "" : `Between ${dollars(least)} and ${dollars(most)}.`;
      field.setAttribute("aria-invalid", String(!legal));
      if (!legal) return;
      ui.amounts[id] = cents;
      if (from !== "slider") slider.value = cents;
      if (from !== "field") field.value = String(cents / 100);
    };
    const send = () =>
      button.disabled ||
      ui.act({ ...actionFor(snapshot.legal_actions, choice, [], [], layout), amount: ui.amounts[id] });
    set(value, "start");
    const names = choice.amounts.length === 3 ? ["Least", "Pot", "Most"] : ["Least", "Most"];
    const presets = choice.amounts.map((amount, place) =>
      h(
        "button",
        { class: "preset", type: "button", onclick: () => set(amount, "preset") },
        h("small", {}, names[place]),
        dollars(amount),
      ),
    );
    if (fixed) return button;
    return h(
      "div",
      { class: "amount-choice" },
      h("div", { class: "presets" }, presets),
      h(
        "label",
        { class: "amount-row" },
        h("span", { class: "amount-slide" }, slider, hint),
        h("span", { class: "dollar" }, "$"),
        field,
      ),
      button,
    );
  }

  /** Press the button of a key; whether there was one. */
  press(key) {
    const { prompt } = this.ui;
    if (!prompt) return false;
    const choice = prompt.choices.find((each) => each.key === key) ?? (key === "Enter" ? onlyChoice(prompt) : null);
    if (!choice) return false;
    const why = refusal(choice, this.ui.picked.length);
    if (why) this.complain(`${choice.words}: ${why}.`);
    else this.body.querySelector(`[data-focus="choice-${CSS.escape(choiceId(choice))}"]`)?.click();
    return true;
  }

  complain(words) {
    this.problem.textContent = words;
  }

  /** Ask again before something that costs much: `sure` does it all the same. */
  warn(words, sure) {
    this.warning.hidden = !words;
    this.warning.replaceChildren(
      h("span", {}, words ? `This is a blunder. ${words}` : ""),
      h("button", { class: "small", onclick: () => this.warn("") }, "Think again"),
      h("button", { class: "small", dataset: { focus: "sure" }, onclick: () => sure() }, "Play it all the same"),
    );
    if (words) this.warning.querySelector("button").focus();
  }

  /** Count down from the seconds that the server says are left, by a clock that nobody sets. */
  setClock(snapshot, wait) {
    const left = snapshot.time_left;
    this.until = left === null ? null : performance.now() / 1000 + left;
    if (this.wait !== wait || left > this.span) this.span = Math.max(1, left);
    this.wait = wait;
  }

  tick() {
    const hurries = this.until !== undefined && this.until !== null;
    const left = hurries ? Math.max(0, this.until - performance.now() / 1000) : 0;
    this.clock.hidden = !hurries || left > LONGEST_SHOWN;
    if (this.clock.hidden) return;
    this.clock.querySelector(".clock-fill").style.width =
      `${Math.min(100, (100 * left) / Math.min(this.span, LONGEST_SHOWN))}%`;
    this.clock.querySelector(".clock-words").textContent = clockWords(this.snapshot, Math.ceil(left));
    this.clock.classList.toggle("late", left < 8);
  }
}

/** The seconds left, and what a time bank adds to them. */
function clockWords(snapshot, left) {
  if (snapshot.on_time_bank) return `${left} s of the time bank`;
  const bank = snapshot.seats.find((seat) => seat.seat === snapshot.actor)?.time_bank ?? 0;
  return bank ? `${left} s, then a time bank of ${Math.ceil(bank)} s` : `${left} s`;
}

const mine = (snapshot) => snapshot.seats.find((seat) => seat.seat === snapshot.you.seat);

/** What the bar is for now. */
function stageOf(snapshot, ui) {
  const own = mine(snapshot);
  if (snapshot.phase === "closed") return "closed";
  if (!own) return "watching";
  if (ui.prompt) return "choosing";
  if (["playing", "revealing"].includes(snapshot.phase)) return "waiting";
  if (own.barred_until) return "barred";
  if (own.sitting_out) return "away";
  if (own.ready && snapshot.phase === "betting") return "waiting";
  return ui.broke ? "broke" : "betting";
}

function statusWords(snapshot, layout, ui) {
  const stage = stageOf(snapshot, ui);
  if (stage === "closed")
    return `This table is closed.${snapshot.table.practice ? "" : " Your chips are back in your account."}`;
  if (stage === "watching")
    return snapshot.seats.some((seat) => seat.kind === "empty")
      ? "You are watching. Take a free seat to play."
      : "You are watching. Every seat is taken.";
  if (stage === "choosing") return `Your turn. ${ui.prompt.ask}`.trim();
  if (stage === "broke") return "Your chips are used up. One click brings more: they are play chips.";
  if (stage === "away") return "You sit out.";
  if (stage === "barred")
    return `You did not reveal your promised part of the shuffle. You play here again from round ${mine(snapshot).barred_until} on.`;
  if (stage === "betting")
    return layout.pot && isAlone(snapshot)
      ? `${SECOND_PLAYER} Bring chips to be ready.`
      : layout.pot
        ? snapshot.betting?.stacks[snapshot.you.seat]
          ? "Play on with your stack, or bring more chips."
          : "Bring chips to play."
        : snapshot.phase === "result"
          ? "Next round: place your bets."
          : "Place your bets.";
  if (snapshot.pacing) return "The showdown. Space shows the end at once.";
  if (snapshot.phase === "betting") return layout.pot && isAlone(snapshot) ? SECOND_PLAYER : waitingWords(snapshot);
  if (snapshot.phase === "revealing") return revealingWords(snapshot);
  return typeof snapshot.actor === "number" ? `${seatName(snapshot, snapshot.actor)} decides.` : "The dealer goes on.";
}

/** Whether nobody is there to play against. */
const isAlone = ({ seats }) => seats.filter((seat) => seat.kind !== "empty" && !seat.sitting_out).length < 2;

function revealingWords(snapshot) {
  const names = snapshot.seats.filter((seat) => seat.reveals).map((seat) => seat.name);
  return `Bets are closed. Every browser reveals its part of the shuffle${names.length ? `: waiting for ${names.join(", ")}` : ""}.`;
}

function waitingWords(snapshot) {
  const names = snapshot.seats
    .filter((seat) => seat.kind === "person" && !seat.ready && !seat.sitting_out)
    .map((seat) => seat.name);
  return names.length ? `Your bets are down. Waiting for ${names.join(", ")}.` : "Your bets are down. The deal begins.";
}

customElements.define("hw-actions", ActionBar);
