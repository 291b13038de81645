/** Parts shared by the sections of the operator console. */

import { closeDialog, h, wordsOf } from "../dom.js";

/** @import { Child } from "../types.js" */
/** Carries out an action, shows its result, and refreshes. */
/** @typedef {(work: () => Promise<unknown>, done: string) => Promise<void>} CarryOut */

/** The columns of figures. */
const FIGURES = [
  "Limits",
  "Open bets",
  "Maximum exposure",
  "Accounts",
  "Sum",
  "Balance",
  "Record",
  "Amount",
  "Reserve",
];

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
          titles.map((title) => h("th", { scope: "col", class: FIGURES.includes(title) ? "figures" : "" }, title)),
        ),
      ),
      h("tbody", {}, rows),
    ),
  );
}

/** Draw a cell with a figure, labeled with its column for phones, which hide the head of the table. */
export const figure = (/** @type {string} */ column, /** @type {Child} */ words) =>
  h("td", { class: "figures", dataset: { column } }, words);

/**
 * Draw a button, with the reason if it is disabled.
 * @param {string} words
 * @param {string} focus
 * @param {() => unknown} onclick
 */
export const button = (words, focus, onclick, refused = "") =>
  h(
    "button",
    { class: "small", dataset: { focus }, onclick, disabled: Boolean(refused) },
    words,
    refused ? h("small", { class: "why" }, refused) : null,
  );

/**
 * Open a dialog.
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

export const cancelButton = (words = "Cancel") =>
  h("button", { type: "button", class: "plain wide", onclick: closeDialog }, words);

/**
 * Open a dialog with a form, which closes once its work is done.
 * @param {string} title
 * @param {string} submit
 * @param {(typed: (name: string) => string) => Promise<void>} work
 * @param {Child[]} fields
 */
export function ask(title, submit, work, ...fields) {
  const problem = h("p", { class: "problem", role: "alert" });
  /** @param {Event} event */
  const send = async (event) => {
    event.preventDefault();
    try {
      const given = new FormData(form);
      await work((name) => String(given.get(name) ?? ""));
      dialog.close();
    } catch (error) {
      problem.replaceChildren(wordsOf(error));
    }
  };
  const form = h(
    "form",
    { onsubmit: send },
    ...fields,
    problem,
    h("button", { class: "primary wide" }, submit),
    cancelButton(),
  );
  const dialog = openDialog(title, form);
}

/**
 * @param {string} name
 * @param {string} words
 */
export const field = (name, words, more = {}) => h("label", {}, words, h("input", { name, ...more }));

export const reasonField = (words = "Reason (kept in the log)") =>
  h("label", {}, words, h("textarea", { name: "reason", required: true, maxlength: 200 }));
