/** What a key means at a table: an answer for each moment, which the page then carries out. */

/**
 * The moment in which a key is pressed. `onButton`: the focus is on what Enter and Space press by themselves; `hand` is
 * how many cards can be picked, none where none are.
 * @typedef {{ showdown: boolean, onButton: boolean, sheet: boolean, hand: number, canAsk: boolean, canBet: boolean,
 *   deciding: boolean }} Moment
 */
/**
 * @typedef {{ does: "skip" | "close" | "unpick" | "ask" | "undo" | "go on" } | { does: "pick", place: number } |
 *   { does: "press", key: string }} Meaning
 */

const SKIPS = [" ", "Enter", "Escape"];
const PRESSES = [" ", "Enter"];

/**
 * What to do, or null where the key is the browser's own; `press` is for the button that has the key, if any has.
 * @param {string} pressed
 * @param {Moment} at
 * @returns {Meaning | null}
 */
export function meaningOf(pressed, at) {
  if (at.showdown && SKIPS.includes(pressed)) return { does: "skip" };
  if (at.onButton && PRESSES.includes(pressed)) return null;
  const key = pressed.length === 1 ? pressed.toUpperCase() : pressed;
  const place = Number(key) - 1;
  if (key === "Escape" && at.sheet) return { does: "close" };
  if (place >= 0 && place < at.hand) return { does: "pick", place };
  if (key === "Escape" && at.hand) return { does: "unpick" };
  if (key === "H" && at.canAsk) return { does: "ask" };
  if (key === "Backspace" && at.canBet) return { does: "undo" };
  if (key === "Enter" && !at.deciding) return { does: "go on" };
  return { does: "press", key };
}
