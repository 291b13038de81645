/** The meaning of a key at a table, for each moment. */

/**
 * The moment in which a key is pressed. `onButton` means that Enter and Space press the focused control. `hand` is the
 * number of cards that can be picked.
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
 * Return what a key does, or null if the browser handles it. `press` is for the button with that key, if any.
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
