/** The player's seat: betting circles as on the layout, boxes for hands, and the cards. */

import { cardList, cardName } from "../card_text.js";
import { chipStack } from "../chips.js";
import { capital, dollars, h, signed } from "../dom.js";
import { canBet, offeredWagers, placeChip } from "./betting.js";
import { lightOf } from "./lighting.js";
import { badge } from "./pod.js";
import { cameTo, netOf, openWagers, ownSeat } from "./words.js";
import { without } from "./choices.js";

/** @import { Attributes, CircleGroup, FeltUi, Layout, Seat, Snapshot, TableUi } from "../types.js" */
/** Characters of a title that fits on one line beneath the chips. */
const SHORT_TITLE = 10;
/** Puts a chip on a circle. @typedef {(name: string) => void} Place */

/**
 * @param {Snapshot} snapshot
 * @param {Layout} layout
 * @param {FeltUi | TableUi} ui
 */
export function drawSpot(snapshot, layout, ui) {
  const mine = ownSeat(snapshot);
  if (!mine) return null;
  const { seat } = mine;
  const acting = snapshot.actor === seat && snapshot.phase === "playing";
  const bets = "bet" in ui && canBet(snapshot);
  const drafting = bets && (snapshot.phase === "betting" || ui.draft.touched);
  const wagers = drafting ? ui.draft.amounts : openWagers(snapshot, seat);
  const result = snapshot.phase === "playing" ? undefined : snapshot.results[seat];
  const nets = snapshot.phase === "result" && !drafting ? netOf(snapshot, seat) : {};
  const place = bets ? (/** @type {string} */ name) => placeChip(snapshot, layout, ui, name) : null;
  return [
    h(
      "div",
      { class: "circles" },
      layout.spot.map((group) => drawGroup(snapshot, group, wagers, nets, ui, place)),
      layout.pot ? drawStack(snapshot, seat, mine) : null,
    ),
    h(
      "div",
      { class: layout.own_cards ? "own-row" : "" },
      ui.choosing ? drawChoosing(ui, layout) : drawPiles(snapshot, seat, layout, ui),
    ),
    h(
      "div",
      { class: `spot-name ${acting ? "acting" : ""}` },
      h("b", {}, mine.name),
      badge(snapshot, layout, seat),
      h("span", { class: "figures own" }, dollars(snapshot.betting?.stacks[seat] ?? mine.chips)),
      result === undefined
        ? null
        : h("span", { class: `figures pill ${result > 0 ? "won" : result < 0 ? "lost" : ""}` }, signed(result)),
    ),
  ];
}

/**
 * @param {Snapshot} snapshot
 * @param {CircleGroup} group
 * @param {Record<string, number>} wagers
 * @param {Record<string, number>} nets
 * @param {FeltUi} ui
 * @param {Place | null} place
 */
function drawGroup(snapshot, group, wagers, nets, ui, place) {
  const offered = offeredWagers(snapshot).map((wager) => wager.name);
  if (group.onlyIfOffered && !group.circles.some(([name]) => offered.includes(name))) return null;
  return h(
    "div",
    { class: group.title ? "circle-group titled" : "circle-group" },
    group.title ? h("div", { class: "group-title" }, group.title) : null,
    group.box ? drawBox(snapshot, group.box, ui) : null,
    h(
      "div",
      { class: "circle-row" },
      group.circles.map(([name, title]) =>
        drawCircle(snapshot, name, title, wagers[name] ?? 0, nets[name], offered.includes(name) ? place : null),
      ),
    ),
  );
}

/**
 * Draw a circle. While bets are placed, a click adds a chip.
 * @param {Snapshot} snapshot
 * @param {string} name
 * @param {string} title
 * @param {number} amount
 * @param {number | undefined} net
 * @param {Place | null} place
 */
function drawCircle(snapshot, name, title, amount, net, place) {
  const outcome = !net ? "" : net > 0 ? " paid" : " taken";
  const staked = amount ? dollars(amount) : "no bet";
  const settled = snapshot.settlements.filter((entry) => entry.seat === snapshot.you.seat && entry.wager === name);
  const takenBack = settled.some((entry) => entry.taken_back);
  return h(
    place ? "button" : "div",
    {
      class: `circle${amount ? " staked" : ""}${title.length > SHORT_TITLE ? " long" : ""}${outcome}`,
      dataset: { chips: `${snapshot.you.seat}/${name}`, focus: `circle-${name}` },
      role: place ? null : "group",
      type: place ? "button" : null,
      "aria-label": place ? `${title}: ${staked}; press to add a chip` : `${title}: ${staked}`,
      onclick: place ? () => place(name) : null,
    },
    amount ? chipStack(amount) : null,
    h("span", { class: "circle-title" }, capital(title)),
    amount
      ? h("span", { class: "figures circle-amount" }, net === undefined ? dollars(amount) : cameTo(net, takenBack))
      : null,
  );
}

/**
 * @param {Snapshot} snapshot
 * @param {string} box
 * @param {FeltUi} ui
 */
