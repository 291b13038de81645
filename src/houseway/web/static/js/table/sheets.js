// @ts-nocheck
/** Sheets beside the cards: advice, how to play, strategy. One is open at a time; none covers one's own cards. */

import { get, post } from "../api.js";
import { cardList } from "../cards.js";
import { h, redraw } from "../dom.js";
import { drawHowTo } from "../help/howto.js";
import { hasJokers } from "../help/lookup.js";
import { drawPlan } from "../help/strategy.js";
import { drawPays } from "./pays.js";

/** The game of a table as the server takes it in questions: the pay table by its name, or its rows where it has none. */
export function choiceOf(table, facts) {
  const { game, readings, paytable } = table;
  if (!paytable) return { game, readings };
  const { name, ...rows } = paytable;
  if (facts.paytables.includes(name) || name.includes("=")) return { game, readings, paytable: name };
  const fixed = (form) => facts.forms[form]?.kind === "fixed";
  const tables = Object.entries(rows).map(([form, lines]) => [
    form,
    fixed(form) ? Object.fromEntries(Object.entries(lines).map(([label, pays]) => [label, Number(pays)])) : lines,
  ]);
  return { game, readings, paytable: { name, monotone: false, confirm_gaps: true, ...Object.fromEntries(tables) } };
}

/** The cards that somebody who is to decide sees, by their places. */
export function ownSituation(snapshot) {
  if (snapshot.actor !== snapshot.you.seat || snapshot.you.seat === null || snapshot.phase !== "playing") return null;
  const cards = (wanted) =>
    snapshot.piles
      .filter(wanted)
      .flatMap((pile) => cardList(pile.cards))
      .filter((card) => card !== "??")
      .join(" ");
  return {
    cards: cards((pile) => pile.seat === snapshot.you.seat && pile.name !== "discards"),
    board: cards((pile) => pile.seat === null && !pile.name.startsWith("dealer")),
    dealer: cards((pile) => pile.seat === null && pile.name.startsWith("dealer")),
    dead: cards((pile) => pile.seat === snapshot.you.seat && pile.name === "discards"),
  };
}

export class Sheets {
  /** `sheets` are the elements by name; `openers` the buttons of those that a person opens. */
  constructor(sheets, openers) {
    this.sheets = sheets;
    for (const [name, button] of Object.entries(openers)) {
      button.addEventListener("click", () => (this.sheets[name].hidden ? this.open(name, button) : this.close()));
    }
    for (const sheet of Object.values(sheets)) {
      sheet.querySelector(".sheet-close").addEventListener("click", () => this.close());
    }
  }

  get isOpen() {
    return Object.values(this.sheets).some((sheet) => !sheet.hidden);
  }

  /** Open one and close the others; where a button opened it, the focus goes to it and comes back. */
  open(name, opener = null) {
    for (const [each, sheet] of Object.entries(this.sheets)) sheet.hidden = each !== name;
    this.opener = opener;
    if (!opener) return;
    this.sheets[name].querySelector("h2").focus();
    this.sheets[name].dispatchEvent(new CustomEvent("opened"));
  }

  close(name = null) {
    if (name && this.sheets[name].hidden) return;
    for (const [each, sheet] of Object.entries(this.sheets)) if (!name || each === name) sheet.hidden = true;
    this.opener?.focus();
    this.opener = null;
  }
}

/** The sheets that tell of the game, filled when they are first opened. */
export class Help {
  constructor(howTo, strategy) {
    this.howTo = howTo;
    this.strategy = strategy;
    howTo.addEventListener("opened", () => this.draw());
    strategy.addEventListener("opened", () => this.draw());
  }

  /** Called with every snapshot: what is open follows the table. */
  show(snapshot, facts) {
    this.snapshot = snapshot;
    this.facts = facts;
    if (!this.howTo.hidden || !this.strategy.hidden) this.draw();
  }

  async draw() {
    if (!this.snapshot) return;
    const { table } = this.snapshot;
    try {
      this.guide ??= get(`/api/games/${table.game}/guide`);
      const [facts, guide] = [await this.facts, await this.guide];
      if (!this.howTo.hidden) this.drawHowTo(facts, guide);
      if (!this.strategy.hidden) await this.drawStrategy(facts, guide);
    } catch (error) {
      this.guide = this.plan = null;
      for (const sheet of [this.howTo, this.strategy]) {
        const body = sheet.querySelector(".sheet-body");
        body.signature = null;
        body.replaceChildren(h("p", { class: "problem" }, error.message));
      }
    }
  }

  drawHowTo(facts, guide) {
    const { table } = this.snapshot;
    redraw(this.howTo.querySelector(".sheet-body"), [table], () => [
      drawHowTo(guide, facts),
      h("h3", {}, "What is paid at this table"),
      drawPays(this.snapshot, facts.forms),
    ]);
  }

  async drawStrategy(facts, guide) {
    const choice = choiceOf(this.snapshot.table, facts);
    this.plan ??= post("/api/strategy", choice);
    const plan = await this.plan;
    const body = this.strategy.querySelector(".sheet-body");
    redraw(body, [plan, choice], () => [
      drawPlan(plan),
      h("p", {}, h("a", { href: `/lab#game=${choice.game}&view=strategy` }, "All kinds of hand, in the laboratory")),
      h("hw-lookup", {}),
    ]);
    body
      .querySelector("hw-lookup")
      ?.show(choice, guide.moments, { jokers: hasJokers(facts), own: ownSituation(this.snapshot) });
  }
}
