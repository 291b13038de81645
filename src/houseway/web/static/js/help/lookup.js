/** The hand look-up: type or press cards, and see the best action with the exact value of every option. */

import { post } from "../api.js";
import { cardName } from "../card_text.js";
import { find, flat, h, wordsOf } from "../dom.js";
import { drawAdvice } from "../table/advice.js";
import { RANKS, readCards, SUITS, writtenCards } from "./typed.js";

/** @import { GameChoice, GameInFull, Moment, Situation } from "../types.js" */

/** @type {Record<string, string>} */
const TITLES = {
  cards: "Your cards",
  board: "Community cards",
  dealer: "Dealer's face-up cards",
  dead: "Dead cards",
};

/** Return whether the deck has jokers: 53 or 54 cards. @param {Pick<GameInFull, "deck">} game */
export const hasJokers = ({ deck }) => [1, 2].includes(deck % 52);

export class HandLookup extends HTMLElement {
  /** The current game, with its moments. @type {GameChoice | null} */
  choice = null;
  /** @type {Moment[]} */
  moments = [];
  jokers = false;
  /** The page's last request, as texts. */
  asked = "";
  situation = "";
  stage = 1;
  /** The cards in each field, as typed. @type {Situation} */
  places = {};
  /** The field that pressed cards go into. */
  open = "cards";
  /** The current request. Answers to older ones are not shown. */
  turn = {};
  keys = h("div", { class: "card-keys", role: "group", "aria-label": "Card buttons" });
  problem = h("p", { class: "problem", role: "alert" });
  answer = h("div", { class: "lookup-answer", "aria-live": "polite" });

  /**
   * Show the look-up. `choice` is the game with readings and pay table; `moments` are those of its guide; `own` is the
   * situation at the table, by places, or null.
   * @param {GameChoice} choice
   * @param {Moment[]} moments
   * @param {{ jokers?: boolean, own?: Situation | null }} [more]
   */
  show(choice, moments, { jokers = false, own = null } = {}) {
    const [asked, situation] = [JSON.stringify([choice, moments.length]), own ? JSON.stringify(own) : ""];
    if (asked === this.asked && (!situation || situation === this.situation)) return;
    [this.asked, this.situation] = [asked, situation];
    [this.choice, this.moments, this.jokers] = [choice, moments, jokers];
    this.hidden = !moments.length;
    if (!moments.length) return;
    const held = own ? this.momentOf(own) : -1;
    this.choose(Math.max(0, held), held < 0 ? null : own);
  }

  /** Return the moment with the number of cards that the player sees, or -1 if there is none. @param {Situation} own */
  momentOf(own) {
    /** @param {string | undefined} text */
    const size = (text) => readCards(text ?? "").cards.length;
    return this.moments.findIndex((moment) =>
      ["cards", "board", "dealer"].every((name) => size(moment.places[name]) === size(own[name])),
    );
  }

  /**
   * @param {number} number
   * @param {Situation | null} places
   */
  choose(number, places) {
    const moment = this.moments[number];
    /** @type {Situation} */
    const fallback = { ...moment.places, ...(moment.dead ? { dead: "" } : {}) };
    this.stage = moment.stage;
    this.places = Object.fromEntries(
      Object.entries(fallback).map(([name, text]) => [name, writtenCards(readCards(places?.[name] ?? text).cards)]),
    );
    this.open = "cards";
    this.draw(moment, number);
  }

  /**
   * @param {Moment} moment
   * @param {number} number
   */
  draw(moment, number) {
    const pick = h(
      "select",
      { "aria-label": "Which decision", dataset: { focus: "moment" } },
      this.moments.map((each, place) =>
        h("option", { value: place, selected: place === number }, `${each.title} (${sizes(each)})`),
      ),
    );
    pick.addEventListener("change", () => this.choose(Number(pick.value), null));
    this.turn = {};
    this.problem.replaceChildren();
    this.answer.replaceChildren();
    this.replaceChildren(
      h("h3", {}, "Look up a hand"),
      this.moments.length > 1 ? pick : h("p", { class: "quiet" }, moment.title),
      moment.later ? h("p", { class: "quiet" }, "Assumes the smallest bets that lead to this decision.") : "",
      ...Object.keys(this.places).map((name) => this.drawField(moment, name)),
      this.keys,
      h(
        "button",
        { class: "primary", type: "button", dataset: { focus: "look-up" }, onclick: () => this.ask() },
        "Look up hand",
      ),
      this.problem,
      this.answer,
    );
    this.drawKeys();
  }

