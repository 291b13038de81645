/** The stage of the action bar, and its message. */

import { mayChooseAny } from "./betting.js";
import { ownShowdowns } from "./lighting.js";
import { netWords, ofSeat, ownSeat, seatName, withNames } from "./words.js";

/** @import { DecidingUi, Layout, Snapshot, TableUi } from "../types.js" */
/** @typedef {Pick<DecidingUi, "prompt"> & Partial<Pick<TableUi, "broke">>} Asked */

/** @typedef {"closed" | "watching" | "choosing" | "waiting" | "barred" | "away" | "broke" | "betting"} Stage */

const SECOND_PLAYER = "Waiting for a second player. Press Invite to copy a link to this table.";

/**
 * Return the current stage of the bar.
 * @param {Snapshot} snapshot
 * @param {Asked} ui
 * @returns {Stage}
 */
export function stageOf(snapshot, ui) {
  const own = ownSeat(snapshot);
  if (snapshot.phase === "closed") return "closed";
  if (!own) return "watching";
  if (ui.prompt) return "choosing";
  if (["playing", "revealing"].includes(snapshot.phase)) return "waiting";
  if (own.barred_until) return "barred";
  if (own.sitting_out) return "away";
  if (own.ready && snapshot.phase === "betting") return "waiting";
  return ui.broke ? "broke" : "betting";
}

/**
 * Return the line above the buttons: what to do, or what the table is waiting for.
 * @param {Snapshot} snapshot
 * @param {Pick<Layout, "pot" | "stakes">} layout
 * @param {Asked} ui
 */
export function statusWords(snapshot, layout, ui) {
  switch (stageOf(snapshot, ui)) {
    case "closed":
      return `This table is closed.${snapshot.table.practice ? "" : " Your chips are back in your account."}`;
    case "watching":
      return snapshot.seats.some((seat) => seat.kind === "empty")
        ? "You are watching. Take a free seat to play."
        : "You are watching. Every seat is taken.";
    case "choosing":
      return ["Your turn.", ui.prompt?.held, ui.prompt?.ask].filter(Boolean).join(" ");
    case "broke":
      return "You are out of chips. Buy play chips to continue; they are free.";
    case "away":
      return "You are sitting out. Press Rejoin game to play the next round.";
    case "barred":
      return `Your browser did not reveal its player seed in time. Your bet was returned. You can play here again from round ${ownSeat(snapshot)?.barred_until}.`;
    case "betting":
      return bettingWords(snapshot, layout);
    default:
      return waitingWords(snapshot, layout);
  }
}

/**
 * Return the result for screen readers: the money, then the hands. It is empty before the round is over.
 * @param {Snapshot} snapshot
 */
export function outcomeWords(snapshot) {
  const own = snapshot.settlements.filter((entry) => entry.seat === snapshot.you.seat);
  if (snapshot.phase === "playing" || snapshot.pacing || !own.length) return "";
  const hands = ownShowdowns(snapshot).map(({ sentence }) => withNames(sentence, snapshot));
  return [`${netWords(snapshot, own).words}.`, ...hands].join(" ");
}

/**
 * @param {Snapshot} snapshot
 * @param {Pick<Layout, "pot" | "stakes">} layout
 */
function bettingWords(snapshot, layout) {
  if (!layout.pot) {
    const bets = mayChooseAny(snapshot) ? "Place at least one bet" : "Place your bets";
    return snapshot.phase === "result" ? `${bets} for the next round.` : `${bets}.`;
  }
  if (isAlone(snapshot)) return `${SECOND_PLAYER} Buy in to be ready.`;
  const stakes = layout.stakes ?? "";
  const stack = ofSeat(snapshot.betting?.stacks, snapshot.you.seat);
  return stack ? "Play with your current stack, or add chips." : `Buy in to play. ${stakes}`.trim();
}

/**
 * @param {Snapshot} snapshot
 * @param {Pick<Layout, "pot" | "stakes">} layout
 */
function waitingWords(snapshot, layout) {
  if (snapshot.pacing) return "Showdown. Press Space or click the felt to skip to the result.";
  if (snapshot.phase === "betting")
    return layout.pot && isAlone(snapshot) ? SECOND_PLAYER : othersBet(snapshot, layout);
  if (snapshot.phase === "revealing") return othersReveal(snapshot);
  if (typeof snapshot.actor !== "number") return "The dealer is dealing.";
  const name = seatName(snapshot, snapshot.actor);
  return isInRound(snapshot)
    ? `Waiting for ${name} to act.`
    : `You join the next ${roundWord(layout)}. Waiting for ${name} to act. When time runs out, play continues without ${name}.`;
}

/** Return the word for one deal here. @param {Pick<Layout, "pot">} layout */
const roundWord = (layout) => (layout.pot ? "hand" : "round");

/** Return whether the viewer was dealt in. @param {Pick<Snapshot, "piles" | "wagers" | "you">} snapshot */
const isInRound = ({ piles, wagers, you }) =>
  piles.some((pile) => pile.seat === you.seat) || Boolean(ofSeat(wagers, you.seat)?.length);

/** Return whether the viewer is the only player. @param {Pick<Snapshot, "seats">} snapshot */
const isAlone = ({ seats }) => seats.filter((seat) => seat.kind !== "empty" && !seat.sitting_out).length < 2;

/**
 * Return whose bets are missing, and what happens when time runs out.
 * @param {Pick<Snapshot, "seats">} snapshot
 * @param {Pick<Layout, "pot">} layout
 */
function othersBet({ seats }, layout) {
  const missing = seats.filter((seat) => seat.kind === "person" && !seat.ready && !seat.sitting_out);
  if (!missing.length) return "Your bets are in. Dealing now.";
  const names = missing.map((seat) => seat.name).join(", ");
  const ready = seats.filter((seat) => seat.kind === "bot" || seat.ready).length;
  const goesOn = ready >= (layout.pot ? 2 : 1);
  const then = goesOn ? `the ${roundWord(layout)} starts without ${names}` : `${names} sits out`;
  return `Your bets are in. Waiting for ${names} to bet. When time runs out, ${then}.`;
}

/** @param {Pick<Snapshot, "seats">} snapshot */
function othersReveal({ seats }) {
  const names = seats.filter((seat) => seat.reveals).map((seat) => seat.name);
  return `Bets are closed. Players' browsers are revealing their seeds${names.length ? `: waiting for ${names.join(", ")}` : ""}.`;
}

/**
 * Return the seconds left, and the time bank.
 * @param {Pick<Snapshot, "on_time_bank" | "seats" | "actor">} snapshot
 * @param {number} left
 */
export function clockWords(snapshot, left) {
  if (snapshot.on_time_bank) return `${left} s left in the time bank`;
  const bank = snapshot.seats.find((seat) => seat.seat === snapshot.actor)?.time_bank ?? 0;
  return bank ? `${left} s, then a ${Math.ceil(bank)} s time bank` : `${left} s`;
}
