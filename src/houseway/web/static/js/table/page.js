/** The table page: one connection, one snapshot, and the user's actions. */

import { ApiError, ensureUser, get } from "../api.js";
import "../cards.js";
import { capital, find, h, happenedIn, part, wordsOf } from "../dom.js";
import "../header.js";
import { keep, kept } from "../lobby/invitations.js";
import { canBet, Draft, firstDraft } from "./betting.js";
import { picking, picksAfter } from "./choices.js";
import { Coach } from "./coach.js";
import { soundsBetween } from "./heard.js";
import { meaningOf } from "./keys.js";
import { drawLine } from "./line.js";
import { NextHand } from "./next_hand.js";
import { Notices } from "./notices.js";
import { Phrases } from "./phrases.js";
import { Sheets } from "./sheets.js";
import { Showdown } from "./showdown.js";
import { ShuffleWatch } from "./shuffle_watch.js";
import { TableSocket } from "./socket.js";
import { Sounds } from "./sounds.js";
import { prepareTabs } from "./tabs.js";
import { TableTools } from "./tools.js";
import { TableView } from "./view.js";
import { ofSeat, seatName } from "./words.js";

/** @import { Action, Line, Snapshot, TableUi, Telling, Told } from "../types.js" */
/** @import { Meaning } from "./keys.js" */

const LEAST_TO_PLAY = 100;
const view = new TableView();
const { bar, felt } = view;

