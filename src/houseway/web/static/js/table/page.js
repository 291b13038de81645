/** The table page: one connection, one snapshot, and the parts that draw it. */

import { ApiError, ensureUser, get, me } from "../api.js";
import "../cards.js";
import { capital, copyText, dollars, find, flat, h, happenedIn, part, redraw, wordsOf } from "../dom.js";
import "../header.js";
import { inviteLink, keep, kept } from "../lobby/invitations.js";
import { ProofPanel } from "../verify.js";
import { ActionBar } from "./actions.js";
import { drawAdvice, Tally } from "./advice.js";
import { canBet, Draft, firstDraft } from "./betting.js";
import { picking, picksAfter } from "./choices.js";
import { DealerColumn } from "./dealer.js";
import { Felt } from "./felt.js";
import { Fit } from "./fit.js";
import { soundsBetween } from "./heard.js";
import { drawRounds } from "./history.js";
import { LogMemory } from "./memory.js";
import { drawMeters } from "./meters.js";
import { NextHand } from "./next_hand.js";
import { Notices } from "./notices.js";
import { OwnPart } from "./part.js";
import { drawPays } from "./pays.js";
import { Phrases } from "./phrases.js";
import { RoundResult } from "./result.js";
import { Help, Sheets } from "./sheets.js";
import { Showdown } from "./showdown.js";
import { TableSocket } from "./socket.js";
import { Sounds } from "./sounds.js";
import { prepareTabs } from "./tabs.js";
import { ofSeat, ownSeat, seatName } from "./words.js";

/** @import { Action, Advice, GameInFull, Judgement, Line, Snapshot, TableUi, Telling, Told } from "../types.js" */

const LEAST_TO_PLAY = 100;
const SECONDS_TO_LEAVE = 6;
const [bar, dealer, felt] = [part("bar", ActionBar), part("dealer", DealerColumn), part("felt", Felt)];
const [notices, proof, result] = [part("notices", Notices), part("proof", ProofPanel), part("result", RoundResult)];

class TablePage {
  /** What the server says. @type {Snapshot | null} */
  latest = null;
  /** As much of it as is shown so far. @type {Snapshot | null} */
  snapshot = null;
  /** The round of each decision, by its number. @type {Map<number, number>} */
  decided = new Map();
  /** @type {Promise<GameInFull> | null} */
  facts = null;
  /** @type {Fit | null} */
  fit = null;
  /** The stack that the draft was made for. */
  stack = 0;
  /** The seat to take once somebody is signed in. @type {number | null} */
  sitAfter = null;
  /** Runs while another press leaves in the middle of a round. @type {ReturnType<typeof setTimeout> | null} */
  leaving = null;
  sounds = new Sounds();
  showdown = new Showdown(() => this.display());
  next = new NextHand(() => this.bet());
  /** @type {TableUi} */
  ui = {
    picked: [],
    hand: [],
    prompt: null,
    lit: 0,
    amounts: {},
    draft: new Draft(),
    lastBets: null,
    choosing: "",
    waiting: false,
    canSit: true,
    seat: null,
    chips: 0,
    broke: false,
    round: null,
    nextHand: this.next,
    pick: (place, picked) => this.pick(place, picked),
    act: (action) => this.act(action),
    light: (place) => this.light(place),
    bet: () => this.bet(),
    drafted: () => this.drafted(),
    redraw: () => this.redraft(),
    sit: (seat) => this.sit(seat),
    sitOut: (value) => this.send({ type: "sit_out", value }),
    rebuy: () => this.send({ type: "rebuy" }),
  };

  /** @param {string} tableId */
  constructor(tableId) {
    this.tableId = tableId;
    this.tally = new Tally(tableId);
    this.part = new OwnPart(tableId);
    this.memory = new LogMemory(tableId);
    this.socket = this.connect();
    this.sheets = new Sheets(
      { advice: part("advice"), howTo: part("how-to"), strategy: part("strategy") },
      { howTo: part("open-how-to"), strategy: part("open-strategy") },
    );
    this.phrases = new Phrases(part("say", HTMLDetailsElement), part("said"), (message) => this.send(message));
    this.help = new Help(part("how-to"), part("strategy"));
    document.addEventListener("keydown", (event) => this.key(event));
    felt.addEventListener("click", () => {
      if (this.showdown.isOn) this.skipShowdown();
    });
    document.addEventListener("houseway:session", () => this.reconnect());
    this.prepareTools();
  }

