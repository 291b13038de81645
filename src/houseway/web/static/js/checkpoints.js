/** The signed checkpoints stored in this browser, the newest last. */

/** @import { Checkpoint } from "./types.js" */

const PLACE = "houseway.checkpoints";
const MOST = 100;

/** @returns {Checkpoint[]} */
export const heldCheckpoints = () => JSON.parse(localStorage.getItem(PLACE) ?? "[]");

/** Store one more checkpoint. If the browser has no room, drop the older half. @param {Checkpoint} fresh */
export function holdCheckpoint(fresh) {
  let held = [...heldCheckpoints(), fresh].slice(-MOST);
  while (held.length) {
    try {
      localStorage.setItem(PLACE, JSON.stringify(held));
      return;
    } catch {
      held = held.slice(Math.ceil(held.length / 2));
    }
  }
}
