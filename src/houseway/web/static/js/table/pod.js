/** Another seat, drawn small: player, cards, bets, result. */

import { cardList, HIDDEN } from "../card_text.js";
import { chipStack } from "../chips.js";
import { dollars, h, signed } from "../dom.js";
import { automaticMark } from "./automatic.js";
import { seatName, wagersOf, wagerTitle } from "./words.js";

/** @import { FeltUi, Layout, Seat, Snapshot, TableUi } from "../types.js" */

/**
 * Return whether a seat has an Envy lammer, by the text of the round log.
 * @param {Snapshot} snapshot
 * @param {Layout} layout
 * @param {number} seat
 */
export function hasLammer(snapshot, layout, seat) {
  const { lammer } = layout;
  if (!lammer || ["betting", "revealing"].includes(snapshot.phase)) return false;
  const given = snapshot.events.some((event) => event.seat === seat && event.text.includes(lammer.given));
  return given && !snapshot.events.some((event) => event.text.includes(lammer.taken));
}

/**
 * @param {Snapshot} snapshot
 * @param {Layout} layout
 * @param {Seat} seat
 * @param {FeltUi | TableUi} ui
 */
export function drawPod(snapshot, layout, seat, ui) {
  if (seat.kind === "empty") return drawEmpty(seat, ui);
  const acting = snapshot.actor === seat.seat && snapshot.phase === "playing";
  const result = snapshot.phase === "playing" ? undefined : snapshot.results?.[seat.seat];
  const classes = [
    "pod",
    acting ? "acting" : "",
    seat.sitting_out || hasFolded(snapshot, seat.seat) ? "away" : "",
    seat.kind,
  ];
  return h(
    "li",
    { class: classes.filter(Boolean).join(" "), dataset: { seat: seat.seat } },
    drawPiles(snapshot, seat.seat),
    h(
      "div",
      { class: "pod-about" },
      h(
        "div",
        { class: "pod-name" },
        h("b", {}, seatName(snapshot, seat.seat)),
        automaticMark(seat),
        chipsBehind(snapshot, seat),
      ),
      h(
        "p",
        { class: "pod-status" },
        badge(snapshot, layout, seat.seat),
        h("span", { title: seat.kind === "bot" ? seat.plays : null }, statusWords(snapshot, seat, acting)),
      ),
      result === undefined
        ? drawWagers(snapshot, layout, seat.seat)
        : h("p", { class: `pod-result figures ${result > 0 ? "won" : result < 0 ? "lost" : ""}` }, signed(result)),
    ),
  );
}

/**
 * @param {Seat} seat
 * @param {FeltUi | TableUi} ui
 */
function drawEmpty(seat, ui) {
  return h(
    "li",
    { class: "pod empty", dataset: { seat: seat.seat } },
    h("div", { class: "pod-name" }, h("b", {}, `Seat ${seat.seat + 1}`)),
    ui.canSit && "sit" in ui
      ? h(
          "button",
          { class: "small", dataset: { focus: `sit-${seat.seat}` }, onclick: () => ui.sit(seat.seat) },
          "Sit here",
        )
      : h("p", { class: "pod-status" }, "Empty"),
  );
}

/**
 * Draw a seat's chips. A computer player gets its chips with the first bet. Until then none are shown.
 * @param {Snapshot} snapshot
 * @param {Seat} seat
 */
function chipsBehind(snapshot, seat) {
  const chips = snapshot.betting?.stacks?.[seat.seat] ?? seat.chips;
  const unpaid = seat.kind === "bot" && !chips && snapshot.phase === "betting";
  return unpaid ? null : h("span", { class: "figures chips-behind" }, dollars(chips));
}

/**
 * Draw the dealer button and the Envy lammer.
 * @param {Snapshot} snapshot
 * @param {Layout} layout
 * @param {number} seat
 */
export function badge(snapshot, layout, seat) {
  return [
    snapshot.betting?.button === seat && snapshot.phase !== "betting"
      ? h("span", { class: "badge dealer-button", title: "Button" }, "D")
      : null,
    hasLammer(snapshot, layout, seat)
      ? h("span", { class: "badge lammer", title: "Envy lammer" }, layout.lammer?.title)
      : null,
  ];
}

/**
 * Return whether a seat has folded, by the text of the round log.
 * @param {Snapshot} snapshot
 * @param {number} seat
 */
const hasFolded = (snapshot, seat) =>
  snapshot.events.some((event) => event.seat === seat && /\bfolds$/.test(event.text));

/**
 * @param {Snapshot} snapshot
 * @param {Seat} seat
 * @param {boolean} acting
 */
function statusWords(snapshot, seat, acting) {
  if (acting) return "Deciding";
  if (seat.sitting_out) return "Sitting out";
  if (seat.kind === "person" && !seat.connected) return "Connection lost";
  if (seat.reveals) return "Revealing seed";
  if (snapshot.phase === "betting" && seat.kind === "person") return seat.ready ? "Bets are in" : "Placing bets";
  if (hasFolded(snapshot, seat.seat)) return "Folded";
  return seat.kind === "bot" ? seat.plays : "";
}

/**
 * @param {Snapshot} snapshot
 * @param {number} seat
 */
function drawPiles(snapshot, seat) {
  const piles = snapshot.piles.filter(
    (pile) => pile.seat === seat && cardList(pile.cards).length && pile.name !== "discards",
  );
  return h(
    "div",
    { class: "pod-cards" },
    piles.map((pile) =>
      h(
        "div",
        { class: "mini-row", role: "group", "aria-label": `${seatName(snapshot, seat)}, ${pile.name}` },
        cardList(pile.cards).map((card, place) =>
          h("hw-card", {
            card,
            compact: true,
            dataset: { key: `${seat}/${card === HIDDEN ? `${pile.name}/${place}` : card}`, seat },
          }),
        ),
      ),
    ),
  );
}

/**
 * @param {Snapshot} snapshot
 * @param {Layout} layout
 * @param {number} seat
 */
function drawWagers(snapshot, layout, seat) {
  const wagers = layout.pot ? { bet: snapshot.betting?.bets?.[seat] ?? 0 } : wagersOf(snapshot, seat);
  const made = Object.entries(wagers).filter(([, amount]) => amount > 0);
  return h(
    "ul",
    { class: "pod-wagers", "aria-label": "Bets" },
    made.map(([name, amount]) =>
      h(
        "li",
        { title: layout.pot ? "Bet" : wagerTitle(snapshot, layout, name), dataset: { chips: `${seat}/${name}` } },
        chipStack(amount),
        h("span", { class: "figures" }, dollars(amount)),
      ),
    ),
  );
}