class TablePage {
  /** The server's latest snapshot. @type {Snapshot | null} */
  latest = null;
  /** The part of it that is shown so far. @type {Snapshot | null} */
  snapshot = null;
  /** The stack that the draft was made for. */
  stack = 0;
  /** The seat to take once the connection is signed in. @type {number | null} */
  wantedSeat = null;
  /** Whether the current connection is signed in, as its snapshots show. */
  signedIn = false;
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
    this.watch = new ShuffleWatch(tableId, part("notices", Notices), (message) => this.socket.send(message));
    this.socket = this.connect();
    this.sheets = new Sheets(
      { advice: part("advice"), howTo: part("how-to"), strategy: part("strategy") },
      { howTo: part("open-how-to"), strategy: part("open-strategy") },
    );
    /** @param {Telling} message */
    const send = (message) => this.send(message);
    this.coach = new Coach(tableId, this.sheets, send);
    this.tools = new TableTools(tableId, send);
    this.phrases = new Phrases(part("say", HTMLDetailsElement), part("said"), send);
    document.addEventListener("keydown", (event) => this.key(event));
    felt.addEventListener("click", () => {
      if (this.showdown.isOn) this.skipShowdown();
    });
    part("ask").addEventListener("click", () => this.ask());
    document.addEventListener("houseway:session", () => this.reconnect());
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
    else if (message.type === "error" && message.code === "no_advice") this.coach.tell(message.message);
    else if (message.type === "error" && message.code === "being_prepared")
      this.coach.wait(message.message, message.seconds ?? 1, () => this.latest);
    else if (message.type === "judging") this.coach.announce(message.move, message.message);
    else if (message.type === "error") this.complain(capital(message.message));
    else if (message.type === "advice") this.coach.show(message, this.snapshot);
    else if (message.type === "judgment") this.coach.judge(message, this.latest);
    else if (message.type === "warning") this.warn(message);
    else if (message.type === "phrase" && this.latest) this.phrases.show(message, seatName(this.latest, message.seat));
  }

  /** @param {Snapshot} snapshot */
  show(snapshot) {
    const before = this.latest;
    this.latest = snapshot;
    this.signedIn = snapshot.you.user_id !== null;
    this.ui.waiting = false;
    this.watch.follow(snapshot);
    this.showdown.follow(before, snapshot);
    this.phrases.offer(snapshot.you.seat !== null);
    if (!before || before.move !== snapshot.move || before.actor !== snapshot.actor) this.newDecision();
    if (!before || before.you.seat !== snapshot.you.seat) this.newSeat(snapshot);
    if (before && before.round.number !== snapshot.round.number) this.coach.clearVerdict();
    this.display();
    if (!before && seatOfLink !== null) this.takeSeatOfLink(snapshot, Number(seatOfLink));
    if (this.signedIn) this.takeWantedSeat();
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
    if (this.snapshot) view.drawFelt(this.snapshot, this.ui);
  }

  redraft() {
    bar.complain("");
    this.draw();
  }

  /**
   * Take the seat that a link names, once. A reload does not seat a player who left.
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
    this.coach.clearAdvice();
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
    if (!this.snapshot) return;
    view.draw(this.snapshot, this.ui);
    this.coach.draw(this.snapshot);
    this.tools.show(this.snapshot);
  }

  /**
   * @param {Snapshot | null} before
   * @param {Snapshot} snapshot
   */
  announceFinish(before, snapshot) {
    if (!before || before.phase !== "playing" || snapshot.phase === "playing") return;
    this.coach.finish(before.round.number, snapshot);
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

  /** Make a decision. With warnings on, a blunder needs confirmation unless `sure`. @param {Action | null} action */
  act(action, sure = false) {
    if (!action || !this.snapshot || this.ui.waiting) return;
    const { kind, cards, amount, option } = action;
    const { move } = this.snapshot;
    const warn = !sure && this.coach.warns;
    bar.calm();
    this.coach.decide(this.snapshot);
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
    const promise = this.watch.promise(next, you.seat);
    this.coach.clearVerdict();
    localStorage.setItem(`houseway.bets.${table.game}`, JSON.stringify(draft.amounts));
    this.ui.lastBets = { ...draft.amounts };
    draft.rest();
    this.send({ type: "bet", wagers, promise, number: next.number });
  }

  /**
   * Sit down. A visitor becomes a guest first. The guest's connection then requests the seat. It may open before or
   * after the guest's account is known here.
   * @param {number} seat
   */
  async sit(seat) {
    this.wantedSeat = seat;
    if (this.signedIn) {
      this.takeWantedSeat();
      return;
    }
    const { socket } = this;
    try {
      await ensureUser();
      if (this.wantedSeat !== null && this.socket === socket) this.reconnect();
    } catch (error) {
      this.wantedSeat = null;
      this.complain(wordsOf(error));
    }
  }

  takeWantedSeat() {
    const seat = this.wantedSeat;
    this.wantedSeat = null;
    if (seat !== null) this.send({ type: "sit", seat });
  }

  /** @param {Telling} message */
  send(message) {
    bar.complain("");
    const sent = this.socket.send(message);
    if (!sent) this.complain("Connection lost. This page reconnects by itself; try again then.");
    return sent;
  }

  /** @param {string} words */
  complain(words) {
    this.ui.waiting = false;
    if (this.snapshot) this.draw();
    bar.complain(words);
  }

  /** Reconnect for a new session, because the old connection belongs to no user. */
  reconnect() {
    this.signedIn = false;
    this.socket.close();
    this.socket = this.connect();
  }

  /** @param {Line} line */
  connection(line) {
    drawLine(part("connection"), line, () => this.socket.retryNow());
    if (!line.online) return;
    this.watch.reconnected();
    this.coach.stopWaiting();
    bar.complain("");
  }

  ask() {
    if (this.snapshot) this.coach.ask(this.snapshot);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    if (happenedIn(event, "input, textarea, select, summary") || !this.snapshot) return;
    const button = happenedIn(event, "button, a");
    const meaning = meaningOf(event.key, {
      showdown: this.showdown.isOn,
      onButton: Boolean(button && button.getAttribute("role") !== "tab"),
      sheet: this.sheets.isOpen,
      hand: this.ui.choosing ? this.ui.hand.length : 0,
      canAsk: !part("ask").hidden,
      canBet: canBet(this.snapshot),
      deciding: Boolean(this.ui.prompt),
    });
    if (meaning && this.carryOut(meaning)) event.preventDefault();
  }

  /** Do what a key means, and return whether anything was done. @param {Meaning} meaning */
  carryOut(meaning) {
    if (meaning.does === "press") return bar.press(meaning.key);
    if (meaning.does === "pick") this.pick(meaning.place, !this.ui.picked.includes(meaning.place));
    else if (meaning.does === "skip") this.skipShowdown();
    else if (meaning.does === "close") this.closeSheet();
    else if (meaning.does === "unpick") this.clearPicks();
    else if (meaning.does === "ask") this.ask();
    else if (meaning.does === "undo") this.undoBet();
    else this.goOn();
    return true;
  }

  /** Press the button of the next step when there is no decision: deal, buy chips, or rejoin. */
  goOn() {
    const next = bar.querySelector('[data-focus="deal"], [data-focus="rebuy"], [data-focus="return"]');
    if (next instanceof HTMLElement) next.click();
  }

  /** Close a sheet. The focus returns to the Get advice button, or to the button that opened the sheet. */
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

/** Open a table. One that does not exist gets an error page instead of endless reconnects. @param {string} id */
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
        h("h1", {}, "Table not found"),
        h("p", {}, isMissing ? "This table does not exist, or it has closed." : wordsOf(error)),
        h("a", { class: "button primary", href: "/" }, "Go to the lobby"),
      ),
    );
  }
}
