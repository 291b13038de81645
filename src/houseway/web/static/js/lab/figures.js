// @ts-nocheck
/** Numbers that can be copied with their exact fraction. */

import { copyText, h } from "../dom.js";

/** "3.3688%" and the like; the number is a float, for display only. */
export const percent = (value, digits = 4) => `${value < 0 ? "−" : ""}${(100 * Math.abs(value)).toFixed(digits)}%`;
export const plain = (value, digits = 6) => `${value < 0 ? "−" : ""}${Math.abs(value).toFixed(digits)}`;
export const counted = (number) => BigInt(number).toLocaleString("en-US");

/** A number as a button: a click copies the exact fraction. */
export function exact(number, words) {
  const copied = () => {
    copyText(number.exact);
    document.querySelector('[data-part="toast"]').textContent =
      `Copied ${number.exact.length > 60 ? `${number.exact.slice(0, 60)}…` : number.exact}`;
  };
  return h(
    "button",
    { type: "button", class: "exact figures", title: `exactly ${number.exact}; click to copy`, onclick: copied },
    words,
  );
}
