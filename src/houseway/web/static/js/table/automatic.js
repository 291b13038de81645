/** Automatic players have names; a mark beside each says what they are. */

import { h } from "../dom.js";

/** @import { Seat } from "../types.js" */

/**
 * Nothing for a person.
 * @param {Pick<Seat, "kind" | "name" | "plays">} seat
 */
export const automaticMark = ({ kind, name, plays }) =>
  kind === "bot"
    ? h("span", { class: "mark-automatic", title: `Computer player: ${name} ${plays}` }, "computer")
    : null;