  /**
   * @param {Moment} moment
   * @param {string} name
   */
  drawField(moment, name) {
    const wanted = readCards(moment.places[name] ?? "").cards.length;
    const title = wanted ? `${TITLES[name]} (${wanted})` : `${TITLES[name]} (optional)`;
    const field = h("input", {
      value: this.places[name],
      dataset: { focus: `lookup-${name}`, place: name },
      autocomplete: "off",
      spellcheck: "false",
      onfocus: () => this.turnTo(name),
      onkeydown: (event) => event.key === "Enter" && this.ask(),
    });
    field.addEventListener("input", () => {
      this.places[name] = field.value;
      this.drawKeys();
    });
    const clear = h(
      "button",
      {
        class: "small",
        type: "button",
        "aria-label": `Clear ${TITLES[name].toLowerCase()}`,
        onclick: () => this.set(name, ""),
      },
      "Clear",
    );
    return h("div", { class: "lookup-field" }, h("label", {}, h("span", {}, title), field), clear);
  }

  /** @param {string} name */
  turnTo(name) {
    this.open = name;
    this.drawKeys();
  }

  /**
   * @param {string} name
   * @param {string} text
   */
  set(name, text) {
    this.places[name] = text;
    find(`[data-place="${name}"]`, HTMLInputElement, this).value = text;
    this.turnTo(name);
  }

  /** Draw all cards: a click adds one to the open field, another removes it. */
  drawKeys() {
    const here = readCards(this.places[this.open]).cards;
    const taken = Object.entries(this.places).flatMap(([name, text]) =>
      name === this.open ? [] : readCards(text).cards,
    );
    /** @param {string} card */
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
    /** @param {string} suit */
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

  /** @param {string} card */
  press(card) {
    const here = readCards(this.places[this.open]).cards;
    const next = here.includes(card) ? here.filter((each) => each !== card) : [...here, card];
    this.set(this.open, writtenCards(next));
    find(`[data-card="${card}"]`, HTMLElement, this.keys).focus();
  }

  async ask() {
    const read = Object.entries(this.places).map(([name, text]) => ({ name, ...readCards(text) }));
    const wrong = read.find(({ unknown }) => unknown);
    this.answer.replaceChildren();
    this.problem.textContent = wrong ? `“${wrong.unknown}” is not a card. Type cards such as As, 10d or Jh.` : "";
    if (wrong) return;
    this.answer.replaceChildren(h("p", { class: "quiet" }, "Calculating."));
    const places = Object.fromEntries(read.map(({ name, cards }) => [name, cards.join(" ")]));
    const turn = (this.turn = {});
    try {
      const advice = await post("/api/advise", { ...this.choice, ...places, stage: this.stage });
      if (turn === this.turn) this.answer.replaceChildren(...flat([drawAdvice(advice)]));
    } catch (error) {
      if (turn !== this.turn) return;
      this.answer.replaceChildren();
      this.problem.textContent = wordsOf(error);
    }
  }
}

/** Return the numbers of cards seen at a moment: "3 cards, 1 dealer's". @param {Moment} moment */
function sizes({ places }) {
  /** @param {string} name */
  const count = (name) => readCards(places[name] ?? "").cards.length;
  const own = `${count("cards")} cards`;
  const more = [
    count("board") ? `${count("board")} community` : "",
    count("dealer") ? `${count("dealer")} dealer's` : "",
  ];
  return [own, ...more.filter(Boolean)].join(", ");
}

customElements.define("hw-lookup", HandLookup);