  connect() {
    return new TableSocket(
      this.tableId,
      (message) => this.receive(message),
      (line) => this.connection(line),
      kept(this.tableId),
    );
  }

  /** @param {Told} message */
  receive(message) {
    if (message.type === "state") this.show(message);
    else if (message.type === "error" && message.code === "no_advice") this.tellAdvice(message.message);
    else if (message.type === "error") this.complain(capital(message.message));
    else if (message.type === "advice") this.showAdvice(message);
    else if (message.type === "judgement") this.judge(message);
    else if (message.type === "warning") this.warn(message);
    else if (message.type === "phrase" && this.latest) this.phrases.show(message, seatName(this.latest, message.seat));
  }

  /** @param {Snapshot} snapshot */
  show(snapshot) {
    const before = this.latest;
    this.latest = snapshot;
    this.ui.waiting = false;
    this.checkShuffle(snapshot);
    this.showdown.follow(before, snapshot);
    this.phrases.offer(snapshot.you.seat !== null);
    if (!before || before.move !== snapshot.move || before.actor !== snapshot.actor) this.newDecision();
    if (!before || before.you.seat !== snapshot.you.seat) this.newSeat(snapshot);
    if (before && before.round.number !== snapshot.round.number) this.clearVerdict();
    this.display();
    if (!before && seatOfLink !== null) this.takeSeatOfLink(snapshot, Number(seatOfLink));
  }

  display() {
    if (!this.latest) return;
    const before = this.snapshot;
    const snapshot = this.showdown.seen(this.latest);
    this.snapshot = snapshot;
    this.prepare(snapshot);
    this.draw();
    this.announceFinish(before, snapshot);
    this.sounds.play(soundsBetween(before, snapshot));
  }

  /** @param {number} place */
  light(place) {
    this.ui.lit = place;
    this.draw();
  }

  drafted() {
    bar.complain("");
    this.drawFelt();
  }

  redraft() {
    bar.complain("");
    this.draw();
  }

  /**
   * Reveal if it is time to, and say aloud what the house did otherwise than it had shown.
   * @param {Snapshot} snapshot
   */
  async checkShuffle(snapshot) {
    const contribution = this.memory.isAheadOf(snapshot) ? null : this.part.answer(snapshot);
    if (contribution) this.socket.send({ type: "reveal", contribution });
    notices.show(snapshot);
    for (const words of this.part.complaints(snapshot)) notices.warn(words);
    const words = await this.memory.note(snapshot);
    if (words) notices.warn(words, () => this.memory.accept(this.latest ?? snapshot));
  }

  /**
   * A link may name a seat, once: who has left it does not sit down again by loading the page anew.
   * @param {Snapshot} snapshot
   * @param {number} seat
   */
  takeSeatOfLink(snapshot, seat) {
    history.replaceState(null, "", `?id=${encodeURIComponent(this.tableId)}`);
    if (snapshot.you.seat === null) this.sit(seat);
  }

  newDecision() {
    this.ui.picked = [];
    this.ui.amounts = {};
    this.ui.lit = 0;
    bar.complain("");
    bar.calm();
    part("advice-body").replaceChildren();
    this.sheets.close("advice");
  }

  /** @param {Snapshot} snapshot */
  newSeat(snapshot) {
    this.ui.lastBets = JSON.parse(localStorage.getItem(`houseway.bets.${snapshot.table.game}`) ?? "null");
    this.ui.draft.start(firstDraft(snapshot, snapshot.table.felt, this.ui.lastBets));
  }

  /** @param {Snapshot} snapshot */
  prepare(snapshot) {
    const { you, phase, prompt } = snapshot;
    Object.assign(this.ui, picking(prompt));
    this.ui.seat = you.seat;
    this.ui.prompt = prompt;
    this.ui.canSit = you.seat === null && phase !== "closed";
    const stack = ofSeat(snapshot.betting?.stacks, you.seat) ?? 0;
    if (stack && stack !== this.stack) this.ui.draft.start({ ...this.ui.draft.amounts, stack });
    this.stack = stack;
    this.ui.chips = snapshot.table.practice ? Number.MAX_SAFE_INTEGER : you.chips + stack;
    this.ui.round = snapshot.round.number;
    this.ui.broke = you.seat !== null && this.ui.chips < LEAST_TO_PLAY;
  }

