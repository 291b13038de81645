/** The message about a connection that is lost or refused. */

import { h } from "../dom.js";

/** @import { Line } from "../types.js" */

/** @param {Line} line */
export function lineWords({ retryIn = 0, refused }) {
  if (refused !== undefined) return refused;
  return retryIn > 0 ? `Connection lost. Your seat is kept. Reconnecting in ${retryIn} s.` : "Reconnecting.";
}

/**
 * @param {HTMLElement} note
 * @param {Line} line
 * @param {() => void} retry
 */
export function drawLine(note, line, retry) {
  note.hidden = line.online;
  if (line.online) return;
  note.replaceChildren(
    h("p", {}, lineWords(line)),
    line.refused
      ? h("a", { class: "button", href: "/" }, "Go to the lobby")
      : h("button", { class: "small", onclick: retry }, "Reconnect now"),
  );
}
