/** The results: the edge in large type with its base, published figures beside ours, the return table, the plots. */

import { capital, h } from "../dom.js";
import { counted, exact, percent, plain } from "./figures.js";
import { decisionPlot, distributionPlot, returnPlot, shiftPlot } from "./plots.js";

/** @import { Analysis, Child, Count, Exact, GameInFull, PublishedCheck, ReturnRow } from "../types.js" */

/**
 * A bet on which the edge is based: its words, and its key in JSON.
 * @typedef {{ base: string, edge: Exact, key: string }} Base
 */
/**
 * Draw the results. `facts` give the game's words for bets, strategies and pay tables.
 * @param {Analysis} result
 * @param {Analysis | null} before
 * @param {GameInFull} facts
 * @returns {Child[]}
 */
export function drawResults(result, before, facts) {
  const { unit, units } = facts.words;
  const bases = Object.entries(result.house_edge).map(([key, edge], place) => ({
    base: place ? key.replace(/^per_/, "").replaceAll("_", " ") : unit,
    edge,
    key,
  }));
  const headline = bases.find((each) => each.key === headlineBase(result)) ?? bases[0];
  const { edge, key } = headline;
  const title = key === UNIT_BET ? "element of risk" : `house edge, per ${headline.base}`;
  return [
    h(
      "div",
      { class: "headline" },
      h("p", { class: "edge-large" }, exact(edge, percent(edge.value))),
      h(
        "p",
        {},
        edge.value < 0 ? `${title} (negative: the player has the edge)` : title,
        difference(edge, before?.house_edge[key]),
      ),
      h(
        "p",
        { class: "quiet" },
        `${result.title}${payTable(result, facts)}. ${facts.analyzed[result.strategy] ?? result.strategy}.`,
      ),
    ),
    figuresList(
      result,
      bases.filter((each) => each !== headline),
      units,
    ),
    publishedTable(result),
    returnPlot(result, units),
    distributionPlot(result, units),
    shiftPlot(result, units),
    decisionPlot(result),
    wagerTable(result, units),
    returnTable(result, capital(title), edge, units),
    ...result.notes.map((note) => h("p", { class: "quiet" }, note)),
  ];
}

/**
 * Return the base of the first published figure, so that the headline is the figure that people know.
 * @param {Analysis} result
 */
function headlineBase(result) {
  const published = result.published.find((check) => check.base)?.base ?? "initial wager";
  return `per_${published.replaceAll(" ", "_")}`;
}

/**
 * @param {Analysis} result
 * @param {GameInFull} facts
 */
function payTable(result, facts) {
  if (!result.paytable) return "";
  const [first, ...rest] = result.paytable.split(", ");
  const words = facts.words.paytables[first] ?? `Pay table ${first}`;
  return `, ${[words.charAt(0).toLowerCase() + words.slice(1), ...rest].join(", ")}`;
}

/** The key of the edge as a share of all money bet, which is the element of risk. */
const UNIT_BET = "per_unit_bet";

/** Name the edge on a base: "House edge, per Ante", or "Element of risk" on all money bet. @param {Base} each */
const edgeTitle = ({ base, edge, key }) =>
  key === UNIT_BET ? "Element of risk" : `${edge.value < 0 ? "Player" : "House"} edge, per ${base}`;

/**
 * Draw the change from the previous figure, once something was edited.
 * @param {Exact} now
 * @param {Exact | undefined} then
 */
function difference(now, then) {
  if (!then || now.exact === then.exact) return null;
  const change = now.value - then.value;
  return h(
    "span",
    { class: "change figures" },
    ` ${change > 0 ? "+" : "−"}${plain(100 * Math.abs(change), 4)} percentage points from the figure before`,
  );
}

/**
 * @param {Analysis} result
 * @param {Base[]} otherBases
 * @param {string} units
 */
function figuresList(result, otherBases, units) {
  /**
   * @param {string} title
   * @param {Child} drawn
   */
  const line = (title, drawn) => h("div", {}, h("dt", {}, title), h("dd", {}, drawn));
  return h(
    "dl",
    { class: "figures-list" },
    otherBases.map((each) =>
      line(
        edgeTitle(each),
        exact(each.edge, percent(each.key === UNIT_BET ? each.edge.value : Math.abs(each.edge.value))),
      ),
    ),
    line(`Expected value, in ${units}`, exact(result.ev, plain(result.ev.value))),
    line(`Standard deviation, in ${units}`, h("span", { class: "figures" }, plain(result.standard_deviation, 4))),
    line(
      `Average total wager, in ${units}`,
      exact(result.average_total_wager, plain(result.average_total_wager.value, 4)),
    ),
    line("Rounds won (ahead)", exact(result.rounds_won, percent(result.rounds_won.value, 3))),
    line("Rounds not lost", exact(result.rounds_not_lost, percent(result.rounds_not_lost.value, 3))),
  );
}

