// @ts-nocheck
/**
 * The end of a round at the pace of a table: each turn of the dealer's cards in the order of the procedure, then the
 * hands compared, then the money. One key shows all of it at once.
 */

import { cardList } from "../cards.js";
import { motionAllowed } from "../dom.js";

/** Milliseconds a step, by the setting. */
const PACES = { slow: 2000, normal: 1000, fast: 450, off: 0 };
const HIDDEN = "??";

export class Showdown {
  /** `changed` is called when there is more to see. */
  constructor(changed) {
    this.changed = changed;
    this.steps = [];
    this.at = 0;
  }

  get isOn() {
    return this.at < this.steps.length;
  }

  /** Begin where a round that was being played is over; go on while the same result is shown. */
  follow(before, snapshot) {
    if (this.isOn && (snapshot.phase !== "result" || snapshot.round.number !== this.before.round.number)) this.end();
    const ended =
      before?.phase === "playing" && snapshot.phase === "result" && before.round.number === snapshot.round.number;
    const pace = PACES[document.documentElement.dataset.pace] ?? PACES.normal;
    if (!ended || !pace || !motionAllowed() || document.hidden || snapshot.round.void) return;
    const turned = snapshot.events
      .slice(before.events.length)
      .map((event, place) => ({ cards: seen(event), upTo: before.events.length + place + 1, seat: event.seat }))
      .filter((step) => step.seat === null && step.cards.length);
    this.before = before;
    this.steps = [...turned, { hands: true, upTo: turned.at(-1)?.upTo ?? before.events.length }];
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

  /** The snapshot as far as the table has come: no card, no chip and no word of what is still to be turned. */
  seen(snapshot) {
    if (!this.isOn) return snapshot;
    const { before } = this;
    const step = this.steps[this.at];
    return {
      ...snapshot,
      phase: "playing",
      pacing: true,
      actor: "dealer",
      legal_actions: [],
      prompt: null,
      time_left: null,
      settlements: [],
      results: {},
      result: step.hands ? snapshot.result : null,
      events: snapshot.events.slice(0, step.upTo),
      piles: step.hands ? snapshot.piles : this.piles(snapshot),
      wagers: before.wagers.map((made, seat) => (snapshot.wagers[seat]?.length ? snapshot.wagers[seat] : made)),
      seats: snapshot.seats.map((seat) => ({
        ...seat,
        chips: before.seats[seat.seat].chips - this.added(snapshot, seat.seat),
      })),
      you: { ...snapshot.you, chips: before.you.chips - this.added(snapshot, snapshot.you.seat) },
      betting: before.betting,
    };
  }

  /** What a seat put down with the decision that ended the play. */
  added(snapshot, seat) {
    const total = (made) => (made ?? []).reduce((sum, [, amount]) => sum + amount, 0);
    return Math.max(0, total(snapshot.wagers[seat]) - total(this.before.wagers[seat]));
  }

  piles(snapshot) {
    const { before } = this;
    const own = snapshot.you.seat;
    const known = before.piles.filter((pile) => pile.seat === null).flatMap(seen);
    for (const step of this.steps.slice(0, this.at + 1)) known.push(...step.cards);
    const common = snapshot.piles
      .filter((pile) => pile.seat === null)
      .map((pile) => ({ ...pile, cards: asFarAs(pile, known, before) }));
    const others = before.piles.filter((pile) => pile.seat !== null && pile.seat !== own);
    return [...common, ...others, ...snapshot.piles.filter((pile) => pile.seat !== null && pile.seat === own)];
  }
}

const seen = ({ cards }) => cardList(cards).filter((card) => card !== HIDDEN);

/** The cards of a common pile that are turned; of the others the backs, where they lay there before. */
function asFarAs(pile, known, before) {
  const left = [...known];
  const names = [pile.name, `${pile.name} face down`];
  const lay = before.piles.some(
    (each) => each.seat === null && names.includes(each.name) && cardList(each.cards).includes(HIDDEN),
  );
  const cards = cardList(pile.cards).map((card) => {
    const place = left.indexOf(card);
    if (place < 0) return lay ? HIDDEN : null;
    left.splice(place, 1);
    return card;
  });
  return cards.filter(Boolean);
}
