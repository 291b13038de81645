/**
 * Sheets beside the cards: advice, how to play, strategy. One is open at a time, and none covers the player's cards.
 */

import { get, post } from "../api.js";
import { cardList, HIDDEN } from "../card_text.js";
import { find, forgetDrawn, h, redraw, wordsOf } from "../dom.js";
import { drawHowTo } from "../help/howto.js";
import { hasJokers } from "../help/lookup.js";
import { drawPlan } from "../help/strategy.js";
import { drawPays, postedRows } from "./pays.js";

/** @import { GameChoice, GameInFull, Guide, Pile, Plan, Situation, Snapshot, TableFacts } from "../types.js" */

/**
 * Return a table's game in the form that the server takes: the pay table by name, or by its rows.
 * @param {TableFacts} table
 * @param {Pick<GameInFull, "paytables" | "forms">} facts
 * @returns {GameChoice}
 */
export function choiceOf(table, facts) {
  const { game, readings, paytable } = table;
  if (!paytable) return { game, readings };
  const { name, ...rows } = paytable;
  if (facts.paytables.includes(name) || name.includes("=")) return { game, readings, paytable: name };
  /** @param {string} form */
  const fixed = (form) => facts.forms[form]?.kind === "fixed";
  const tables = Object.keys(rows).map((form) => [
    form,
    Object.fromEntries(
      Object.entries(postedRows(table, form)).map(([label, pays]) => [label, fixed(form) ? Number(pays) : pays]),
    ),
  ]);
  return { game, readings, paytable: { name, monotone: false, confirm_gaps: true, ...Object.fromEntries(tables) } };
}

/**
 * Return the cards that the deciding player sees, by place, or null if it is not the player's turn.
 * @param {Snapshot} snapshot
 * @returns {Situation | null}
 */
export function ownSituation(snapshot) {
  if (snapshot.actor !== snapshot.you.seat || snapshot.you.seat === null || snapshot.phase !== "playing") return null;
  /** @param {(pile: Pile) => boolean} wanted */
  const cards = (wanted) =>
    snapshot.piles
      .filter(wanted)
      .flatMap((pile) => cardList(pile.cards))
      .filter((card) => card !== HIDDEN)
      .join(" ");
  return {
    cards: cards((pile) => pile.seat === snapshot.you.seat && pile.name !== "discards"),
    board: cards((pile) => pile.seat === null && !pile.name.startsWith("dealer")),
    dealer: cards((pile) => pile.seat === null && pile.name.startsWith("dealer")),
    dead: cards((pile) => pile.seat === snapshot.you.seat && pile.name === "discards"),
  };
}

export class Sheets {
  /** The button that opened the current sheet. @type {HTMLElement | null} */
  opener = null;

  /**
   * Prepare the sheets. `sheets` are the elements by name, and `openers` are the buttons that open them.
   * @param {Record<string, HTMLElement>} sheets
   * @param {Record<string, HTMLElement>} openers
   */
  constructor(sheets, openers) {
    this.sheets = sheets;
    for (const [name, button] of Object.entries(openers)) {
      button.addEventListener("click", () => (this.sheets[name].hidden ? this.open(name, button) : this.close()));
    }
    for (const sheet of Object.values(sheets)) {
      find(".sheet-close", HTMLElement, sheet).addEventListener("click", () => this.close());
    }
  }

  get isOpen() {
    return Object.values(this.sheets).some((sheet) => !sheet.hidden);
  }

  /**
   * Open one sheet and close the others. If a button opened it, the focus moves there and back.
   * @param {string} name
   * @param {HTMLElement | null} [opener]
   */
  open(name, opener = null) {
    for (const [each, sheet] of Object.entries(this.sheets)) sheet.hidden = each !== name;
    this.opener = opener;
    if (!opener) return;
    find("h2", HTMLElement, this.sheets[name]).focus();
    this.sheets[name].dispatchEvent(new CustomEvent("opened"));
  }

  /** @param {string | null} [name] */
  close(name = null) {
    if (name && this.sheets[name].hidden) return;
    for (const [each, sheet] of Object.entries(this.sheets)) if (!name || each === name) sheet.hidden = true;
    this.opener?.focus();
    this.opener = null;
  }
}

/** The sheets about the game, filled when they are first opened. */
export class Help {
  /** @type {Snapshot | null} */
  snapshot = null;
  /** @type {Promise<GameInFull> | null} */
  facts = null;
  /** @type {Promise<Guide> | null} */
  guide = null;
  /** @type {Promise<Plan> | null} */
  plan = null;

  /**
   * @param {HTMLElement} howTo
   * @param {HTMLElement} strategy
   */
  constructor(howTo, strategy) {
    this.howTo = howTo;
    this.strategy = strategy;
    howTo.addEventListener("opened", () => this.draw());
    strategy.addEventListener("opened", () => this.draw());
  }

  /**
   * Update the open sheet with every snapshot.
   * @param {Snapshot} snapshot
   * @param {Promise<GameInFull>} facts
   */
  show(snapshot, facts) {
    this.snapshot = snapshot;
    this.facts = facts;
    if (!this.howTo.hidden || !this.strategy.hidden) this.draw();
  }

  async draw() {
    const { snapshot } = this;
    if (!snapshot || !this.facts) return;
    try {
      this.guide ??= get(`/api/games/${snapshot.table.game}/guide`);
      const [facts, guide] = [await this.facts, await this.guide];
      if (!this.howTo.hidden) this.drawHowTo(snapshot, facts, guide);
      if (!this.strategy.hidden) await this.drawStrategy(snapshot, facts, guide);
    } catch (error) {
      this.guide = this.plan = null;
      for (const sheet of [this.howTo, this.strategy]) {
        const body = bodyOf(sheet);
        forgetDrawn(body);
        body.replaceChildren(h("p", { class: "problem" }, wordsOf(error)));
      }
    }
  }

  /**
   * @param {Snapshot} snapshot
   * @param {GameInFull} facts
   * @param {Guide} guide
   */
  drawHowTo(snapshot, facts, guide) {
    redraw(bodyOf(this.howTo), [snapshot.table], () => [
      drawHowTo(guide, facts),
      h("h3", {}, "Payouts at this table"),
      drawPays(snapshot, facts.forms),
    ]);
  }

  /**
   * @param {Snapshot} snapshot
   * @param {GameInFull} facts
   * @param {Guide} guide
   */
  async drawStrategy(snapshot, facts, guide) {
    const choice = choiceOf(snapshot.table, facts);
    this.plan ??= post("/api/strategy", choice);
    const plan = await this.plan;
    const body = bodyOf(this.strategy);
    redraw(body, [plan, choice], () => [
      drawPlan(plan),
      h(
        "p",
        {},
        h("a", { href: `/lab#game=${choice.game}&view=strategy` }, "See every kind of hand in the laboratory"),
      ),
      h("hw-lookup", {}),
    ]);
    body
      .querySelector("hw-lookup")
      ?.show(choice, guide.moments, { jokers: hasJokers(facts), own: ownSituation(snapshot) });
  }
}

/** @param {HTMLElement} sheet */
const bodyOf = (sheet) => find(".sheet-body", HTMLElement, sheet);
