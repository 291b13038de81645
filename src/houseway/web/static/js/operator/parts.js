/** What the sections of the operator's page are made of. */

import { closeDialog, h } from "../dom.js";

/** @import { Child } from "../types.js" */

/**
 * @param {string[]} titles
 * @param {Child[]} rows
 */
export function table(titles, rows) {
  return h(
    "div",
    { class: "scroll-x" },
    h(
      "table",
      { class: "tables" },
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          titles.map((title) => h("th", { scope: "col" }, title)),
        ),
      ),
      h("tbody", {}, rows),
    ),
  );
}

/**
 * @param {string} words
 * @param {string} focus
 * @param {() => unknown} onclick
 */
export const button = (words, focus, onclick, disabled = false) =>
  h("button", { class: "small", dataset: { focus }, onclick, disabled }, words);

/**
 * A dialog with a form that is done once what it asks for was carried out.
 * @param {string} title
 * @param {Child[]} content
 */
export function openDialog(title, ...content) {
  const dialog = h("dialog", { class: "ruling", "aria-label": title }, h("h2", {}, title), ...content);
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

export const cancelButton = () => h("button", { type: "button", class: "plain wide", onclick: closeDialog }, "Cancel");
