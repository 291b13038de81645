/**
 * Cards that slide from the shoe and turn over, chips that slide to their circle. Nothing moves with "reduce motion".
 */

import { HIDDEN } from "../card_text.js";
import { find, motionAllowed } from "../dom.js";

/** @import { Snapshot } from "../types.js" */

const [DEAL_MS, TURN_MS, CHIP_MS, STEP_MS] = [220, 200, 180, 45];
const LONGEST_DELAY = 900;

export class Dealing {
  /** Cards by their key. @type {Map<string | undefined, { hidden: boolean, seat: string }>} */
  cards = new Map();
  /** Whether there are chips at a place. @type {Map<string | undefined, boolean>} */
  chips = new Map();
  /** @type {number | null} */
  round = null;

  /** @param {HTMLElement} felt */
  constructor(felt) {
    this.felt = felt;
  }

  /**
   * Animate the changes since the last snapshot. The first snapshot is not animated.
   * @param {Snapshot} snapshot
   */
  show(snapshot) {
    const first = this.round === null;
    if (this.round !== snapshot.round.number) {
      this.round = snapshot.round.number;
      this.cards.clear();
    }
    const moves = motionAllowed() && !first && !document.hidden;
    this.showCards(moves);
    this.showChips(moves);
  }

  /** @param {boolean} moves */
  showCards(moves) {
    const shoe = find(".shoe", HTMLElement, this.felt).getBoundingClientRect();
    const before = this.cards;
    this.cards = new Map();
    let delay = 0;
    for (const card of /** @type {NodeListOf<HTMLElement>} */ (this.felt.querySelectorAll("hw-card[data-key]"))) {
      const { key, seat = "c" } = card.dataset;
      const hidden = card.getAttribute("card") === HIDDEN;
      this.cards.set(key, { hidden, seat });
      if (before.has(key) || !moves) continue;
      const wasHidden = !hidden && [...before.values()].some((old) => old.hidden && old.seat === seat);
      if (wasHidden) turn(card, delay);
      else slide(card, shoe, delay);
      delay = Math.min(LONGEST_DELAY, delay + STEP_MS);
    }
  }

  /** @param {boolean} moves */
  showChips(moves) {
    const before = this.chips;
    this.chips = new Map();
    for (const place of /** @type {NodeListOf<HTMLElement>} */ (this.felt.querySelectorAll("[data-chips]"))) {
      const stack = place.querySelector(".chip-stack");
      this.chips.set(place.dataset.chips, Boolean(stack));
      if (!stack || before.get(place.dataset.chips) || !moves) continue;
      stack.animate(
        [
          { transform: "translateY(48px)", opacity: 0 },
          { transform: "none", opacity: 1 },
        ],
        { duration: CHIP_MS, easing: "ease-out" },
      );
    }
  }
}

/**
 * @param {HTMLElement} card
 * @param {DOMRect} shoe
 * @param {number} delay
 */
function slide(card, shoe, delay) {
  const place = card.getBoundingClientRect();
  const scale = Number(getComputedStyle(card).getPropertyValue("--scale")) || 1;
  const from = `translate(${(shoe.x - place.x) / scale}px, ${(shoe.y - place.y) / scale}px) rotate(18deg)`;
  card.animate(
    [
      { transform: from, opacity: 0 },
      { opacity: 1, offset: 0.3 },
      { transform: "none", opacity: 1 },
    ],
    {
      duration: DEAL_MS,
      delay,
      easing: "cubic-bezier(.2,.7,.3,1)",
      fill: "backwards",
    },
  );
}

/**
 * @param {HTMLElement} card
 * @param {number} delay
 */
function turn(card, delay) {
  card.animate([{ transform: "rotateY(90deg)" }, { transform: "none" }], {
    duration: TURN_MS,
    delay,
    easing: "ease-out",
    fill: "backwards",
  });
}
