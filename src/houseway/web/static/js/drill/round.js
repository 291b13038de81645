/** The round as the dealer sees it: community cards, each seat with its cards and bets, and the round log. */

import { capital, dollars, h, wagerWords } from "../dom.js";
import { payTable } from "../pays.js";
import { seatsFromOne } from "./words.js";

/** @import { Drill, GameInFull } from "../types.js" */

/**
 * @param {Drill["round"]} round
 * @param {GameInFull} facts
 */
export function drawRound({ piles, wagers, events, paytable, clauses }, facts) {
  const shown = piles.filter((pile) => pile.cards.length);
  const tables = Object.entries(paytable).map(([name, rows]) =>
    payTable(rows, facts.forms[name] ?? { title: capital(name), kind: "odds" }),
  );
  return h(
    "section",
    { class: "drill-felt", "aria-label": "Table" },
    h("div", { class: "drill-common" }, shown.filter((pile) => pile.seat === null).map(drawPile)),
    h(
      "ol",
      { class: "drill-seats" },
      wagers.map((made, seat) =>
        h(
          "li",
          {},
          h("b", {}, `Seat ${seat + 1}`),
          shown.filter((pile) => pile.seat === seat).map(drawPile),
          drawBets(made, facts),
        ),
      ),
    ),
    h(
      "div",
      { class: "drill-notes" },
      h("details", {}, h("summary", {}, "Round log"), drawEvents(events, clauses)),
      tables.length ? h("details", {}, h("summary", {}, "Pay table"), h("div", { class: "drill-pays" }, tables)) : null,
      facts.house_way ? h("details", {}, h("summary", {}, "House way"), drawHouseWay(facts.house_way)) : null,
    ),
  );
}

/** @param {Drill["round"]["piles"][number]} pile */
function drawPile({ name, cards }) {
  const row = cards.map((card) => h("hw-card", { card }));
  return h("div", { class: "drill-pile" }, h("span", {}, capital(name)), h("div", { class: "card-row" }, row));
}

/**
 * @param {[string, number][]} made
 * @param {GameInFull} facts
 */
function drawBets(made, { wagers }) {
  const line = (/** @type {[string, number]} */ [name, amount]) =>
    h("li", {}, `${wagerWords(name, wagers)} `, h("b", { class: "figures" }, dollars(amount)));
  return h("ul", { class: "drill-bets" }, made.map(line));
}

/**
 * @param {Drill["round"]["events"]} events
 * @param {Drill["round"]["clauses"]} clauses
 */
function drawEvents(events, clauses) {
  return h(
    "ol",
    { class: "drill-events" },
    events.map(({ clause, text }) =>
      h("li", {}, h("span", { class: "clause", title: clauses[clause] ?? "" }, clause), ` ${seatsFromOne(text)}`),
    ),
  );
}

/** @param {NonNullable<GameInFull["house_way"]>} way */
const drawHouseWay = ({ lines }) =>
  h(
    "ol",
    { class: "house-way" },
    lines.map(({ number, words }) => h("li", {}, `${number}. ${words}`)),
  );
