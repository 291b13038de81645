/** The cards that play in the current showdown. They are lit, and the dealer's are pushed forward. */

/** @import { FeltUi, Snapshot } from "../types.js" */

/**
 * Return the showdowns of the viewer's seat and the shared ones. A spectator gets all.
 * @param {Pick<Snapshot, "result" | "you">} snapshot
 */
export function ownShowdowns(snapshot) {
  const all = snapshot.result?.showdowns ?? [];
  return snapshot.you.seat === null ? all : all.filter((each) => [snapshot.you.seat, null].includes(each.seat));
}

/**
 * Return the class of a card. `owner` is "own", "dealer" or "board". Of two shared hands, the higher is lit.
 * @param {Pick<Snapshot, "result" | "you">} snapshot
 * @param {Pick<FeltUi, "lit">} ui
 * @param {string} card
 * @param {"own" | "dealer" | "board"} owner
 */
export function lightOf(snapshot, ui, card, owner) {
  const showdown = ownShowdowns(snapshot)[ui.lit ?? 0];
  if (!showdown) return "";
  const pushed = snapshot.result?.pushed ?? [];
  const others = !showdown.own.length || (showdown.seat === null && showdown.outcome === "lost");
  const plays = {
    own: showdown.own.includes(card),
    dealer: showdown.others.includes(card),
    board: (others ? showdown.others : showdown.own).includes(card),
  }[owner];
  const forward = owner === "dealer" && pushed.includes(card);
  return [plays ? "plays" : "", forward ? "pushed" : "", plays && showdown.deciding.includes(card) ? "decides" : ""]
    .filter(Boolean)
    .join(" ");
}
