/** The questions of a drill, their answer controls, and the corrections. */

import { cardName } from "../card_text.js";
import { capital, dollars, h, parseDollars } from "../dom.js";
import { seatsFromOne } from "./words.js";

/** @import { Answer, Child, Correction, Question } from "../types.js" */
/** Takes an answer, whenever it changes. @typedef {(answer: Answer) => void} Take */

/** From this number of options on, the question is a list box. */
const MANY = 6;

/** @type {Record<Question["kind"], (question: Question, take: Take) => Child>} */
const DRAWN = { cards: askCards, choice: askChoice, amount: askAmount, order: askOrder };

/**
 * @param {Question} question
 * @param {Take} take
 */
export function drawQuestion(question, take) {
  return h("fieldset", {}, h("legend", {}, seatsFromOne(question.prompt)), DRAWN[question.kind](question, take));
}

/**
 * @param {Question} question
 * @param {Take} take
 */
function askCards({ cards }, take) {
  /** @type {Set<number>} */
  const picked = new Set();
  const button = (/** @type {string} */ card, /** @type {number} */ place) => {
    const self = h(
      "button",
      { type: "button", class: "card-button", "aria-pressed": "false", "aria-label": cardName(card) },
      h("hw-card", { card }),
    );
    self.addEventListener("click", () => {
      if (!picked.delete(place)) picked.add(place);
      self.setAttribute("aria-pressed", String(picked.has(place)));
      self.classList.toggle("picked", picked.has(place));
      take([...picked].map((each) => cards[each]));
    });
    return self;
  };
  return h("div", { class: "card-row" }, cards.map(button));
}

/** @param {string[]} cards */
const cardStrip = (cards) =>
  cards.length
    ? h(
        "div",
        { class: "card-row small-cards" },
        cards.map((card) => h("hw-card", { card, compact: true })),
      )
    : null;

/**
 * @param {Question} question
 * @param {Take} take
 */
function askChoice(question, take) {
  const { options } = question;
  return [
    cardStrip(question.cards),
    options.length < MANY ? askAmongFew(question, take) : askAmongMany(question, take),
  ];
}

/**
 * @param {Question} question
 * @param {Take} take
 */
function askAmongFew({ id, options }, take) {
  return h(
    "div",
    { class: "radios" },
    options.map(({ value, text }) =>
      h("label", {}, h("input", { type: "radio", name: `q${id}`, value, onchange: () => take(value) }), capital(text)),
    ),
  );
}

/**
 * @param {Question} question
 * @param {Take} take
 */
function askAmongMany({ prompt, options }, take) {
  const list = h(
    "select",
    { "aria-label": seatsFromOne(prompt) },
    h("option", { value: "" }, "Choose an answer"),
    options.map(({ value, text }) => h("option", { value }, capital(text))),
  );
  list.addEventListener("change", () => take(list.value));
  return list;
}

/**
 * @param {Question} _
 * @param {Take} take
 */
function askAmount(_, take) {
  const input = h("input", { class: "amount figures", inputmode: "decimal", "aria-label": "Amount in dollars" });
  input.addEventListener("input", () => {
    const cents = parseDollars(input.value);
    input.setAttribute("aria-invalid", String(input.value !== "" && cents === null));
    take(cents);
  });
  return h("span", { class: "money-input" }, h("span", { class: "dollar" }, "$"), input);
}

/**
 * Draw a list to put in order with two buttons per line.
 * @param {Question} question
 * @param {Take} take
 */
function askOrder({ options }, take) {
  const order = [...options];
  const list = h("ol", { class: "order" });
  /**
   * @param {number} place
   * @param {1 | -1} step
   */
  const move = (place, step) => {
    [order[place], order[place + step]] = [order[place + step], order[place]];
    draw();
    const buttons = list.children[place + step].querySelectorAll("button");
    buttons[step < 0 ? 0 : 1].focus();
  };
  /**
   * @param {number} place
   * @param {1 | -1} step
   */
  const mover = (place, step) =>
    h(
      "button",
      {
        type: "button",
        class: "small",
        disabled: !order[place + step],
        "aria-label": `${seatsFromOne(order[place].text)}: ${step < 0 ? "move up" : "move down"}`,
        onclick: () => move(place, step),
      },
      step < 0 ? "↑" : "↓",
    );
  const draw = () => {
    take(order.map(({ value }) => value));
    list.replaceChildren(
      ...order.map(({ text }, place) =>
        h("li", {}, h("span", {}, capital(seatsFromOne(text))), mover(place, -1), mover(place, 1)),
      ),
    );
  };
  draw();
  return list;
}

/**
 * Draw the correction of an answer.
 * @param {Question} question
 * @param {Correction} correction
 */
export function drawCorrection(question, correction) {
  const { right, clause, words, why } = correction;
  return h(
    "div",
    { class: "correction" },
    right
      ? h("p", { class: "verdict won" }, "Correct.")
      : [
          h("p", { class: "verdict lost" }, "Incorrect."),
          drawExpected(question, correction),
          h("p", {}, capital(seatsFromOne(why)), "."),
        ],
    h("p", { class: "quiet" }, h("span", { class: "clause" }, clause), " ", words),
  );
}

/**
 * Draw the correct answer. For an order, the reason gives it.
 * @param {Pick<Question, "kind">} question
 * @param {Pick<Correction, "expected">} correction
 */
function drawExpected({ kind }, { expected }) {
  if (kind === "cards" && Array.isArray(expected)) return cardStrip(expected);
  if (kind === "amount") return h("b", { class: "figures" }, dollars(Number(expected)));
  return kind === "choice" ? h("b", {}, capital(String(expected))) : null;
}
