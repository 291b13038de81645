/**
 * The end of a round at the pace of a table: each turn of the dealer's cards in the order of the procedure, then the
 * hands compared, then the money. One key shows all of it at once.
 */

import { cardList, HIDDEN } from "../card_text.js";
import { motionAllowed } from "../dom.js";

/** @import { Pile, Snapshot, TableEvent } from "../types.js" */

/** One step: cards turned or hands compared, and the number of events shown. */
/** @typedef {{ cards: string[], hands: boolean, upTo: number }} Step */

/** Milliseconds per step, by the setting. @type {Record<string, number>} */
const PACES = { slow: 2000, normal: 1000, fast: 450, off: 0 };

export class Showdown {
  /** @type {Step[]} */
  steps = [];
  at = 0;
  pace = 0;
  /** The table before the end. @type {Snapshot | null} */
  before = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  timer;

  /** Make the showdown. `changed` is called when there is more to see. @param {() => void} changed */
  constructor(changed) {
    this.changed = changed;
  }

  get isOn() {
    return this.at < this.steps.length;
  }

  /**
   * Begin when a round ends, and continue while the same result is shown.
   * @param {Snapshot | null} before
   * @param {Snapshot} snapshot
   */
  follow(before, snapshot) {
    if (this.isOn && (snapshot.phase !== "result" || snapshot.round.number !== this.before?.round.number)) this.end();
    const pace = PACES[document.documentElement.dataset.pace ?? ""] ?? PACES.normal;
    if (!before || !isEnd(before, snapshot) || !pace || !motionAllowed() || document.hidden) return;
    this.before = before;
    this.steps = stepsOf(before, snapshot);
    this.at = 0;
    this.pace = pace;
    this.wait();
  }

  wait() {
    clearTimeout(this.timer);
    this.timer = setTimeout(
      () => {
        this.at += 1;
        if (this.isOn) this.wait();
        this.changed();
      },
      this.pace * (this.steps[this.at].hands ? 1.6 : 1),
    );
  }

  end() {
    clearTimeout(this.timer);
    this.at = this.steps.length;
  }

  /**
   * Return the snapshot as far as it has been shown, with no card, chip or word of later steps.
   * @param {Snapshot} snapshot
   * @returns {Snapshot}
   */
  seen(snapshot) {
    const { before } = this;
    if (!this.isOn || !before) return snapshot;
    return asSeen(before, snapshot, this.steps.slice(0, this.at + 1));
  }
}

/**
 * Return whether a round just ended without being voided.
 * @param {Snapshot} before
 * @param {Snapshot} snapshot
 */
const isEnd = (before, snapshot) =>
  before.phase === "playing" &&
  snapshot.phase === "result" &&
  before.round.number === snapshot.round.number &&
  !snapshot.round.void;

/**
 * Return the end of a round in steps: each turn of community cards, then the hands.
 * @param {Snapshot} before
 * @param {Snapshot} snapshot
 * @returns {Step[]}
 */
export function stepsOf(before, snapshot) {
  const known = before.events.length;
  const turned = snapshot.events.slice(known).flatMap((event, place) => {
    const cards = event.seat === null ? seen(event) : [];
    return cards.length ? [{ cards, hands: false, upTo: known + place + 1 }] : [];
  });
  return [...turned, { cards: [], hands: true, upTo: turned.at(-1)?.upTo ?? known }];
}

/**
 * Return the snapshot after these steps.
 * @param {Snapshot} before
 * @param {Snapshot} snapshot
 * @param {Step[]} steps
 * @returns {Snapshot}
 */
export function asSeen(before, snapshot, steps) {
  const step = steps[steps.length - 1];
  const { seat: own } = snapshot.you;
  return {
    ...snapshot,
    phase: "playing",
    pacing: true,
    actor: "dealer",
    legal_actions: [],
    prompt: null,
    time_left: null,
    settlements: before.settlements,
    results: {},
    result: step.hands ? snapshot.result : null,
    events: snapshot.events.slice(0, step.upTo),
    piles: step.hands ? snapshot.piles : pilesSeen(before, snapshot, steps),
    wagers: before.wagers.map((made, seat) => (snapshot.wagers[seat]?.length ? snapshot.wagers[seat] : made)),
    seats: snapshot.seats.map((seat) => ({
      ...seat,
      chips: before.seats[seat.seat].chips - added(before, snapshot, seat.seat),
    })),
    you: { ...snapshot.you, chips: before.you.chips - (own === null ? 0 : added(before, snapshot, own)) },
    betting: before.betting,
  };
}

/** @param {[string, number][] | undefined} made */
const total = (made = []) => made.reduce((sum, [, amount]) => sum + amount, 0);

/**
 * Return the amount that a seat bet with the decision that ended the play.
 * @param {Snapshot} before
 * @param {Snapshot} snapshot
 * @param {number} seat
 */
const added = (before, snapshot, seat) => Math.max(0, total(snapshot.wagers[seat]) - total(before.wagers[seat]));

/**
 * @param {Snapshot} before
 * @param {Snapshot} snapshot
 * @param {Step[]} steps
 */
function pilesSeen(before, snapshot, steps) {
  const own = snapshot.you.seat;
  const lay = before.piles.filter((pile) => pile.seat === null).flatMap(seen);
  const known = [...lay, ...steps.flatMap((step) => step.cards)];
  const common = snapshot.piles
    .filter((pile) => pile.seat === null)
    .map((pile) => ({ ...pile, cards: asFarAs(pile, known, before) }));
  const others = before.piles.filter((pile) => pile.seat !== null && pile.seat !== own);
  return [...common, ...others, ...snapshot.piles.filter((pile) => pile.seat !== null && pile.seat === own)];
}

/** @param {Pick<Pile | TableEvent, "cards">} shown */
const seen = ({ cards }) => cardList(cards).filter((card) => card !== HIDDEN);

/**
 * Return the visible cards of a shared pile, and backs for those that were face down before.
 * @param {Pile} pile
 * @param {string[]} known
 * @param {Snapshot} before
 */
function asFarAs(pile, known, before) {
  const left = [...known];
  const names = [pile.name, `${pile.name} face down`];
  const lay = before.piles.some(
    (each) => each.seat === null && names.includes(each.name) && cardList(each.cards).includes(HIDDEN),
  );
  return cardList(pile.cards).flatMap((card) => {
    const place = left.indexOf(card);
    if (place < 0) return lay ? [HIDDEN] : [];
    left.splice(place, 1);
    return [card];
  });
}
