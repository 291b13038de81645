/** The felt: dealer and board at the top, the other seats in an arc, the player's spot below. */

import { cardList } from "../card_text.js";
import { chipStack } from "../chips.js";
import { capital, dollars, h, redraw, s } from "../dom.js";
import { payWords } from "../pays.js";
import { postedRows } from "./pays.js";
import { lightOf } from "./lighting.js";
import { Dealing } from "./motion.js";
import { drawPod } from "./pod.js";
import { showdownList } from "./result.js";
import { drawSpot } from "./spot.js";
import { netWords, seatName, withNames } from "./words.js";

/** @import { FeltUi, Layout, Snapshot, TableUi } from "../types.js" */

export class Felt extends HTMLElement {
  center = h("div", { class: "felt-center" });
  legend = h("div", { class: "felt-legend", "aria-hidden": "true" });
  outcome = h("div", { class: "felt-outcome", role: "status" });
  seats = h("ol", { class: "felt-seats", "aria-label": "Seats" });
  spot = h("section", { class: "felt-spot", "aria-label": "Your seat" });
  banner = h("div", { class: "felt-banner", role: "status" });
  inner = h(
    "div",
    { class: "felt-inner" },
    this.center,
    h("div", { class: "felt-middle" }, this.legend, this.outcome),
    this.seats,
    this.spot,
  );
  dealing = new Dealing(this);

  connectedCallback() {
    this.replaceChildren(h("div", { class: "shoe", "aria-hidden": "true" }), this.inner, this.banner);
  }

  /**
   * Show a snapshot. `ui` has the picked cards, typed bets and callbacks.
   * @param {Snapshot} snapshot
   * @param {Layout} layout
   * @param {FeltUi | TableUi} ui
   */
  show(snapshot, layout, ui) {
    const { piles, seats, you } = snapshot;
    const over = snapshot.phase !== "playing";
    redraw(
      this.center,
      [piles.filter((pile) => pile.seat === null), snapshot.betting?.pot, snapshot.phase, snapshot.result, ui.lit],
      () => drawCenter(snapshot, layout, ui),
    );
    redraw(this.legend, snapshot.table.title, () => drawLegend(snapshot.table.title, layout.motto));
    redraw(
      this.outcome,
      [snapshot.result, snapshot.results, snapshot.phase, you.seat, ui.lit, snapshot.round.void],
      () => drawOutcome(snapshot, ui),
    );
    this.classList.toggle("told", Boolean(this.outcome.children.length));
    const others = seats.filter((seat) => seat.seat !== you.seat).reverse();
    redraw(
      this.seats,
      [snapshot.actor, piles, seats, snapshot.wagers, snapshot.results, over, you.seat, snapshot.betting, ui.canSit],
      () => others.map((seat) => drawPod(snapshot, layout, seat, ui)),
    );
    this.bend();
    redraw(
      this.spot,
      [
        snapshot.actor,
        piles,
        seats,
        snapshot.wagers,
        snapshot.results,
        over,
        ui.picked,
        ui.draft.amounts,
        ui.draft.touched,
        ui.lit,
        snapshot.result,
        snapshot.betting,
        snapshot.legal_actions,
      ],
      () => drawSpot(snapshot, layout, ui),
    );
    this.showBanner(snapshot);
    this.dealing.show(snapshot);
  }

  /** Bend the seats into an arc, with those at the ends nearer to the dealer. */
  bend() {
    const pods = /** @type {HTMLElement[]} */ ([...this.seats.children]);
    this.seats.classList.toggle("crowded", pods.length > 3);
    this.seats.classList.toggle("packed", pods.length > 5);
    const middle = (pods.length - 1) / 2;
    pods.forEach((pod, place) => {
      const side = middle ? (place - middle) / Math.max(middle, 2) : 0;
      pod.style.setProperty("--lift", `${Math.round(-34 * side * side)}px`);
      pod.style.setProperty("--lean", `${(-4 * side).toFixed(1)}deg`);
    });
  }

  /** Show a banner for Envy payouts and irregularities. @param {Snapshot} snapshot */
  showBanner(snapshot) {
    const special = snapshot.settlements.filter((entry) => entry.wager === "envy");
    const voided = snapshot.round.void;
    redraw(this.banner, [special, voided, snapshot.seats.map((seat) => seat.name)], () => [
      ...special.map((entry) =>
        h(
          "p",
          { class: "envy" },
          h("b", {}, "Envy Bonus "),
          `${dollars(entry.returned)} to ${seatName(snapshot, entry.seat)}: `,
          withNames(entry.reason, snapshot),
          h("span", { class: "clause" }, entry.clause),
        ),
      ),
      voided
        ? h(
            "p",
            { class: "void" },
            h("b", {}, "Round void: all bets are returned. "),
            `${capital(voided.finding)}. `,
            h("span", { class: "clause" }, voided.clause ?? "house decision"),
            h("q", { class: "reason" }, voided.reason),
          )
        : null,
    ]);
  }
}

