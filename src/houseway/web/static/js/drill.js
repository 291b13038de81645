// @ts-nocheck
/** The dealer drill: a finished round lies on the felt, and the user does the dealer's work. */

import { ensureUser, get, post } from "./api.js";
import { cardName } from "./cards.js";
import { capital, counted, dollars, h, parseDollars, wagerWords } from "./dom.js";
import "./header.js";
import { payTable } from "./pays.js";

const part = (name) => document.querySelector(`[data-part="${name}"]`);
const form = part("start");

/** Seats are counted from one for people. */
const seatsFromOne = (text) => text.replace(/\b(seat) (\d+)\b/gi, (_, word, seat) => `${word} ${Number(seat) + 1}`);

let games = [];
let facts = {};
let drill = null;
let answers = {};
let at = 0;
let right = 0;
let begun = 0;
let ticking = null;

async function start() {
  ({ games } = await get("/api/games"));
  form.elements.game.append(...games.map((game) => h("option", { value: game.slug }, game.title)));
  const asked = new URLSearchParams(location.search).get("game");
  if (games.some((game) => game.slug === asked)) form.elements.game.value = asked;
  offerSeats();
}

function offerSeats() {
  const [least, most] = games.find((game) => game.slug === form.elements.game.value).seats;
  const numbers = Array.from({ length: most - least + 1 }, (_, place) => least + place);
  form.elements.seats.replaceChildren(
    h("option", { value: "" }, "any"),
    ...numbers.map((number) => h("option", { value: number }, number)),
  );
}

async function deal() {
  const seats = form.elements.seats.value;
  try {
    await ensureUser();
    facts = await get(`/api/games/${form.elements.game.value}`);
    const level = Number(form.elements.level.value);
    drill = await post("/api/drill", {
      game: form.elements.game.value,
      level,
      ...(seats ? { seats: Number(seats) } : {}),
    });
  } catch (error) {
    part("round").replaceChildren(h("p", { class: "problem" }, error.message));
    return;
  }
  answers = {};
  [at, right] = [0, 0];
  begun = Date.now();
  part("round").replaceChildren(drawRound(), h("form", { class: "questions", onsubmit: answerOne }));
  clearInterval(ticking);
  if (form.elements.timed.checked) ticking = setInterval(tick, 250);
  showScore(drill.progress);
  ask();
}

function tick() {
  const clock = part("clock");
  if (clock) clock.textContent = `${Math.floor((Date.now() - begun) / 1000)} s`;
}

/** The round as it lies before the dealer: common cards, each seat with its cards and bets, and what was said. */
function drawRound() {
  const { piles, wagers, events, paytable, clauses } = drill.round;
  const shown = piles.filter((pile) => pile.cards.length);
  const area = (pile) =>
    h(
      "div",
      { class: "drill-pile" },
      h("span", {}, capital(pile.name)),
      h(
        "div",
        { class: "card-row" },
        pile.cards.map((card) => h("hw-card", { card })),
      ),
    );
  const seat = (made, place) =>
    h(
      "li",
      {},
      h("b", {}, `Seat ${place + 1}`),
      shown.filter((pile) => pile.seat === place).map(area),
      h(
        "ul",
        { class: "drill-bets" },
        made.map(([name, amount]) =>
          h("li", {}, `${wagerWords(name, facts.wagers)} `, h("b", { class: "figures" }, dollars(amount))),
        ),
      ),
    );
  const tables = Object.entries(paytable).map(([name, rows]) =>
    payTable(rows, facts.forms[name] ?? { title: capital(name), kind: "odds" }),
  );
  return h(
    "section",
    { class: "drill-felt", "aria-label": "The table" },
    h("div", { class: "drill-common" }, shown.filter((pile) => pile.seat === null).map(area)),
    h("ol", { class: "drill-seats" }, wagers.map(seat)),
    h(
      "div",
      { class: "drill-notes" },
      h(
        "details",
        {},
        h("summary", {}, "What happened so far"),
        h(
          "ol",
          { class: "drill-events" },
          events.map((event) =>
            h(
              "li",
              {},
              h("span", { class: "clause", title: clauses[event.clause] ?? "" }, event.clause),
              ` ${seatsFromOne(event.text)}`,
            ),
          ),
        ),
      ),
      tables.length ? h("details", {}, h("summary", {}, "Pay table"), h("div", { class: "drill-pays" }, tables)) : null,
      facts.house_way
        ? h(
            "details",
            {},
            h("summary", {}, "House way"),
            h(
              "ol",
              { class: "house-way" },
              facts.house_way.lines.map((line) => h("li", {}, `${line.number}. ${line.words}`)),
            ),
          )
        : null,
    ),
  );
}

