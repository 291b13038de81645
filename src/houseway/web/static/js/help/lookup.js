// @ts-nocheck
/** Look a hand up: type or press cards, and see the best action with the exact value of every option. */

import { post } from "../api.js";
import { cardName } from "../cards.js";
import { h } from "../dom.js";
import { drawAdvice } from "../table/advice.js";
import { RANKS, readCards, SUITS, writtenCards } from "./typed.js";

const TITLES = {
  cards: "Your cards",
  board: "Cards on the table",
  dealer: "The dealer's cards in sight",
  dead: "Cards out of play",
};

/** A deck of 53 or 54 cards has jokers. */
export const hasJokers = ({ deck }) => [1, 2].includes(deck % 52);

class HandLookup extends HTMLElement {
  /**
   * `choice` is the game with readings and pay table; `moments` are those of its guide; `own` is the situation at the
   * table, by places, or null.
   */
  show(choice, moments, { jokers = false, own = null } = {}) {
    const [asked, situation] = [JSON.stringify([choice, moments.length]), own && JSON.stringify(own)];
    if (asked === this.asked && (!situation || situation === this.situation)) return;
    Object.assign(this, { asked, situation });
    Object.assign(this, { choice, moments, jokers });
    this.hidden = !moments.length;
    if (!moments.length) return;
    const held = own ? this.momentOf(own) : -1;
    this.choose(Math.max(0, held), held < 0 ? null : own);
  }

  /** The moment that has as many cards as somebody sees; -1 where there is none. */
  momentOf(own) {
    const size = (text) => readCards(text ?? "").cards.length;
    return this.moments.findIndex((moment) =>
      ["cards", "board", "dealer"].every((name) => size(moment.places[name]) === size(own[name])),
    );
  }

  choose(number, places) {
    this.moment = this.moments[number];
    const usual = { ...this.moment.places, ...(this.moment.dead ? { dead: "" } : {}) };
    this.places = Object.fromEntries(
      Object.entries(usual).map(([name, text]) => [name, writtenCards(readCards(places?.[name] ?? text).cards)]),
    );
    this.open = "cards";
    this.draw(number);
  }

  draw(number) {
    const pick = h(
      "select",
      {
        "aria-label": "Which decision",
        dataset: { focus: "moment" },
        onchange: () => this.choose(Number(pick.value), null),
      },
      this.moments.map((moment, place) =>
        h("option", { value: place, selected: place === number }, `${moment.title} (${sizes(moment)})`),
      ),
    );
    this.fields = Object.keys(this.places).map((name) => this.drawField(name));
    this.keys = h("div", { class: "card-keys", role: "group", "aria-label": "Cards to press" });
    this.problem = h("p", { class: "problem", role: "alert" });
    this.answer = h("div", { class: "lookup-answer", "aria-live": "polite" });
    this.replaceChildren(
      h("h3", {}, "Look a hand up"),
      this.moments.length > 1 ? pick : h("p", { class: "quiet" }, this.moment.title),
      this.moment.later ? h("p", { class: "quiet" }, "After the smallest bets that lead there.") : "",
      ...this.fields,
      this.keys,
      h(
        "button",
        { class: "primary", type: "button", dataset: { focus: "look-up" }, onclick: () => this.ask() },
        "Look it up",
      ),
      this.problem,
      this.answer,
    );
    this.drawKeys();
  }

  drawField(name) {
    const field = h("input", {
      value: this.places[name],
      dataset: { focus: `lookup-${name}`, place: name },
      autocomplete: "off",
      spellcheck: "false",
      onfocus: () => this.turnTo(name),
      oninput: () => {
        this.places[name] = field.value;
        this.drawKeys();
      },
      onkeydown: (event) => event.key === "Enter" && this.ask(),
    });
    const clear = h(
      "button",
      { class: "small", type: "button", "aria-label": `Clear: ${TITLES[name]}`, onclick: () => this.set(name, "") },
      "Clear",
    );
    return h("div", { class: "lookup-field" }, h("label", {}, h("span", {}, this.title(name)), field), clear);
  }

  title(name) {
    const wanted = readCards(this.moment.places[name] ?? "").cards.length;
    return wanted ? `${TITLES[name]} (${wanted})` : `${TITLES[name]}, if any`;
  }

  turnTo(name) {
    this.open = name;
    this.drawKeys();
  }

  set(name, text) {
    this.places[name] = text;
    this.querySelector(`[data-place="${name}"]`).value = text;
    this.turnTo(name);
  }

  /** All cards; a press puts one into the field that is open, another takes it out. */
  drawKeys() {
    const here = readCards(this.places[this.open]).cards;
    const taken = Object.entries(this.places).flatMap(([name, text]) =>
      name === this.open ? [] : readCards(text).cards,
    );
    const key = (card) =>
      h(
        "button",
        {
          class: `card-key suit-${card[1]}`,
          type: "button",
          "aria-label": cardName(card),
          "aria-pressed": String(here.includes(card)),
          disabled: taken.includes(card),
          dataset: { card },
          onclick: () => this.press(card),
        },
        card === "Jk" ? "Jk" : card[0] === "T" ? "10" : card[0],
      );
    const row = (suit) =>
      h(
        "div",
        { class: "card-key-row" },
        h("span", { class: `suit-name suit-${suit}`, "aria-hidden": "true" }, SUITS[suit]),
        [...RANKS].map((rank) => key(rank + suit)),
      );
    this.keys.replaceChildren(
      ...Object.keys(SUITS).map(row),
      this.jokers ? h("div", { class: "card-key-row" }, h("span", {}), key("Jk")) : "",
    );
  }

  press(card) {
    const here = readCards(this.places[this.open]).cards;
    const next = here.includes(card) ? here.filter((each) => each !== card) : [...here, card];
    this.set(this.open, writtenCards(next));
    this.keys.querySelector(`[data-card="${card}"]`)?.focus();
  }

  async ask() {
    const read = Object.entries(this.places).map(([name, text]) => [name, readCards(text)]);
    const wrong = read.find(([, { unknown }]) => unknown);
    this.answer.replaceChildren();
    this.problem.textContent = wrong ? `${wrong[1].unknown} is no card. Write cards as As, 10d or Jh.` : "";
    if (wrong) return;
    this.answer.replaceChildren(h("p", { class: "quiet" }, "Counting."));
    const places = Object.fromEntries(read.map(([name, { cards }]) => [name, cards.join(" ")]));
    const turn = (this.turn = {});
    try {
      const advice = await post("/api/advise", { ...this.choice, ...places, stage: this.moment.stage });
      if (turn === this.turn) this.answer.replaceChildren(...[drawAdvice(advice)].flat().filter(Boolean));
    } catch (error) {
      if (turn !== this.turn) return;
      this.answer.replaceChildren();
      this.problem.textContent = error.message;
    }
  }
}

/** "3 cards, 1 of the dealer's": what is seen at a moment. */
function sizes({ places }) {
  const count = (name) => readCards(places[name] ?? "").cards.length;
  const own = `${count("cards")} cards`;
  const more = [
    count("board") ? `${count("board")} on the table` : "",
    count("dealer") ? `${count("dealer")} of the dealer's` : "",
  ];
  return [own, ...more.filter(Boolean)].join(", ");
}

customElements.define("hw-lookup", HandLookup);