  draw() {
    const { snapshot, ui } = this;
    if (!snapshot) return;
    const layout = snapshot.table.felt;
    document.title = `${snapshot.table.title}, houseway`;
    part("title").textContent = snapshot.table.title;
    part("label").textContent = part("label").title = [snapshot.table.chosen, snapshot.table.letter]
      .filter(Boolean)
      .map(capital)
      .join(" · ");
    part("round").textContent = `Round ${snapshot.round.number}`;
    part("practise", HTMLAnchorElement).href = `/practise?game=${snapshot.table.game}`;
    part("practice").hidden = !snapshot.table.practice;
    part("meters").replaceChildren(...drawMeters(snapshot));
    if (snapshot.you.user_id !== null)
      document.dispatchEvent(new CustomEvent("houseway:chips", { detail: snapshot.you.chips }));
    this.drawFelt();
    this.next.follow(snapshot, layout, ui.draft);
    bar.show(snapshot, layout, ui);
    dealer.show(snapshot);
    const newest = snapshot.events.length ? dealer.list.lastElementChild?.lastElementChild : null;
    part("ticker").textContent = newest?.textContent ?? "";
    result.show(snapshot, layout, ui);
    this.drawPays(snapshot);
    this.drawTally(snapshot);
    proof.offer(Number(this.tableId), snapshot.finished, snapshot.round.head);
    part("leave").hidden = snapshot.you.seat === null;
    part("sit-out").hidden = snapshot.you.seat === null;
    part("sit-out").textContent = ownSeat(snapshot)?.sitting_out ? "Come back" : "Sit out";
    part("ask").hidden = !ui.prompt;
  }

  /** @param {Snapshot} snapshot */
  drawTally({ table }) {
    this.tally.betweenPlayers = Boolean(table.felt.pot);
    part("tally").replaceChildren(...flat(this.tally.draw(table.units)));
  }

  /**
   * The pay table with its titles, which come with the game's facts; where they do not, the next snapshot asks again.
   * @param {Snapshot} snapshot
   */
  async drawPays(snapshot) {
    this.facts ??= get(`/api/games/${snapshot.table.game}`);
    this.help.show(snapshot, this.facts);
    try {
      const { forms } = await this.facts;
      redraw(part("pays"), snapshot.table, () => drawPays(snapshot, forms));
    } catch {
      this.facts = null;
    }
  }

  drawFelt() {
    if (!this.snapshot) return;
    felt.show(this.snapshot, this.snapshot.table.felt, this.ui);
    this.fit ??= new Fit(find("#main"), felt, find(".dock"));
    this.fit.scale();
  }

  /**
   * @param {Snapshot | null} before
   * @param {Snapshot} snapshot
   */
  announceFinish(before, snapshot) {
    if (!before || before.phase !== "playing" || snapshot.phase === "playing") return;
    const own = snapshot.settlements.filter((entry) => entry.seat === snapshot.you.seat);
    if (own.length) {
      const staked = own.reduce((sum, entry) => sum + entry.staked, 0);
      this.tally.finish(before.round.number, ofSeat(snapshot.results, snapshot.you.seat) ?? 0, staked);
      this.drawTally(snapshot);
    }
    document.dispatchEvent(new CustomEvent("houseway:round"));
  }

  /**
   * @param {number} place
   * @param {boolean} picked
   */
  pick(place, picked) {
    const { prompt } = this.ui;
    const picks = picksAfter(this.ui.picked, place, picked, prompt?.most_picked ?? Infinity);
    bar.complain(picks || !prompt ? "" : prompt.too_many);
    if (!picks) return;
    this.ui.picked = picks;
    this.draw();
  }

  /** Decide; who wants to be warned is asked again before a blunder, unless sure. @param {Action | null} action */
  act(action, sure = false) {
    if (!action || !this.snapshot || this.ui.waiting) return;
    const { kind, cards, amount, option } = action;
    const { move, round } = this.snapshot;
    const warn = !sure && this.tally.warns;
    bar.calm();
    this.decided.set(move, round.number);
    this.ui.waiting = this.send({ type: "act", action: { kind, cards, amount, option }, move, warn });
    this.draw();
  }