function drawBox(snapshot, box, ui) {
  const pile = snapshot.piles.find((each) => each.seat === snapshot.you.seat && each.name === box);
  const set = cardList(pile?.cards);
  const isFirst = box.endsWith("1");
  const meant = ui.choosing && ui.picked.length ? (isFirst ? pickedCards(ui) : restCards(ui)) : [];
  const cards = set.length ? set : meant;
  return h(
    "div",
    { class: set.length ? "hand-box set" : "hand-box", ...(ui.choosing ? dropHere(ui, isFirst) : {}) },
    Array.from({ length: Math.max(2, cards.length) }, (_, place) =>
      cards[place] && (set.length || cards.length <= 2)
        ? h("hw-card", {
            card: cards[place],
            compact: !set.length,
            class: set.length ? lightOf(snapshot, ui, cards[place], "own") : "meant",
            dataset: set.length ? { key: `${snapshot.you.seat}/${cards[place]}`, seat: snapshot.you.seat } : {},
          })
        : place < 2
          ? h("span", { class: "card-place" })
          : null,
    ),
  );
}

/** @param {Pick<FeltUi, "picked" | "hand">} ui */
export const pickedCards = (ui) => ui.picked.map((place) => ui.hand[place]);
/** @param {Pick<FeltUi, "picked" | "hand">} ui */
export const restCards = (ui) => without(ui.hand, pickedCards(ui));

/**
 * Make a place accept dragged cards, for the picked ones or the others.
 * @param {FeltUi} ui
 * @param {boolean} picked
 * @returns {Attributes}
 */
function dropHere(ui, picked) {
  return {
    ondragover: (event) => event.preventDefault(),
    ondrop: (event) => {
      event.preventDefault();
      if (event.dataTransfer) ui.pick(Number(event.dataTransfer.getData("text/plain")), picked);
    },
  };
}

/**
 * Draw the hand to pick from. Cards stay in place, and picked ones rise. Boxes or zones accept dragged cards.
 * @param {FeltUi} ui
 * @param {Layout} layout
 */
function drawChoosing(ui, layout) {
  const words = layout.choosing[ui.choosing] ?? { picked: "Picked", rest: "Not picked" };
  const boxed = layout.spot.some((group) => group.box);
  /**
   * @param {string} title
   * @param {boolean} picked
   */
  const zone = (title, picked) =>
    h(
      "div",
      { class: picked ? "zone zone-picked" : "zone", ...dropHere(ui, picked) },
      h("span", {}, title),
      h(
        "span",
        { class: "zone-cards" },
        (picked ? pickedCards(ui) : restCards(ui)).map((card) => h("hw-card", { card, compact: true })),
      ),
    );
  return h(
    "div",
    { class: "choosing" },
    boxed ? null : zone(words.picked, true),
    h(
      "div",
      { class: "card-row hand", role: "group", "aria-label": ui.prompt?.ask },
      ui.hand.map((card, place) => {
        const picked = ui.picked.includes(place);
        return h(
          "button",
          {
            class: picked ? "card-button picked" : "card-button",
            draggable: "true",
            "aria-pressed": String(picked),
            "aria-label": `${cardName(card)}, ${picked ? words.picked : words.rest}, key ${place + 1}`,
            dataset: { focus: `card-${place}`, card },
            onclick: () => ui.pick(place, !picked),
            ondragstart: (event) => event.dataTransfer?.setData("text/plain", String(place)),
          },
          h("hw-card", { card, dataset: { key: `${ui.seat}/${card}`, seat: ui.seat } }),
          h("kbd", { "aria-hidden": "true" }, place + 1),
        );
      }),
    ),
    boxed ? null : zone(words.rest, false),
  );
}

/**
 * Return the title of a pile, from the game's layout if it has one.
 * @param {Snapshot} snapshot
 * @param {string} name
 */
const pileTitle = (snapshot, name) => snapshot.table.felt.piles?.[name] ?? name;

/**
 * @param {Snapshot} snapshot
 * @param {number} seat
 * @param {Layout} layout
 * @param {FeltUi} ui
 */
function drawPiles(snapshot, seat, layout, ui) {
  const boxed = layout.spot.map((group) => group.box).filter(Boolean);
  const piles = snapshot.piles.filter(
    (pile) => pile.seat === seat && !boxed.includes(pile.name) && cardList(pile.cards).length,
  );
  return h(
    "div",
    { class: "own-piles" },
    piles.map((pile) =>
      h(
        "div",
        { class: `own-pile pile-${pile.name.replaceAll(" ", "-")}` },
        piles.length > 1 ? h("span", { class: "pile-title" }, pileTitle(snapshot, pile.name)) : null,
        h(
          "div",
          { class: "card-row hand", role: "group", "aria-label": `Your ${pileTitle(snapshot, pile.name)}` },
          cardList(pile.cards).map((card) =>
            h("hw-card", {
              card,
              class: lightOf(snapshot, ui, card, "own"),
              dataset: { key: `${seat}/${card}`, seat },
            }),
          ),
        ),
      ),
    ),
  );
}

/**
 * @param {Snapshot} snapshot
 * @param {number} seat
 * @param {Seat} mine
 */
function drawStack(snapshot, seat, mine) {
  const bet = snapshot.betting?.bets[seat] ?? 0;
  const stack = snapshot.betting?.stacks[seat] ?? mine.bet.stack ?? 0;
  /**
   * @param {string} title
   * @param {number} amount
   * @param {string} name
   */
  const part = (title, amount, name) =>
    h(
      "div",
      { class: amount ? "circle staked" : "circle", dataset: { chips: `${seat}/${name}` } },
      amount ? chipStack(amount) : null,
      h("span", { class: "circle-title" }, capital(title)),
      amount ? h("span", { class: "figures circle-amount" }, dollars(amount)) : null,
    );
  return h("div", { class: "circle-row" }, part("Stack", stack, "stack"), part("Bet", bet, "bet"));
}