/**
 * Draw the result in the middle of the felt: the hands, then the money.
 * @param {Snapshot} snapshot
 * @param {FeltUi} ui
 */
function drawOutcome(snapshot, ui) {
  if (!snapshot.result || snapshot.round.void) return null;
  const own = snapshot.settlements.filter((entry) => entry.seat === snapshot.you.seat);
  const { net, words } = netWords(snapshot, own);
  return [
    showdownList(snapshot, ui),
    own.length ? h("p", { class: `outcome-money figures ${net > 0 ? "won" : net < 0 ? "lost" : ""}` }, words) : null,
  ];
}

/**
 * @param {Snapshot} snapshot
 * @param {Layout} layout
 * @param {FeltUi} ui
 */
function drawCenter(snapshot, layout, ui) {
  const areas = layout.center.map((area) => {
    const cards = cardList(snapshot.piles.find((pile) => pile.name === area.pile && pile.seat === null)?.cards);
    const down = cardList(snapshot.piles.find((pile) => pile.name === area.down && pile.seat === null)?.cards);
    const aside = cardList(snapshot.piles.find((pile) => pile.name === area.also && pile.seat === null)?.cards);
    const shown = [...cards, ...down, ...aside];
    const empty = Math.max(0, area.places - shown.length);
    return h(
      "section",
      { class: `center-area area-${area.pile}`, "aria-label": area.title },
      h("h2", {}, area.title),
      h(
        "div",
        { class: "card-row" },
        [...cards, ...down].map((card, place) =>
          h("hw-card", {
            card,
            class: lightOf(snapshot, ui, card, area.pile === "dealer" ? "dealer" : "board"),
            dataset: { key: `c/${area.pile}/${place}/${card}` },
          }),
        ),
        aside.map((card, place) =>
          h("hw-card", { card, class: "set-aside", dataset: { key: `c/aside/${place}/${card}` } }),
        ),
        Array.from({ length: empty }, () => h("span", { class: "card-place" })),
      ),
    );
  });
  const printed = layout.printed ? postedRows(snapshot.table, layout.printed) : null;
  return [areas, layout.pot ? drawPot(snapshot) : null, printed ? drawPrinted(printed) : null];
}

/** @param {Snapshot} snapshot */
function drawPot(snapshot) {
  const pot = snapshot.betting?.pot ?? 0;
  return h(
    "section",
    { class: "pot", "aria-label": "Pot" },
    h("h2", {}, "Pot"),
    pot ? chipStack(pot) : null,
    h("b", { class: "figures" }, dollars(pot)),
  );
}

/** Draw the pay table that is printed on a felt without a dealer's hand. @param {Record<string, string>} rows */
function drawPrinted(rows) {
  return h(
    "ul",
    { class: "printed", "aria-label": "Pay table" },
    Object.entries(rows).map(([label, pays]) =>
      h("li", {}, h("span", {}, capital(label)), h("b", { class: "figures" }, payWords(pays, "odds"))),
    ),
  );
}

/** Titles longer than this use a smaller font to stay on the arc. */
const LONG_TITLE = 24;

/**
 * @param {string} title
 * @param {string} motto
 */
function drawLegend(title, motto) {
  /**
   * @param {string} id
   * @param {number} y
   */
  const arc = (id, y) => s("path", { id, d: `M20 ${y}Q300 ${y + 34} 580 ${y}`, fill: "none" });
  /**
   * @param {string} id
   * @param {string} kind
   * @param {string} words
   */
  const along = (id, kind, words) =>
    s("text", { class: kind }, s("textPath", { href: `#${id}`, startOffset: "50%" }, words));
  return s(
    "svg",
    { viewBox: "0 0 600 76", class: "legend" },
    arc("legend-title", 22),
    arc("legend-motto", 46),
    along("legend-title", title.length > LONG_TITLE ? "legend-title long" : "legend-title", title.toUpperCase()),
    along("legend-motto", "legend-motto", motto),
  );
}

customElements.define("hw-felt", Felt);
