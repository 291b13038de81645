/** The plot of a shift's result for the house: the probability of each result. */

import { dollars, h, s } from "../dom.js";
import { percent } from "./figures.js";

/** @import { Shift } from "../types.js" */

const [TOP, BOTTOM, LEFT, RIGHT] = [30, 196, 24, 616];
/** The height of the labels above the bars that give the share of shifts beyond the chart. */
const HEAD = 18;
const TICKS = 6;

/** @param {Shift} shift */
export function housePlot(shift) {
  const { bars: points, below, above } = shift.histogram;
  const values = points.map(([value]) => value);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  /**
   * @param {number} share
   * @param {string} way
   * @param {number} at
   * @param {string} anchor
   */
  const tail = (share, way, at, anchor) =>
    share > 0 ? s("text", { x: at, y: HEAD, class: `plot-tick ${anchor}` }, `${percent(share, 1)} ${way}`) : null;
  /** @param {number} value */
  const x = (value) => LEFT + ((RIGHT - LEFT) * (value - low)) / (high - low || 1);
  const highest = Math.max(...points.map(([, chance]) => chance));
  /** @param {number} chance */
  const height = (chance) => ((BOTTOM - TOP) * chance) / highest;
  return h(
    "figure",
    { class: "plot shift-plot" },
    h(
      "figcaption",
      {},
      h("b", {}, "How does the shift end?"),
      h(
        "span",
        { class: "quiet" },
        " House result per shift. Labels at the edges give the share of shifts beyond the chart.",
      ),
    ),
    s(
      "svg",
      { viewBox: "0 0 640 226", role: "img", "aria-label": "Distribution of the house result per shift" },
      ticks(low, high).map((value) =>
        s(
          "g",
          {},
          s("line", { x1: x(value), x2: x(value), y1: TOP, y2: BOTTOM, class: value ? "grid" : "axis" }),
          s("text", { x: x(value), y: BOTTOM + 20, class: "plot-tick" }, dollars(value)),
        ),
      ),
      bars(points, x, height),
      tail(below, `below ${roundedDollars(low)}`, LEFT, "start"),
      tail(above, `above ${roundedDollars(high)}`, RIGHT, "end"),
      s("line", { x1: LEFT, x2: RIGHT, y1: BOTTOM, y2: BOTTOM, class: "axis" }),
    ),
  );
}

/** @param {number} cents */
const roundedDollars = (cents) => dollars(100 * Math.round(cents / 100));
/** @param {[number, number][]} points */
const widthOf = (points) => (points.length > 1 ? points[1][0] - points[0][0] : 1);

/**
 * @param {[number, number][]} points
 * @param {(value: number) => number} x
 * @param {(chance: number) => number} height
 */
function bars(points, x, height) {
  const width = widthOf(points);
  return points.map(([value, chance]) =>
    s(
      "g",
      {},
      s("title", {}, `about ${roundedDollars(value)}: ${percent(chance, 2)}`),
      s("rect", {
        x: x(value - width / 2),
        y: BOTTOM - height(chance),
        width: Math.max(0.8, x(value + width / 2) - x(value - width / 2) - 0.4),
        height: height(chance),
        class: value < 0 ? "bar-loss" : "bar-gain",
      }),
    ),
  );
}

/**
 * Return round amounts in cents for the axis, with zero if it is in the range.
 * @param {number} low
 * @param {number} high
 */
function ticks(low, high) {
  const rough = (high - low) / TICKS || 1;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 5].find((times) => times * power >= rough) ?? 10);
  const first = Math.ceil(low / step);
  return Array.from({ length: Math.floor(high / step) - first + 1 }, (_, place) => (first + place) * step);
}