  /** @param {{ move: number, action: Action, message: string }} warning */
  warn({ move, action, message }) {
    this.ui.waiting = false;
    if (move !== this.latest?.move) return;
    this.draw();
    bar.warn(message, () => this.act(action, true));
  }

  bet() {
    if (!this.snapshot) return;
    const { table, next, you } = this.snapshot;
    if (!next || you.seat === null) return;
    const { draft } = this.ui;
    const wagers = Object.fromEntries(Object.entries(draft.amounts).filter(([, amount]) => amount > 0));
    const promise = this.part.promise(next, you.seat);
    this.clearVerdict();
    localStorage.setItem(`houseway.bets.${table.game}`, JSON.stringify(draft.amounts));
    this.ui.lastBets = { ...draft.amounts };
    draft.rest();
    this.send({ type: "bet", wagers, promise, number: next.number });
  }

  /** @param {number} seat */
  async sit(seat) {
    const { user } = await me();
    if (!user) {
      await ensureUser();
      this.sitAfter = seat;
      return;
    }
    this.send({ type: "sit", seat });
  }

  /** @param {Telling} message */
  send(message) {
    bar.complain("");
    const sent = this.socket.send(message);
    if (!sent) this.complain("The connection is lost; it comes back by itself. Try again then.");
    return sent;
  }

  /** @param {string} words */
  complain(words) {
    this.ui.waiting = false;
    if (this.snapshot) this.draw();
    bar.complain(words);
  }

  /** A new session needs a new connection: the old one belongs to nobody. */
  reconnect() {
    this.socket.close();
    this.socket = this.connect();
  }

  /** @param {Line} line */
  connection({ online, retryIn = 0, refused }) {
    const note = part("connection");
    note.hidden = online;
    if (online) {
      this.part.reconnected();
      this.memory.reconnected();
      bar.complain("");
      if (this.sitAfter !== null) this.send({ type: "sit", seat: this.sitAfter });
      this.sitAfter = null;
      return;
    }
    const words =
      refused ??
      (retryIn > 0 ? `Connection lost. Trying again in ${retryIn} s. Your seat is kept.` : "Connecting again.");
    note.replaceChildren(
      h("p", {}, words),
      refused
        ? h("a", { class: "button", href: "/" }, "Back to the lobby")
        : h("button", { class: "small", onclick: () => this.socket.retryNow() }, "Try now"),
    );
  }

  ask() {
    const words = this.snapshot?.table.felt.pot
      ? "Working out what your cards are worth."
      : "Counting the exact value of every option.";
    if (this.send({ type: "advice" })) this.tellAdvice(words);
  }

  /** @param {string} words */
  tellAdvice(words) {
    part("advice-body").replaceChildren(h("p", { class: "quiet", role: "status" }, words));
    this.sheets.open("advice");
  }

  /** @param {Advice & { move: number }} advice */
  showAdvice(advice) {
    if (advice.move !== this.snapshot?.move) return;
    const short = this.snapshot.legal_actions.some((action) => !action.affordable);
    const note = short ? h("p", { class: "quiet" }, "Your chips do not suffice for all of these.") : null;
    part("advice-body").replaceChildren(...flat([drawAdvice(advice), note]));
    this.sheets.open("advice");
  }

  /** @param {Judgement} judgement */
  judge(judgement) {
    const { latest } = this;
    const round = this.decided.get(judgement.move);
    this.tally.judge(judgement, round);
    if (!latest) return;
    this.drawTally(latest);
    if (round !== latest.round.number || latest.phase === "betting") return;
    const line = part("judgement");
    line.className = `judgement grade-${judgement.grade.replaceAll(" ", "-")}`;
    line.replaceChildren(h("b", {}, judgement.sentence));
  }

  /** A verdict is on the round that is shown: the next deal clears it, and the Session tab keeps it. */
  clearVerdict() {
    part("judgement").className = "judgement";
    part("judgement").replaceChildren();
  }

  /** Put the link to this table on the clipboard. */
  async invite() {
    await copyText(inviteLink(this.tableId));
    part("invite").textContent = "Link copied";
    setTimeout(() => (part("invite").textContent = "Invite"), 2500);
  }

