/** Plots as SVG, each with the question it answers. */

import { capital, h, s } from "../dom.js";
import { percent, plain } from "./figures.js";

/** @import { Analysis, Child, Exact } from "../types.js" */

/** @typedef {{ decision: string, probability: Exact }} Decided */

const [WIDTH, LEFT, RIGHT] = [760, 330, 70];
const LONGEST_NAME = 46;
const ROW = 24;
const MOST_BARS = 14;
const SHIFT = 1000;

/**
 * @param {string} question
 * @param {string} note
 * @param {Child} drawing
 */
function figure(question, note, drawing) {
  return h(
    "figure",
    { class: "plot" },
    h("figcaption", {}, h("b", {}, question), note ? h("span", { class: "quiet" }, ` ${note}`) : null),
    drawing,
  );
}

/** @param {string} words */
function shortened(words) {
  const text = capital(words);
  return text.length > LONGEST_NAME ? `${text.slice(0, LONGEST_NAME - 1)}…` : text;
}

/**
 * Draw each outcome's contribution to the expected value, in units of the first bet.
 * @param {Analysis} result
 * @param {string} units
 */
export function returnPlot(result, units) {
  const rows = [...result.return_table]
    .filter((row) => row.return.value)
    .sort((one, other) => Math.abs(other.return.value) - Math.abs(one.return.value))
    .slice(0, MOST_BARS);
  const widest = Math.max(...rows.map((row) => Math.abs(row.return.value)));
  const anyLoss = rows.some((row) => row.return.value < 0);
  const zero = anyLoss ? LEFT + (WIDTH - LEFT - RIGHT) / 2 : LEFT;
  const scale = (WIDTH - RIGHT - zero) / widest;
  const bars = rows.map((row, place) => {
    const y = ROW * place;
    const value = row.return.value;
    const length = Math.abs(value) * scale;
    return s(
      "g",
      {},
      s("title", {}, `${row.outcome}: ${plain(value)} ${units}, probability ${percent(row.probability.value)}`),
      s("text", { x: LEFT - 10, y: y + 16, class: "plot-name" }, shortened(row.outcome)),
      s("rect", {
        x: value < 0 ? zero - length : zero,
        y: y + 4,
        width: Math.max(1, length),
        height: ROW - 8,
        rx: 2,
        class: value < 0 ? "bar-loss" : "bar-gain",
      }),
      s("text", { x: (value < 0 ? zero : zero + length) + 6, y: y + 16, class: "plot-value" }, plain(value, 4)),
    );
  });
  const height = ROW * rows.length + 6;
  return figure(
    "Where does the return come from?",
    `Contribution of each outcome to the expected value, in ${units}.`,
    s(
      "svg",
      { viewBox: `0 0 ${WIDTH} ${height}`, role: "img", "aria-label": "Return by outcome" },
      s("line", { x1: zero, x2: zero, y1: 0, y2: height, class: "axis" }),
      bars,
    ),
  );
}

/** @param {string} text */
const asNumber = (text) => {
  const [top, bottom = "1"] = text.split("/");
  return Number(top) / Number(bottom);
};

/**
 * Draw the distribution of the net result per round, on a logarithmic scale to show rare results.
 * @param {Analysis} result
 * @param {string} units
 */
export function distributionPlot(result, units) {
  const points = result.distribution
    .map((point) => ({
      net: asNumber(point.net),
      probability: Number(point.combinations) / Number(result.total_combinations),
    }))
    .sort((one, other) => one.net - other.net);
  const lowest = Math.floor(Math.log10(Math.min(...points.map((point) => point.probability))));
  const [top, bottom, left, right] = [12, 190, 50, 626];
  /** @param {number} probability */
  const y = (probability) => top + ((bottom - top) * -Math.log10(probability)) / -lowest;
  const step = (right - left) / points.length;
  const bars = points.map((point, place) =>
    s(
      "g",
      {},
      s("title", {}, `net ${plain(point.net, 2)} ${units}: ${percent(point.probability, 6)}`),
      s("rect", {
        x: left + step * place + step * 0.1,
        y: y(point.probability),
        width: Math.max(1.5, step * 0.8),
        height: bottom - y(point.probability),
        class: point.net < 0 ? "bar-loss" : point.net > 0 ? "bar-gain" : "bar-even",
      }),
    ),
  );
  const every = Math.ceil(points.length / 14);
  const names = points
    .filter((_, place) => place % every === 0)
    .map((point, place) =>
      s(
        "text",
        { x: left + step * (place * every + 0.5), y: bottom + 18, class: "plot-tick" },
        plain(point.net, Number.isInteger(point.net) ? 0 : 1),
      ),
    );
  const lines = Array.from({ length: -lowest + 1 }, (_, power) =>
    s(
      "g",
      {},
      s("line", { x1: left, x2: right, y1: y(10 ** -power), y2: y(10 ** -power), class: "grid" }),
      s(
        "text",
        { x: left - 8, y: y(10 ** -power) + 4, class: "plot-tick end" },
        power ? `10⁻${superscript(power)}` : "1",
      ),
    ),
  );
  return figure(
    "How much can one round win or lose?",
    `Net result in ${units}. Probabilities are on a logarithmic scale.`,
    s(
      "svg",
      { viewBox: "0 0 640 222", role: "img", "aria-label": "Distribution of the net result per round" },
      lines,
      bars,
      names,
    ),
  );
}

