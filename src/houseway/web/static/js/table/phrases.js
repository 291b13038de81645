/** Short fixed phrases: a menu for seated players, and phrases from others, shown at their seats for some seconds. */

import { get } from "../api.js";
import { find, h } from "../dom.js";

/** @import { Phrase, Telling } from "../types.js" */

const SHOWN_SECONDS = 6;
/** The server accepts one phrase in four seconds after the first few. */
const PAUSE_SECONDS = 4;

/** Return whether the user wants to see phrases from others. */
export const wanted = () => document.documentElement.dataset.phrases !== "off";

export class Phrases {
  /**
   * @param {HTMLDetailsElement} menu
   * @param {HTMLElement} layer covers the table and takes no clicks
   * @param {(message: Telling) => boolean} send
   */
  constructor(menu, layer, send) {
    this.menu = menu;
    this.layer = layer;
    this.send = send;
    menu.addEventListener("toggle", () => this.fill(), { once: true });
  }

  /** Offer the menu to seated players only. @param {boolean} seated */
  offer(seated) {
    this.menu.hidden = !seated;
    if (!seated) this.menu.open = false;
  }

  async fill() {
    /** @type {{ phrases: Record<string, string> }} */
    const { phrases } = await get("/api/phrases");
    find(".menu-body", HTMLElement, this.menu).replaceChildren(
      ...Object.entries(phrases).map(([phrase, words]) =>
        h("button", { class: "plain", dataset: { phrase }, onclick: () => this.say(phrase) }, words),
      ),
    );
  }

  /** @param {string} phrase */
  say(phrase) {
    this.send({ type: "phrase", phrase });
    this.close();
    const buttons = this.menu.querySelectorAll("button");
    for (const button of buttons) button.disabled = true;
    setTimeout(() => {
      for (const button of buttons) button.disabled = false;
    }, PAUSE_SECONDS * 1000);
  }

  close() {
    this.menu.open = false;
    find("summary", HTMLElement, this.menu).focus();
  }

  /**
   * Show a phrase beside its seat, one phrase per seat at a time.
   * @param {Phrase} phrase
   * @param {string} name
   */
  show({ seat, words }, name) {
    if (!wanted()) return;
    this.layer.querySelector(`[data-said-by="${seat}"]`)?.remove();
    const bubble = h("p", { class: "phrase", dataset: { saidBy: seat } }, h("b", {}, name), ` ${words}`);
    this.layer.append(bubble);
    place(bubble, this.layer, seat);
    setTimeout(() => bubble.remove(), SHOWN_SECONDS * 1000);
  }
}

/**
 * Place a bubble above a seat, or at the foot of the felt for the player's seat.
 * @param {HTMLElement} bubble
 * @param {HTMLElement} layer
 * @param {number} seat
 */
function place(bubble, layer, seat) {
  const seen = document.querySelector(`.pod[data-seat="${seat}"]`) ?? find("hw-felt");
  const [around, at] = [layer.getBoundingClientRect(), seen.getBoundingClientRect()];
  const middle = at.left + at.width / 2 - around.left - bubble.offsetWidth / 2;
  const rightmost = Math.max(0, around.width - bubble.offsetWidth);
  const top = seen.matches(".pod") ? at.top - bubble.offsetHeight - 4 : at.bottom - bubble.offsetHeight - 8;
  bubble.style.left = `${Math.min(Math.max(0, middle), rightmost)}px`;
  bubble.style.top = `${Math.max(0, top - around.top)}px`;
}