/** @param {Analysis} result */
function publishedTable(result) {
  if (!result.published.length) return null;
  /** @param {PublishedCheck} check */
  const row = (check) => {
    const scale = check.published.endsWith("%") ? percent(check.computed.value, 3) : plain(check.computed.value, 6);
    return h(
      "tr",
      { class: check.agrees ? "agrees" : "departs" },
      h("th", { scope: "row" }, capital(check.figure), h("span", { class: "quiet" }, ` ${check.source}`)),
      h("td", { class: "figures" }, check.published),
      h("td", { class: "figures" }, exact(check.computed, scale)),
      h(
        "td",
        {},
        check.agrees
          ? h("span", { class: "won" }, "✓ reproduced")
          : h(
              "span",
              { class: "lost" },
              `differs by ${check.published.endsWith("%") ? `${plain(100 * check.difference.value, 3)} points` : plain(check.difference.value, 6)}`,
            ),
        check.note ? h("p", { class: "quiet" }, check.note) : null,
      ),
    );
  };
  return h(
    "div",
    { class: "scroll-x" },
    h(
      "table",
      { class: "published" },
      h("caption", {}, "Published figures and ours"),
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          ["Figure", "Published", "Ours", "Agreement"].map((title, place) =>
            h("th", { scope: "col", class: place === 1 || place === 2 ? "figures" : "" }, title),
          ),
        ),
      ),
      h("tbody", {}, result.published.map(row)),
    ),
  );
}

/**
 * @param {Analysis} result
 * @param {string} units
 */
function wagerTable(result, units) {
  /** @param {Analysis["wagers"][number]} wager */
  const row = (wager) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, capital(wager.title)),
      h("td", { class: "figures" }, exact(wager.staked, plain(wager.staked.value, 4))),
      h("td", { class: "figures" }, exact(wager.ev, plain(wager.ev.value))),
    );
  const drawn = h(
    "table",
    {},
    h("caption", {}, `By wager, in ${units}`),
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        h("th", { scope: "col" }, "Wager"),
        h("th", { scope: "col", class: "figures" }, "Average bet"),
        h("th", { scope: "col", class: "figures" }, "Expected value"),
      ),
    ),
    h("tbody", {}, result.wagers.map(row)),
  );
  return h("div", { class: "scroll-x" }, drawn);
}

/**
 * Draw outcome, combinations, probability, net result and contribution. The last cell is the house edge.
 * @param {Analysis} result
 * @param {string} title
 * @param {Exact} edge
 * @param {string} units
 */
function returnTable(result, title, edge, units) {
  /** @param {ReturnRow} entry */
  const row = (entry) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, capital(entry.outcome)),
      h("td", { class: "figures" }, counted(entry.combinations)),
      h("td", { class: "figures" }, exact(entry.probability, plain(entry.probability.value))),
      h("td", { class: "figures" }, exact(entry.pays, plain(entry.pays.value, 2))),
      h("td", { class: "figures" }, exact(entry.return, plain(entry.return.value))),
    );
  return h(
    "div",
    { class: "scroll-x return-scroll", tabindex: 0, role: "region", "aria-label": "Return table" },
    h(
      "table",
      { class: "return-table" },
      h("caption", {}, "Return table"),
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          ["Outcome", "Combinations", "Probability", `Net result, ${units}`, "Contribution"].map((column, place) =>
            h("th", { scope: "col", class: place ? "figures" : "" }, column),
          ),
        ),
      ),
      h("tbody", {}, result.return_table.map(row)),
      h(
        "tfoot",
        {},
        h(
          "tr",
          {},
          h("th", { scope: "row" }, "Total"),
          h("td", { class: "figures" }, counted(result.total_combinations)),
          h("td", { class: "figures" }, "1.000000"),
          h("td", {}),
          h("td", { class: "figures" }, exact(result.ev, plain(result.ev.value))),
        ),
        h(
          "tr",
          {},
          h("th", { scope: "row", colspan: 4 }, title),
          h("td", { class: "figures" }, exact(edge, percent(edge.value))),
        ),
      ),
    ),
  );
}

/** Return the return table as CSV: floats beside exact fractions. @param {Pick<Analysis, "return_table">} result */
export function asCsv(result) {
  /** @param {string | number} text */
  const quoted = (text) => `"${String(text).replaceAll('"', '""')}"`;
  /** @type {Count[][]} */
  const lines = [
    [
      "outcome",
      "combinations",
      "probability",
      "probability exact",
      "net result",
      "net result exact",
      "contribution",
      "contribution exact",
    ],
  ];
  for (const row of result.return_table) {
    lines.push([
      row.outcome,
      row.combinations,
      row.probability.value,
      row.probability.exact,
      row.pays.value,
      row.pays.exact,
      row.return.value,
      row.return.exact,
    ]);
  }
  return `${lines.map((cells) => cells.map(quoted).join(",")).join("\r\n")}\r\n`;
}
