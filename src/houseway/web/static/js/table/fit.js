/**
 * Fit the felt into the height above the dock, so that the player's cards are always in sight. The dock keeps its
 * largest height and the felt its scale, so that nothing jumps between bet and decision. A new window size starts over.
 */

/** @import { Felt } from "./felt.js" */

const LEAST_SCALE = 0.4;
const STEPS = 7;

/**
 * Return about the largest number in a range that fits, or the lower end if none does.
 * @param {number} low
 * @param {number} high
 * @param {(middle: number) => boolean} fits
 */
function largest(low, high, fits) {
  for (let turn = 0; turn < STEPS; turn += 1) {
    const middle = (low + high) / 2;
    if (fits(middle)) low = middle;
    else high = middle;
  }
  fits(low);
  return low;
}

export class Fit {
  tallest = 0;
  least = 1;
  pods = -1;

  /**
   * @param {HTMLElement} page
   * @param {Felt} felt
   * @param {HTMLElement} dock
   */
  constructor(page, felt, dock) {
    this.page = page;
    this.felt = felt;
    this.dock = dock;
    this.forget();
    addEventListener("resize", () => this.forget());
    new ResizeObserver(() => this.noteDock()).observe(dock);
    new ResizeObserver(() => this.resized()).observe(felt);
  }

  forget() {
    this.tallest = 0;
    this.least = 1;
    this.pods = -1;
    this.dock.style.minHeight = "";
    this.noteDock();
    this.scale();
  }

  noteDock() {
    this.tallest = Math.max(this.tallest, Math.ceil(this.dock.offsetHeight));
    this.dock.style.minHeight = `${this.tallest}px`;
    this.page.style.setProperty("--dock-height", `${this.tallest}px`);
    this.noteAbove();
  }

  /** Note where the felt begins, because sheets begin there too. */
  noteAbove() {
    const above = this.felt.getBoundingClientRect().top + scrollY;
    this.page.style.setProperty("--above", `${Math.round(above)}px`);
  }

  resized() {
    this.least = 1;
    this.scale();
  }

  /** Scale the felt's content. This is called after every change. */
  scale() {
    const { felt } = this;
    const { inner } = felt;
    const pods = felt.seats.children.length;
    if (pods !== this.pods) this.least = 1;
    this.pods = pods;
    const room = felt.clientHeight - 2 * inner.offsetTop;
    if (room <= 0) return;
    inner.style.minHeight = "0";
    /** @param {number} scale */
    const fits = (scale) => {
      felt.style.setProperty("--scale", String(scale));
      return inner.offsetHeight * scale <= room + 1;
    };
    let scale = this.least;
    if (!fits(scale)) scale = largest(LEAST_SCALE, scale, fits);
    inner.style.minHeight = `${room / scale}px`;
    this.least = scale;
    this.noteAbove();
    this.noteOwn();
    this.dock.dataset.fitted = `${innerWidth}x${innerHeight}`;
  }

  /** Note where the player's cards begin, or the player's seat, because sheets end above it. */
  noteOwn() {
    const { spot } = this.felt;
    const cards = [...spot.querySelectorAll(".hand hw-card, .hand-box hw-card")];
    const tops = (cards.length ? cards : [spot]).map((each) => each.getBoundingClientRect().top + scrollY);
    this.page.style.setProperty("--own-top", `${Math.floor(Math.min(...tops))}px`);
  }
}
