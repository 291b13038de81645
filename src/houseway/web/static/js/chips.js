/** Chips: an amount as a stack by denomination. */

import { dollars, s } from "./dom.js";

/** The value of each chip in cents, and its name. @type {[number, string][]} */
const DENOMINATIONS = [
  [100000, "thousand"],
  [50000, "five-hundred"],
  [10000, "hundred"],
  [2500, "twenty-five"],
  [500, "five"],
  [100, "one"],
  [1, "cents"],
];
const MOST_DRAWN = 7;
const [WIDTH, RISE, CHIP_HEIGHT] = [44, 5.5, 32];

/** Return the fewest chips that make an amount, the largest first. Small change is one chip. @param {number} cents */
export function chipsFor(cents) {
  /** @type {string[]} */
  const chips = [];
  let left = cents;
  for (const [worth, name] of DENOMINATIONS) {
    const count = name === "cents" ? Math.min(1, left) : Math.floor(left / worth);
    left -= count * worth;
    for (let made = 0; made < count && chips.length < 40; made += 1) chips.push(name);
  }
  return chips;
}

/**
 * @param {string} name
 * @param {number} level
 * @param {number} height
 */
function chip(name, level, height) {
  const y = height - CHIP_HEIGHT / 2 - 1 - level * RISE;
  /**
   * @param {number} dy
   * @param {string} kind
   */
  const disc = (dy, kind) => s("ellipse", { cx: WIDTH / 2, cy: y + dy, rx: 20, ry: 14, class: kind });
  return s(
    "g",
    { class: `chip chip-${name}` },
    disc(3.5, "chip-side"),
    disc(0, "chip-top"),
    s("ellipse", { cx: WIDTH / 2, cy: y, rx: 17.2, ry: 11.6, class: "chip-edge" }),
    s("ellipse", { cx: WIDTH / 2, cy: y, rx: 12, ry: 8, class: "chip-inlay" }),
  );
}

/** Draw a stack of chips as SVG. The amount itself is text beside it. @param {number} cents */
export function chipStack(cents) {
  const chips = chipsFor(cents).slice(0, MOST_DRAWN);
  const height = CHIP_HEIGHT + 4 + RISE * Math.max(0, chips.length - 1);
  return s(
    "svg",
    {
      viewBox: `0 0 ${WIDTH} ${height}`,
      width: WIDTH,
      height,
      class: "chip-stack",
      role: "img",
      "aria-label": `${dollars(cents)} in chips`,
    },
    chips.map((name, level) => chip(name, level, height)),
  );
}
