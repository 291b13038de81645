/** Numbers that can be copied with their exact fraction. */

import { copyText, h, part } from "../dom.js";

/** @import { Count, Exact } from "../types.js" */

/** Characters of a copied fraction that are shown. */
const MOST_SHOWN = 60;

/** Format a share as a percentage. The number is a float, for display only. @param {number} value */
export const percent = (value, digits = 4) => `${value < 0 ? "−" : ""}${(100 * Math.abs(value)).toFixed(digits)}%`;
/** @param {number} value */
export const plain = (value, digits = 6) => `${value < 0 ? "−" : ""}${Math.abs(value).toFixed(digits)}`;
/** @param {Count} number */
export const counted = (number) => BigInt(number).toLocaleString("en-US");

/**
 * Draw a number as a button that copies its exact fraction.
 * @param {Exact} number
 * @param {string} words
 */
export function exact(number, words) {
  const copied = () => {
    copyText(number.exact);
    const text = number.exact;
    part("toast").textContent = `Copied ${text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text}`;
  };
  return h(
    "button",
    { type: "button", class: "exact figures", title: `Exactly ${number.exact}. Click to copy.`, onclick: copied },
    words,
  );
}
