/** A bet or raise against players: a slider, a field checked while typing, and the sizes from the server. */

import { dollars, h, parseDollars } from "../dom.js";
import { choiceId } from "./choices.js";

/** @import { Choice, DecidingUi } from "../types.js" */

const SIZES = ["Minimum", "Maximum"];
const SIZES_WITH_POT = ["Minimum", "Pot", "Maximum"];

/**
 * Draw the choice of an amount. `send` gets the cents that are bet.
 * @param {Choice} choice
 * @param {DecidingUi} ui
 * @param {(cents: number) => void} send
 */
export function drawAmount(choice, ui, send) {
  const [least, most] = [Math.min(...choice.amounts), Math.max(...choice.amounts)];
  const id = choiceId(choice);
  const verb = choice.kind === "raise" ? "Raise to" : "Bet";
  const value = ui.amounts[id] ?? least;
  const words = h("span", { class: "choice-words" });
  const hint = h("span", { class: "amount-hint", role: "status" });
  const button = h(
    "button",
    {
      class: "choice",
      "aria-keyshortcuts": choice.key,
      dataset: { focus: `choice-${id}`, kind: choice.kind, option: choice.option },
    },
    words,
    h("kbd", { "aria-hidden": "true" }, choice.key),
  );
  const slider = h("input", {
    type: "range",
    min: least,
    max: most,
    step: 100,
    value,
    "aria-label": `${verb}, slider`,
    dataset: { focus: "amount-slider" },
  });
  const field = h("input", {
    class: "amount figures",
    inputmode: "decimal",
    value: String(value / 100),
    "aria-label": `${verb}, in dollars`,
    dataset: { focus: "amount-field" },
  });
  /**
   * @param {number | null} cents
   * @param {"slider" | "field" | "preset" | "start"} from
   */
  const set = (cents, from) => {
    const legal = cents !== null && cents >= least && cents <= most;
    button.disabled = !legal || ui.waiting;
    words.textContent = `${verb} ${legal ? dollars(cents) : "…"}`;
    hint.textContent = legal ? "" : `Type an amount between ${dollars(least)} and ${dollars(most)}.`;
    field.setAttribute("aria-invalid", String(!legal));
    if (!legal) return;
    ui.amounts[id] = cents;
    if (from !== "slider") slider.value = String(cents);
    if (from !== "field") field.value = String(cents / 100);
  };
  const sendIt = () => button.disabled || send(ui.amounts[id]);
  button.addEventListener("click", sendIt);
  slider.addEventListener("input", () => set(Number(slider.value), "slider"));
  field.addEventListener("input", () => set(parseDollars(field.value), "field"));
  field.addEventListener("keydown", (event) => event.key === "Enter" && sendIt());
  set(value, "start");
  if (least === most) return button;
  const names = choice.amounts.length === SIZES_WITH_POT.length ? SIZES_WITH_POT : SIZES;
  const presets = choice.amounts.map((amount, place) =>
    h(
      "button",
      { class: "preset", type: "button", onclick: () => set(amount, "preset") },
      h("small", {}, names[place]),
      dollars(amount),
    ),
  );
  return h(
    "div",
    { class: "amount-choice" },
    h("div", { class: "presets" }, presets),
    h(
      "label",
      { class: "amount-row" },
      h("span", { class: "amount-slide" }, slider, hint),
      h("span", { class: "dollar" }, "$"),
      field,
    ),
    button,
  );
}
