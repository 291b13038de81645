/** Practice progress: totals, the cost per 100 decisions as a chart, and the review queue. */

import { capital, counted, h, s } from "../dom.js";

/** @import { Again, Exact, Point, Progress } from "../types.js" */
/** @import { Block } from "./sitting.js" */

/** With more days than this, the chart is by week. */
const MOST_DAYS = 21;
const [LEFT, RIGHT, TOP, BOTTOM] = [40, 312, 10, 130];

/**
 * Return the points of the chart, and whether each is a day or a week.
 * @param {Progress} progress
 * @returns {{ points: Point[], each: string }}
 */
export const curvePoints = ({ days, weeks }) =>
  days.length > MOST_DAYS ? { points: weeks, each: "week" } : { points: days, each: "day" };

/**
 * Return a round number at least as large as all values, for the top of the axis.
 * @param {number[]} values
 */
export function topOf(values) {
  const most = Math.max(0, ...values);
  if (!most) return 1;
  const unit = 10 ** Math.floor(Math.log10(most));
  return unit * /** @type {number} */ ([1, 2, 5, 10].find((step) => step * unit >= most));
}

/**
 * Return when a spot is due for review.
 * @param {Again} again
 * @param {number} now
 */
export function dueWords(again, now) {
  if (again.due) return "due";
  if (again.box === 1) return "in a few decisions";
  const days = Math.ceil((again.due_at - now) / 86_400_000);
  return days <= 1 ? "in 1 day" : `in ${days} days`;
}

/**
 * Return the line above the felt: decisions, streak and cost.
 * @param {Progress | null} progress
 */
export function streakWords(progress, units = "units") {
  if (!progress || !progress.answers) return "No decisions yet";
  const given = /** @type {Exact} */ (progress.per_100).value.toFixed(2);
  return `${counted(progress.answers, "decision")} · streak ${progress.streak} · cost ${given} ${units} per 100`;
}

/**
 * @param {Progress} progress
 * @param {string} units
 * @param {Block[]} sitting
 */
export function drawProgress(progress, units, sitting) {
  /**
   * @param {string} title
   * @param {string | number} words
   */
  const line = (title, words) => [h("dt", {}, title), h("dd", { class: "figures" }, words)];
  return [
    h(
      "dl",
      { class: "tally" },
      line("Decisions", progress.answers),
      line("Best option chosen", progress.right),
      line("Streak", progress.streak),
      line("Longest streak", progress.longest),
      line(`Total cost, in ${units}`, progress.given.value.toFixed(4)),
      line("Cost per 100 decisions", progress.per_100 ? progress.per_100.value.toFixed(4) : "none yet"),
    ),
    sitting.length > 1
      ? drawCurve("This session", "Decisions", sitting, units)
      : h("p", { class: "quiet" }, "The chart of this session starts with your eleventh decision."),
    drawDays(progress, units),
    h(
      "p",
      { class: "quiet" },
      "Daily totals are saved to your account (for guests, until this browser signs out). This session's chart is lost when you close the tab.",
    ),
  ];
}

/**
 * Draw the chart by day, or by week.
 * @param {Progress} progress
 * @param {string} units
 */
function drawDays(progress, units) {
  const { points, each } = curvePoints(progress);
  if (!points.length) return h("p", { class: "quiet" }, "The chart starts with your first decision.");
  const named = points.map((point) => ({ ...point, title: point.day }));
  return drawCurve(`By ${each}`, capital(each), named, units);
}

/**
 * Draw the cost per 100 decisions, point by point, and the same as a table.
 * @param {string} title
 * @param {string} column
 * @param {(Pick<Block, "title" | "answers" | "right"> & { per_100: Pick<Exact, "value"> | null })[]} points
 * @param {string} units
 */
export function drawCurve(title, column, points, units) {
  const values = points.map((point) => point.per_100?.value ?? 0);
  const top = topOf(values);
  const x = (/** @type {number} */ place) =>
    points.length > 1 ? LEFT + ((RIGHT - LEFT) * place) / (points.length - 1) : (LEFT + RIGHT) / 2;
  const y = (/** @type {number} */ value) => BOTTOM - ((BOTTOM - TOP) * value) / top;
  const told = values.map((value) => value.toFixed(2)).join(", ");
  const words = `${title}, cost in ${units} per 100 decisions: ${told}`;
  return h(
    "figure",
    { class: "curve" },
    h("figcaption", {}, h("b", {}, title), `: cost in ${units} per 100 decisions`),
    s(
      "svg",
      { viewBox: "0 0 330 156", role: "img", "aria-label": words },
      [0, top / 2, top].map((value) => [
        s("line", { x1: LEFT, x2: RIGHT, y1: y(value), y2: y(value), class: value ? "grid" : "axis" }),
        s("text", { x: LEFT - 6, y: y(value) + 4, "text-anchor": "end" }, String(Number(value.toPrecision(3)))),
      ]),
      s("polyline", { points: values.map((value, place) => `${x(place)},${y(value)}`).join(" ") }),
      points.map((point, place) =>
        s(
          "circle",
          { cx: x(place), cy: y(values[place]), r: 4 },
          s("title", {}, `${point.title}: ${values[place].toFixed(2)}`),
        ),
      ),
      s("text", { x: LEFT, y: 150 }, points[0].title),
      points.length > 1 ? s("text", { x: RIGHT, y: 150, "text-anchor": "end" }, points[points.length - 1].title) : null,
    ),
    h(
      "details",
      {},
      h("summary", {}, "Show as a table"),
      h(
        "table",
        {},
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            [column, "Count", "Best option", "Cost per 100"].map((head) => h("th", { scope: "col" }, head)),
          ),
        ),
        h(
          "tbody",
          {},
          points.map((point, place) =>
            h(
              "tr",
              {},
              h("th", { scope: "row" }, point.title),
              [point.answers, point.right, values[place].toFixed(4)].map((figure) =>
                h("td", { class: "figures" }, figure),
              ),
            ),
          ),
        ),
      ),
    ),
  );
}

/**
 * Draw the review queue. A click requests spots of that kind.
 * @param {Progress} progress
 * @param {number} now
 * @param {(kind: string) => void} practice
 */
export function drawAgain(progress, now, practice) {
  const kinds = progress.again.filter((each) => !/^(table|seed) /.test(each.key));
  const spots = progress.again.length - kinds.length;
  if (!progress.again.length)
    return [
      h(
        "p",
        { class: "quiet" },
        "Spots you miss return here for review: after three more decisions, then after 1, 3, 7 and 21 days.",
      ),
    ];
  return [
    h(
      "ul",
      { class: "coming" },
      kinds.map((each) =>
        h(
          "li",
          {},
          h("button", { class: "plain", onclick: () => practice(each.key) }, capital(each.key)),
          h("span", { class: each.due ? "due" : "quiet" }, dueWords(each, now)),
        ),
      ),
    ),
    h("p", {}, `${counted(spots, "missed spot")} saved. Choose Missed spots to try them again.`),
    h(
      "p",
      { class: "quiet" },
      "A spot returns after three more decisions, then after 1, 3, 7 and 21 days while you answer correctly.",
    ),
  ];
}
