/** Names and texts that several parts of the table share. */

import { cardList, inlineCard } from "../card_text.js";
import { dollars, h, signed, wagerWords } from "../dom.js";
import { toReader, YOU } from "./people.js";

/** @import { Child, Layout, Settlement, Snapshot, TableEvent } from "../types.js" */

/** Return the viewer's seat, if any. @param {Pick<Snapshot, "seats" | "you">} snapshot */
export const ownSeat = ({ seats, you }) => seats.find((each) => each.seat === you.seat);

/**
 * Return a seat's entry, or undefined for a spectator.
 * @template Kept
 * @param {Record<number, Kept> | undefined} kept
 * @param {number | null} seat
 * @returns {Kept | undefined}
 */
export const ofSeat = (kept, seat) => (seat === null ? undefined : kept?.[seat]);

/**
 * Return the name of a seat: its player, or its number counted from 1.
 * @param {Pick<Snapshot, "seats">} snapshot
 * @param {number} seat
 * @returns {string}
 */
export function seatName(snapshot, seat) {
  const found = snapshot.seats.find((each) => each.seat === seat);
  return found?.name || `Seat ${seat + 1}`;
}

/**
 * Put names into a text of the game. The viewer's seat is addressed as "you".
 * @param {string} text
 * @param {Pick<Snapshot, "seats" | "you">} snapshot
 */
export function withNames(text, snapshot) {
  return toReader(text, (seat) => (seat === snapshot.you.seat ? YOU : seatName(snapshot, seat)));
}

/**
 * Return a wager's title: from the layout, from the game, or made from its name.
 * @param {Pick<Snapshot, "table">} snapshot
 * @param {Pick<Layout, "spot">} layout
 * @param {string} name
 */
export function wagerTitle(snapshot, layout, name) {
  for (const group of layout.spot) {
    for (const [wager, title] of group.circles) {
      if (wager === name) return group.title ? `${title}, ${group.title}` : title;
    }
  }
  return snapshot.table.wagers.find((wager) => wager.name === name)?.title ?? wagerWords(name);
}

/**
 * Return one step of the procedure: words, cards, amount.
 * @param {TableEvent} event
 * @param {Snapshot} snapshot
 * @returns {Child[]}
 */
export function eventWords(event, snapshot) {
  const cards = cardList(event.cards).map(inlineCard).filter(Boolean);
  const spaced = cards.flatMap((card) => [" ", card]);
  const words = withNames(event.text, snapshot);
  return [words.charAt(0).toUpperCase() + words.slice(1), ...spaced, event.amount ? ` ${dollars(event.amount)}` : null];
}

/**
 * Draw a clause number that shows the clause when hovered or focused.
 * @param {string} id
 * @param {string | undefined} words
 */
export function clauseTag(id, words, stops = true) {
  if (!words) return h("span", { class: "clause" }, id);
  const named = stops ? { tabindex: 0, "aria-label": `clause ${id}: ${words}` } : {};
  return h("span", { class: "clause", ...named, dataset: { words } }, id);
}

/**
 * Return the net amount of each wager of a seat, by name.
 * @param {Pick<Snapshot, "settlements">} snapshot
 * @param {number} seat
 */
export function netOf(snapshot, seat) {
  /** @type {Record<string, number>} */
  const net = {};
  for (const entry of snapshot.settlements) {
    if (entry.seat === seat) net[entry.wager] = (net[entry.wager] ?? 0) + entry.returned - entry.staked;
  }
  return net;
}

/**
 * Return the viewer's net result, in cents and in words.
 * @param {Pick<Snapshot, "results" | "you">} snapshot
 * @param {Settlement[]} own
 */
export function netWords(snapshot, own) {
  const net =
    ofSeat(snapshot.results, snapshot.you.seat) ?? own.reduce((sum, entry) => sum + entry.returned - entry.staked, 0);
  const words = net > 0 ? `You win ${dollars(net)}` : net < 0 ? `You lose ${dollars(-net)}` : "You break even";
  return { net, words };
}

/**
 * Return the outcome of a settled wager: an amount, a push, or "taken back" if the player took the bet back.
 * @param {number} net
 * @param {boolean | undefined} takenBack
 */
export const cameTo = (net, takenBack) => (net ? signed(net) : takenBack ? "taken back" : "push");

/**
 * Return the wagers of a seat by name: made in this round, or waiting for it.
 * @param {Pick<Snapshot, "wagers" | "phase" | "seats">} snapshot
 * @param {number} seat
 * @returns {Record<string, number>}
 */
export function wagersOf(snapshot, seat) {
  const made = snapshot.wagers[seat];
  if (snapshot.phase !== "betting" && made?.length) return Object.fromEntries(made);
  return snapshot.seats.find((each) => each.seat === seat)?.bet ?? {};
}

/**
 * Return the open wagers of a seat, without those already settled in the round in progress, such as one taken back.
 * @param {Pick<Snapshot, "wagers" | "phase" | "seats" | "settlements">} snapshot
 * @param {number} seat
 */
export function openWagers(snapshot, seat) {
  const wagers = wagersOf(snapshot, seat);
  if (snapshot.phase !== "playing") return wagers;
  const settled = snapshot.settlements.filter((entry) => entry.seat === seat).map((entry) => entry.wager);
  return Object.fromEntries(Object.entries(wagers).filter(([name]) => !settled.includes(name)));
}