/** The question that is due, alone. */
function ask() {
  const question = drill.questions[at];
  const place = part("round").querySelector(".questions");
  place.replaceChildren(
    h(
      "h2",
      {},
      `Question ${at + 1} of ${drill.questions.length} `,
      form.elements.timed.checked ? h("span", { class: "figures quiet", dataset: { part: "clock" } }, "") : null,
    ),
    h("div", { class: "question", dataset: { question: question.id } }, drawQuestion(question)),
    h("p", { class: "problem", role: "alert", dataset: { part: "blank" } }),
    h("button", { class: "primary" }, "Answer"),
  );
  place.querySelector("fieldset input, fieldset button, fieldset select")?.focus();
}

/** Send the answer; the verdict comes at once. */
async function answerOne(event) {
  event.preventDefault();
  const question = drill.questions[at];
  const answer = answers[question.id] ?? null;
  if (answer === null || answer === "" || answer.length === 0) {
    part("blank").textContent = "Answer the question first: nothing is chosen or typed yet.";
    return;
  }
  try {
    showVerdict(question, await post(`/api/drill/${drill.id}`, { question: question.id, answer }));
  } catch (error) {
    part("blank").textContent = error.message;
  }
}

function showVerdict(question, correction) {
  const item = part("round").querySelector(".question");
  part("blank").textContent = "";
  item.classList.add(correction.right ? "right" : "wrong");
  item.append(correction.right ? drawRight(correction) : drawCorrection(correction));
  for (const control of item.querySelectorAll("input, select, button")) control.disabled = true;
  at += 1;
  if (correction.right) right += 1;
  const over = at === drill.questions.length;
  const next = h(
    "button",
    { type: "button", class: "primary", dataset: { part: "go-on" }, onclick: over ? deal : ask },
    over ? "Deal the next round" : "Next question",
  );
  part("round").querySelector(".questions > button").replaceWith(next);
  next.focus();
  showScore(correction.progress, over);
  if (over) clearInterval(ticking);
}

/** How this round goes, and all of this game so far. */
function showScore(progress, over = false) {
  const seconds = over ? ` in ${Math.round((Date.now() - begun) / 1000)} seconds` : "";
  const due = progress.again.filter((each) => each.due).length;
  part("score").replaceChildren(
    at ? h("b", { class: "figures" }, `${right} of ${at} right`) : "",
    `${at ? `${seconds}. ` : ""}So far ${progress.right} of ${counted(progress.answers, "answer")} right, streak ${progress.streak}`,
    progress.again.length ? `; ${counted(progress.again.length, "topic")} to come back, ${due} due.` : ".",
  );
}

const drawRight = ({ clause, words }) =>
  h(
    "div",
    { class: "correction" },
    h("p", { class: "verdict won" }, "Right."),
    h("p", { class: "quiet" }, h("span", { class: "clause" }, clause), " ", words),
  );

function drawQuestion(question) {
  const draw = { cards: askCards, choice: askChoice, amount: askAmount, order: askOrder }[question.kind];
  return h("fieldset", {}, h("legend", {}, seatsFromOne(question.prompt)), draw(question));
}