/** @param {number} number */
const superscript = (number) => [...String(number)].map((digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(digit)]).join("");

/**
 * Draw the result of a shift: the mean and nine shifts in ten, by the normal approximation.
 * @param {Analysis} result
 * @param {string} units
 */
export function shiftPlot(result, units) {
  const [mean, deviation] = [result.ev.value, result.standard_deviation];
  const [top, bottom, left, right] = [12, 190, 60, 560];
  const low = SHIFT * mean - 1.645 * deviation * Math.sqrt(SHIFT);
  const high = Math.max(...Array.from({ length: 51 }, (_, part) => band(part / 50, 1.645)), 0);
  /**
   * @param {number} part
   * @param {number} width
   */
  function band(part, width) {
    return SHIFT * part * mean + width * deviation * Math.sqrt(SHIFT * part);
  }
  /** @param {number} part */
  const x = (part) => left + (right - left) * part;
  /** @param {number} value */
  const y = (value) => bottom - ((bottom - top) * (value - Math.min(low, 0))) / (high - Math.min(low, 0));
  const parts = Array.from({ length: 51 }, (_, place) => place / 50);
  /** @param {number} width */
  const edge = (width) => parts.map((part) => `${x(part).toFixed(1)} ${y(band(part, width)).toFixed(1)}`);
  const area = `M${edge(1.645).join("L")}L${edge(-1.645).reverse().join("L")}Z`;
  /**
   * @param {number} value
   * @param {string} words
   */
  const label = (value, words) => s("text", { x: right + 8, y: y(value) + 4, class: "plot-value" }, words);
  return figure(
    `How does a shift of ${SHIFT.toLocaleString("en-US")} rounds end?`,
    `The player's net result in ${units}: the mean, and the range of nine shifts in ten (normal approximation).`,
    s(
      "svg",
      { viewBox: "0 0 640 216", role: "img", "aria-label": "Result of a shift" },
      s("path", { d: area, class: "band" }),
      s("line", { x1: left, x2: right, y1: y(0), y2: y(0), class: "axis" }),
      s("path", { d: `M${edge(0).join("L")}`, class: "mean-line" }),
      s("text", { x: left - 8, y: y(0) + 4, class: "plot-tick end" }, "0"),
      label(band(1, 1.645), `${plain(band(1, 1.645), 0)}`),
      label(band(1, 0), `${plain(band(1, 0), 0)}`),
      label(band(1, -1.645), `${plain(band(1, -1.645), 0)}`),
      [0, 250, 500, 750, 1000].map((rounds) =>
        s("text", { x: x(rounds / SHIFT), y: bottom + 20, class: "plot-tick" }, rounds),
      ),
    ),
  );
}

/**
 * Group answers under their question: "first bet: pull back" and "first bet: let it ride" under "First bet".
 * @param {Decided[]} decisions
 * @returns {(Decided | { decision: string, probability: null })[]}
 */
function underTheirQuestions(decisions) {
  const parts = decisions.map((row) => {
    const cut = row.decision.lastIndexOf(": ");
    return { question: row.decision.slice(0, Math.max(0, cut)), answer: row.decision.slice(cut < 0 ? 0 : cut + 2) };
  });
  return decisions.flatMap((row, place) => {
    const { question, answer } = parts[place];
    const isFirst = question && question !== parts[place - 1]?.question;
    const title = isFirst ? [{ decision: capital(question), probability: null }] : [];
    return [...title, { ...row, decision: answer }];
  });
}

/** Draw how often the strategy makes each decision. @param {Analysis} result */
export function decisionPlot(result) {
  const decisions = Object.entries(result.decisions).map(([decision, probability]) => ({ decision, probability }));
  if (!decisions.length) return null;
  const shown = decisions.slice(0, MOST_BARS + 6);
  const widest = Math.max(...shown.map((row) => row.probability.value));
  const rows = underTheirQuestions(shown);
  const bars = rows.map((row, place) => {
    if (!row.probability) return s("text", { x: 0, y: ROW * place + 16, class: "plot-name start" }, row.decision);
    const length = ((WIDTH - LEFT - RIGHT) * row.probability.value) / widest;
    return s(
      "g",
      {},
      s("text", { x: LEFT - 10, y: ROW * place + 16, class: "plot-name" }, shortened(row.decision)),
      s("rect", { x: LEFT, y: ROW * place + 4, width: Math.max(1, length), height: ROW - 8, rx: 2, class: "bar-even" }),
      s("text", { x: LEFT + 6 + length, y: ROW * place + 16, class: "plot-value" }, percent(row.probability.value, 2)),
    );
  });
  return figure(
    "How does the strategy play?",
    "How often it makes each decision.",
    s("svg", { viewBox: `0 0 ${WIDTH} ${ROW * rows.length + 4}`, role: "img", "aria-label": "Decisions" }, bars),
  );
}
