/** The dealer drill: the felt shows a finished round, and the user does the dealer's work. */

import { ensureUser, get, post } from "./api.js";
import "./cards.js";
import { find, h, part, wordsOf } from "./dom.js";
import { drawCorrection, drawQuestion } from "./drill/questions.js";
import { drawRound } from "./drill/round.js";
import { isBlank, progressWords } from "./drill/words.js";
import "./header.js";

/** @import { Answer, Correction, Drill, Game, GameInFull, Progress, Question } from "./types.js" */

const form = part("start", HTMLFormElement);
const [gameChoice, seatsChoice, levelChoice] = ["game", "seats", "level"].map((name) =>
  find(`select[name="${name}"]`, HTMLSelectElement, form),
);
const timed = find('input[name="timed"]', HTMLInputElement, form);

/** One round of the drill, asked question by question. */
class Asking {
  /** @type {Answer} */
  answer = null;
  at = 0;
  right = 0;
  begun = Date.now();
  problem = h("p", { class: "problem", role: "alert", dataset: { part: "blank" } });
  clock = h("span", { class: "figures quiet", dataset: { part: "clock" } });
  place = h("form", { class: "questions", onsubmit: (event) => this.submit(event) });

  /** @param {Drill} drill */
  constructor(drill) {
    this.drill = drill;
    this.isTimed = timed.checked;
  }

  get seconds() {
    return (Date.now() - this.begun) / 1000;
  }

  get isOver() {
    return this.at === this.drill.questions.length;
  }

  /** Show the next question alone. */
  ask() {
    const question = this.drill.questions[this.at];
    const count = `Question ${this.at + 1} of ${this.drill.questions.length} `;
    this.answer = null;
    this.problem.textContent = "";
    this.place.replaceChildren(
      h("h2", {}, count, this.isTimed ? this.clock : null),
      h(
        "div",
        { class: "question", dataset: { question: question.id } },
        drawQuestion(question, (answer) => {
          this.answer = answer;
        }),
      ),
      this.problem,
      h("button", { class: "primary" }, "Submit answer"),
    );
    const first = this.place.querySelector("fieldset input, fieldset button, fieldset select");
    if (first instanceof HTMLElement) first.focus();
  }

  tick() {
    if (!this.isOver) this.clock.textContent = `${Math.floor(this.seconds)} s`;
  }

  /** Send the answer, and show the correction immediately. @param {Event} event */
  async submit(event) {
    event.preventDefault();
    const { drill, answer } = this;
    const question = drill.questions[this.at];
    if (isBlank(answer)) {
      this.problem.textContent = "Choose or type an answer first.";
      return;
    }
    try {
      this.tell(question, await post(`/api/drill/${drill.id}`, { question: question.id, answer }));
    } catch (error) {
      this.problem.textContent = wordsOf(error);
    }
  }

  /**
   * @param {Question} question
   * @param {Correction} correction
   */
  tell(question, correction) {
    const item = find(".question", HTMLElement, this.place);
    this.problem.textContent = "";
    item.classList.add(correction.right ? "right" : "wrong");
    item.append(drawCorrection(question, correction));
    for (const control of item.querySelectorAll("input, select, button")) control.toggleAttribute("disabled", true);
    this.at += 1;
    if (correction.right) this.right += 1;
    const next = h(
      "button",
      {
        type: "button",
        class: "primary",
        dataset: { part: "go-on" },
        onclick: () => (this.isOver ? deal() : this.ask()),
      },
      this.isOver ? "Deal next round" : "Next question",
    );
    find(":scope > button", HTMLElement, this.place).replaceWith(next);
    next.focus();
    this.showScore(correction.progress);
  }

  /** Show the score of this round and of this game so far. @param {Progress} progress */
  showScore(progress) {
    const took = this.isOver ? ` in ${Math.round(this.seconds)} seconds. ` : ". ";
    const round = [h("b", { class: "figures" }, `${this.right} of ${this.at} correct`), took];
    part("score").replaceChildren(...(this.at ? round : []), progressWords(progress));
  }
}

/** @type {Game[]} */
let games = [];
/** @type {Asking | null} */
let asking = null;

async function start() {
  ({ games } = await get("/api/games"));
  gameChoice.append(...games.map((game) => h("option", { value: game.slug }, game.title)));
  const asked = new URLSearchParams(location.search).get("game");
  const known = games.find((game) => game.slug === asked);
  if (known) gameChoice.value = known.slug;
  offerSeats();
  setInterval(() => asking?.tick(), 250);
}

function offerSeats() {
  const [least, most] = games.find((game) => game.slug === gameChoice.value)?.seats ?? [1, 1];
  const numbers = Array.from({ length: most - least + 1 }, (_, place) => least + place);
  seatsChoice.replaceChildren(
    h("option", { value: "" }, "Any"),
    ...numbers.map((number) => h("option", { value: number }, number)),
  );
}

async function deal() {
  const [game, level, seats] = [gameChoice.value, Number(levelChoice.value), seatsChoice.value];
  try {
    await ensureUser();
    /** @type {GameInFull} */
    const facts = await get(`/api/games/${game}`);
    /** @type {Drill} */
    const drill = await post("/api/drill", { game, level, ...(seats ? { seats: Number(seats) } : {}) });
    asking = new Asking(drill);
    part("round").replaceChildren(drawRound(drill.round, facts), asking.place);
    asking.showScore(drill.progress);
    asking.ask();
  } catch (error) {
    complain(error);
  }
}

/** @param {unknown} error */
const complain = (error) => part("round").replaceChildren(h("p", { class: "problem" }, wordsOf(error)));

form.addEventListener("submit", (event) => {
  event.preventDefault();
  deal();
});
gameChoice.addEventListener("change", offerSeats);
start().catch(complain);