function askCards(question) {
  const picked = new Set();
  const button = (card, place) => {
    const self = h(
      "button",
      {
        type: "button",
        class: "card-button",
        "aria-pressed": "false",
        "aria-label": cardName(card),
        onclick: () => {
          picked.has(place) ? picked.delete(place) : picked.add(place);
          self.setAttribute("aria-pressed", String(picked.has(place)));
          self.classList.toggle("picked", picked.has(place));
          answers[question.id] = [...picked].map((each) => question.cards[each]);
        },
      },
      h("hw-card", { card }),
    );
    return self;
  };
  return h("div", { class: "card-row" }, question.cards.map(button));
}

const cardStrip = (cards) =>
  cards.length
    ? h(
        "div",
        { class: "card-row small-cards" },
        cards.map((card) => h("hw-card", { card, compact: true })),
      )
    : null;

function askChoice(question) {
  const many = question.options.length > 5;
  const choose = (value) => {
    answers[question.id] = value;
  };
  const options = many
    ? h(
        "select",
        { "aria-label": seatsFromOne(question.prompt), onchange: (event) => choose(event.target.value) },
        h("option", { value: "" }, "choose"),
        question.options.map((option) => h("option", { value: option.value }, capital(option.text))),
      )
    : h(
        "div",
        { class: "radios" },
        question.options.map((option) =>
          h(
            "label",
            {},
            h("input", {
              type: "radio",
              name: `q${question.id}`,
              value: option.value,
              onchange: () => choose(option.value),
            }),
            capital(option.text),
          ),
        ),
      );
  return [cardStrip(question.cards), options];
}

function askAmount(question) {
  const input = h("input", {
    class: "amount figures",
    inputmode: "decimal",
    "aria-label": "Amount in dollars",
    oninput: () => {
      const cents = parseDollars(input.value);
      input.setAttribute("aria-invalid", String(input.value !== "" && cents === null));
      answers[question.id] = cents;
    },
  });
  return h("span", { class: "money-input" }, h("span", { class: "dollar" }, "$"), input);
}

/** An order is set with the two buttons of each line. */
function askOrder(question) {
  const order = question.options.map((option) => option.value);
  const texts = Object.fromEntries(question.options.map((option) => [option.value, option.text]));
  const list = h("ol", { class: "order" });
  const move = (place, step) => {
    [order[place], order[place + step]] = [order[place + step], order[place]];
    draw();
    list.children[place + step].querySelector(step < 0 ? "button" : "button:last-of-type")?.focus();
  };
  const draw = () => {
    answers[question.id] = [...order];
    list.replaceChildren(
      ...order.map((value, place) =>
        h(
          "li",
          {},
          h("span", {}, capital(seatsFromOne(texts[value]))),
          h(
            "button",
            {
              type: "button",
              class: "small",
              disabled: place === 0,
              "aria-label": `${seatsFromOne(texts[value])}: earlier`,
              onclick: () => move(place, -1),
            },
            "↑",
          ),
          h(
            "button",
            {
              type: "button",
              class: "small",
              disabled: place === order.length - 1,
              "aria-label": `${seatsFromOne(texts[value])}: later`,
              onclick: () => move(place, 1),
            },
            "↓",
          ),
        ),
      ),
    );
  };
  draw();
  return list;
}

function drawCorrection(correction) {
  const { expected, clause, words, why } = correction;
  const question = drill.questions.find((each) => each.id === correction.id);
  const said =
    Array.isArray(expected) && question.kind === "cards"
      ? cardStrip(expected)
      : question.kind === "amount"
        ? h("b", { class: "figures" }, dollars(expected))
        : question.kind === "choice"
          ? h("b", {}, capital(String(expected)))
          : null;
  return h(
    "div",
    { class: "correction" },
    h("p", { class: "verdict lost" }, "Not so."),
    said,
    h("p", {}, capital(seatsFromOne(why)), "."),
    h("p", { class: "quiet" }, h("span", { class: "clause" }, clause), " ", words),
  );
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  deal();
});
form.elements.game.addEventListener("change", offerSeats);
start().catch((error) => part("round").replaceChildren(h("p", { class: "problem" }, error.message)));