  /** In the middle of a round, one click says what stays behind, and the next one leaves. */
  leave() {
    if (!this.snapshot) return;
    const { phase, wagers, you } = this.snapshot;
    const staked = (ofSeat(wagers, you.seat) ?? []).reduce((sum, [, amount]) => sum + amount, 0);
    if (phase !== "playing" || !staked || this.leaving) {
      this.send({ type: "leave" });
      return;
    }
    const calmDown = () => {
      this.leaving = null;
      part("leave").textContent = "Leave";
    };
    this.leaving = setTimeout(calmDown, SECONDS_TO_LEAVE * 1000);
    part("leave").textContent = `Leave ${dollars(staked)} in play?`;
  }

  prepareTools() {
    part("ask").addEventListener("click", () => this.ask());
    part("invite").addEventListener("click", () => this.invite());
    part("leave").addEventListener("click", () => this.leave());
    part("sit-out").addEventListener("click", () => {
      if (this.snapshot) this.send({ type: "sit_out", value: !ownSeat(this.snapshot)?.sitting_out });
    });
    find("#tab-rounds").addEventListener("click", () => this.loadRounds());
    document.addEventListener("houseway:round", () => part("rounds").closest("[hidden]") || this.loadRounds());
  }

  async loadRounds() {
    try {
      const { rounds } = await get(`/api/tables/${this.tableId}/history`);
      if (this.snapshot) part("rounds").replaceChildren(...drawRounds(rounds, this.tableId, this.snapshot));
    } catch (error) {
      part("rounds").replaceChildren(h("p", { class: "quiet" }, wordsOf(error)));
    }
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    const pressed = happenedIn(event, "button, a");
    const presses = pressed && pressed.getAttribute("role") !== "tab" && ["Enter", " "].includes(event.key);
    if (happenedIn(event, "input, textarea, select, summary") || !this.snapshot) return;
    if (this.showdown.isOn && [" ", "Enter", "Escape"].includes(event.key)) {
      event.preventDefault();
      this.skipShowdown();
      return;
    }
    if (presses) return;
    const { ui } = this;
    const place = Number(event.key) - 1;
    const key = event.key.length === 1 ? event.key.toUpperCase() : event.key;
    if (key === "Escape" && this.sheets.isOpen) this.closeSheet();
    else if (ui.choosing && place >= 0 && place < ui.hand.length) this.pick(place, !ui.picked.includes(place));
    else if (ui.choosing && key === "Escape") this.clearPicks();
    else if (key === "H" && !part("ask").hidden) this.ask();
    else if (key === "Backspace" && canBet(this.snapshot)) this.undoBet();
    else if (key === "Enter" && !ui.prompt) this.goOn();
    else if (!bar.press(key)) return;
    event.preventDefault();
  }

  /** Press what comes next where nothing is decided: the deal, more chips, or the way back into the game. */
  goOn() {
    const next = bar.querySelector('[data-focus="deal"], [data-focus="rebuy"], [data-focus="return"]');
    if (next instanceof HTMLElement) next.click();
  }

  /** From advice the focus goes back to its button, from other sheets to the one that opened them. */
  closeSheet() {
    if (!part("advice").hidden && !part("ask").hidden) part("ask").focus();
    this.sheets.close();
  }

  undoBet() {
    this.ui.draft.undo();
    this.redraft();
  }

  skipShowdown() {
    this.showdown.end();
    this.display();
  }

  clearPicks() {
    this.ui.picked = [];
    this.draw();
  }
}

prepareTabs(find("[role=tablist]"));
const parameters = new URLSearchParams(location.search);
const tableId = parameters.get("id");
const seatOfLink = parameters.get("sit");
if (tableId) open(tableId);
else location.replace("/");

/** A table that does not exist gets a page of its own, not a connection that is tried for ever. @param {string} id */
async function open(id) {
  try {
    keep(id, parameters.get("invitation"));
    const word = kept(id);
    await get(`/api/tables/${encodeURIComponent(id)}${word ? `?${new URLSearchParams({ invitation: word })}` : ""}`);
    new TablePage(id);
  } catch (error) {
    const isMissing = error instanceof ApiError && error.status === 404;
    find("#main").replaceChildren(
      h(
        "div",
        { class: "no-table" },
        h("h1", {}, "No table here"),
        h("p", {}, isMissing ? "There is no such table: it may be closed." : wordsOf(error)),
        h("a", { class: "button primary", href: "/" }, "Back to the lobby"),
      ),
    );
  }
}
