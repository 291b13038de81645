/** The mark beside the name of a computer player. */

import { h } from "../dom.js";

/** @import { Seat } from "../types.js" */

/**
 * Draw the mark, or nothing for a person.
 * @param {Pick<Seat, "kind" | "name" | "plays">} seat
 */
export const automaticMark = ({ kind, name, plays }) =>
  kind === "bot"
    ? h("span", { class: "mark-automatic", title: `Computer player: ${name} ${plays}` }, "computer")
    : null;
