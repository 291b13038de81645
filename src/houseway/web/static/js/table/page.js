// @ts-nocheck
/** The table page: one connection, one snapshot, and the parts that draw it. */

import { ensureUser, get, me } from "../api.js";
import "../cards.js";
import { capital, copyText, dollars, h, redraw } from "../dom.js";
import "../header.js";
import { inviteLink, keep, kept } from "../lobby/invitations.js";
import "../verify.js";
import "./actions.js";
import { drawAdvice, Tally } from "./advice.js";
import { canBet, Draft, firstDraft } from "./betting.js";
import "./dealer.js";
import "./felt.js";
import { Fit } from "./fit.js";
import { drawRounds } from "./history.js";
import { LogMemory } from "./memory.js";
import { drawMeters } from "./meters.js";
import { NextHand } from "./next_hand.js";
import "./notices.js";
import { OwnPart } from "./part.js";
import { drawPays } from "./pays.js";
import "./result.js";
import { Help, Sheets } from "./sheets.js";
import { Showdown } from "./showdown.js";
import { TableSocket } from "./socket.js";
import { prepareTabs } from "./tabs.js";

const LEAST_TO_PLAY = 100;
const SECONDS_TO_LEAVE = 6;
const part = (name) => document.querySelector(`[data-part="${name}"]`);

class TablePage {
  constructor(tableId) {
    this.tableId = tableId;
    this.tally = new Tally(tableId);
    this.part = new OwnPart(tableId);
    this.memory = new LogMemory(tableId);
    this.showdown = new Showdown(() => this.display());
    this.decided = new Map();
    this.ui = {
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
      chips: 0,
      round: null,
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
    this.socket = new TableSocket(
      tableId,
      (message) => this.receive(message),
      (line) => this.connection(line),
      kept(tableId),
    );
    this.sheets = new Sheets(
      { advice: part("advice"), howTo: part("how-to"), strategy: part("strategy") },
      { howTo: part("open-how-to"), strategy: part("open-strategy") },
    );
    this.next = new NextHand(() => this.bet());
    this.ui.nextHand = this.next;
    this.help = new Help(part("how-to"), part("strategy"));
    document.addEventListener("keydown", (event) => this.key(event));
    document.addEventListener("houseway:session", () => this.reconnect());
    this.prepareTools();
  }

  receive(message) {
    if (message.type === "state") this.show(message);
    else if (message.type === "error" && message.code === "no_advice") this.tellAdvice(message.message);
    else if (message.type === "error") this.complain(message.message);
    else if (message.type === "advice") this.showAdvice(message);
    else if (message.type === "judgement") this.judge(message);
    else if (message.type === "warning") this.warn(message);
  }

  /** `latest` is what the server says, `snapshot` as much of it as is shown so far. */
  show(snapshot) {
    const before = this.latest;
    this.latest = snapshot;
    this.layout = snapshot.table.felt;
    this.ui.waiting = false;
    this.checkShuffle(snapshot);
    this.showdown.follow(before, snapshot);
    if (!before || before.move !== snapshot.move || before.actor !== snapshot.actor) this.newDecision();
    if (!before || before.you.seat !== snapshot.you.seat) this.newSeat(snapshot);
    if (before && before.round.number !== snapshot.round.number) this.clearVerdict();
    this.display();
    if (!before && sitParameter !== null) this.takeSeatOfLink(snapshot);
  }

  display() {
    const before = this.snapshot;
    this.snapshot = this.showdown.seen(this.latest);
    this.prepare(this.snapshot);
    this.draw();
    this.announceFinish(before, this.snapshot);
  }

  light(place) {
    this.ui.lit = place;
    this.draw();
  }

  drafted() {
    part("bar").complain("");
    this.drawFelt();
  }

  redraft() {
    part("bar").complain("");
    this.draw();
  }

  /** Reveal if it is time to, and say aloud what the house did otherwise than it had shown. */
  async checkShuffle(snapshot) {
    const contribution = this.memory.isAheadOf(snapshot) ? null : this.part.answer(snapshot);
    if (contribution) this.socket.send({ type: "reveal", contribution });
    part("notices").show(snapshot);
    for (const words of this.part.complaints(snapshot)) part("notices").warn(words);
    const words = await this.memory.note(snapshot);
    if (words) part("notices").warn(words, () => this.memory.accept(this.snapshot));
  }

  /** A link may name a seat, once: who has left it does not sit down again by loading the page anew. */
  takeSeatOfLink(snapshot) {
    history.replaceState(null, "", `?id=${encodeURIComponent(this.tableId)}`);
    if (snapshot.you.seat === null) this.sit(Number(sitParameter));
  }

  newDecision() {
    this.ui.picked = [];
    this.ui.amounts = {};
    this.ui.lit = 0;
    part("bar").complain("");
    part("bar").warn("");
    part("advice-body").replaceChildren();
    this.sheets.close("advice");
  }

  newSeat(snapshot) {
    this.ui.lastBets = JSON.parse(localStorage.getItem(`houseway.bets.${snapshot.table.game}`) ?? "null");
    this.ui.draft.start(firstDraft(snapshot, this.layout, this.ui.lastBets));
  }

  prepare(snapshot) {
    const { you, phase, prompt } = snapshot;
    const mine = snapshot.seats.find((seat) => seat.seat === you.seat);
    const picking = prompt?.choices.find((choice) => choice.takes === "cards");
    this.ui.seat = you.seat;
    this.ui.prompt = prompt;
    this.ui.choosing = picking?.kind ?? "";
    this.ui.hand = picking ? prompt.hand : [];
    this.ui.canSit = you.seat === null && phase !== "closed";
    const stack = snapshot.betting?.stacks[you.seat] ?? 0;
    if (stack && stack !== this.stack) this.ui.draft.start({ ...this.ui.draft.amounts, stack });
    this.stack = stack;
    this.ui.chips = snapshot.table.practice ? Number.MAX_SAFE_INTEGER : you.chips + stack;
    this.ui.round = snapshot.round.number;
    this.ui.broke = Boolean(mine) && this.ui.chips < LEAST_TO_PLAY;
  }

  draw() {
    const { snapshot, layout, ui } = this;
    document.title = `${snapshot.table.title}, houseway`;
    part("title").textContent = snapshot.table.title;
    part("label").textContent = part("label").title = [snapshot.table.chosen, snapshot.table.letter]
      .filter(Boolean)
      .map(capital)
      .join(" · ");
    part("round").textContent = `Round ${snapshot.round.number}`;
    part("practise").href = `/practise?game=${snapshot.table.game}`;
    part("practice").hidden = !snapshot.table.practice;
    part("meters").replaceChildren(...drawMeters(snapshot));
    if (snapshot.you.user_id !== null)
      document.dispatchEvent(new CustomEvent("houseway:chips", { detail: snapshot.you.chips }));
    this.drawFelt();
    this.next.follow(snapshot, layout, ui.draft);
    part("bar").show(snapshot, layout, ui);
    part("dealer").show(snapshot);
    part("ticker").replaceChildren(
      ...(snapshot.events.length
        ? [document.createTextNode(part("dealer").list.lastElementChild?.lastElementChild?.textContent ?? "")]
        : []),
    );
    part("result").show(snapshot, layout, ui);
    this.drawPays();
    this.tally.betweenPlayers = Boolean(layout.pot);
    part("tally").replaceChildren(...this.tally.draw(this.latest.table.units).flat());
    part("proof").offer(this.tableId, this.finishedNumber(), snapshot.round?.head);
    part("leave").hidden = snapshot.you.seat === null;
    part("sit-out").hidden = snapshot.you.seat === null;
    part("sit-out").textContent = this.sitsOut() ? "Come back" : "Sit out";
    part("ask").hidden = !ui.prompt;
  }

  /** The pay table with its titles, which come with the game's facts. */
  async drawPays() {
    this.facts ??= get(`/api/games/${this.snapshot.table.game}`);
    this.help.show(this.snapshot, this.facts);
    const { forms } = await this.facts;
    redraw(part("pays"), this.snapshot.table, () => drawPays(this.snapshot, forms));
  }

  drawFelt() {
    if (!this.snapshot) return;
    part("felt").show(this.snapshot, this.layout, this.ui);
    this.fit ??= new Fit(document.querySelector("#main"), part("felt"), document.querySelector(".dock"));
    this.fit.scale();
  }

  /** The number of the last round whose seed is shown, as long as the table remembers it. */
  finishedNumber() {
    return this.snapshot.finished;
  }

  announceFinish(before, snapshot) {
    if (!before || before.phase !== "playing" || snapshot.phase === "playing") return;
    const own = snapshot.settlements.filter((entry) => entry.seat === snapshot.you.seat);
    if (own.length) {
      const staked = own.reduce((sum, entry) => sum + entry.staked, 0);
      this.tally.finish(before.round.number, snapshot.results?.[snapshot.you.seat] ?? 0, staked);
      part("tally").replaceChildren(...this.tally.draw(this.latest.table.units).flat());
    }
    document.dispatchEvent(new CustomEvent("houseway:round"));
  }

  pick(place, picked) {
    const { prompt } = this.ui;
    const others = this.ui.picked.filter((each) => each !== place);
    if (picked && prompt && others.length >= prompt.most_picked) {
      part("bar").complain(prompt.too_many);
      return;
    }
    part("bar").complain("");
    this.ui.picked = picked ? [...others, place].sort((one, other) => one - other) : others;
    this.draw();
  }

  /** Decide; who wants to be warned is asked again before a blunder, unless sure. */
  act(action, sure = false) {
    if (!action || this.ui.waiting) return;
    const { kind, cards, amount, option } = action;
    const { move, round } = this.snapshot;
    const warn = !sure && this.tally.warns;
    part("bar").warn("");
    this.decided.set(move, round.number);
    this.ui.waiting = this.send({ type: "act", action: { kind, cards, amount, option }, move, warn });
    this.draw();
  }

  warn({ move, action, message }) {
    this.ui.waiting = false;
    if (move !== this.latest.move) return;
    this.draw();
    part("bar").warn(message, () => this.act(action, true));
  }

  bet() {
    const { table, next, you } = this.snapshot;
    const { draft } = this.ui;
    const wagers = Object.fromEntries(Object.entries(draft.amounts).filter(([, amount]) => amount > 0));
    const promise = this.part.promise(next, you.seat);
    this.clearVerdict();
    localStorage.setItem(`houseway.bets.${table.game}`, JSON.stringify(draft.amounts));
    this.ui.lastBets = { ...draft.amounts };
    draft.rest();
    this.send({ type: "bet", wagers, promise, number: next.number });
  }

  async sit(seat) {
    const { user } = await me();
    if (!user) {
      await ensureUser();
      this.sitAfter = seat;
      return;
    }
    this.send({ type: "sit", seat });
  }

  send(message) {
    part("bar").complain("");
    const sent = this.socket.send(message);
    if (!sent) this.complain("The connection is lost; it comes back by itself. Try again then.");
    return sent;
  }

  complain(words) {
    this.ui.waiting = false;
    if (this.snapshot) this.draw();
    part("bar").complain(words);
  }

  /** A new session needs a new connection: the old one belongs to nobody. */
  reconnect() {
    this.socket.close();
    this.socket = new TableSocket(
      this.tableId,
      (message) => this.receive(message),
      (line) => this.connection(line),
      kept(this.tableId),
    );
  }

  connection({ online, retryIn, refused }) {
    const note = part("connection");
    note.hidden = online;
    if (online) {
      this.part.reconnected();
      this.memory.reconnected();
      part("bar").complain("");
      if (this.sitAfter !== undefined) this.send({ type: "sit", seat: this.sitAfter });
      this.sitAfter = undefined;
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

  sitsOut() {
    return Boolean(this.snapshot.seats.find((seat) => seat.seat === this.snapshot.you.seat)?.sitting_out);
  }

  ask() {
    const words = this.layout.pot
      ? "Working out what your cards are worth."
      : "Counting the exact value of every option.";
    if (this.send({ type: "advice" })) this.tellAdvice(words);
  }

  tellAdvice(words) {
    part("advice-body").replaceChildren(h("p", { class: "quiet", role: "status" }, words));
    this.sheets.open("advice");
  }

  showAdvice(advice) {
    if (advice.move !== this.snapshot.move) return;
    const short = this.snapshot.legal_actions.some((action) => !action.affordable);
    const note = short ? h("p", { class: "quiet" }, "Your chips do not suffice for all of these.") : null;
    part("advice-body").replaceChildren(...[drawAdvice(advice), note].flat().filter(Boolean));
    this.sheets.open("advice");
  }

  judge(judgement) {
    const round = this.decided.get(judgement.move);
    this.tally.judge(judgement, round);
    part("tally").replaceChildren(...this.tally.draw(this.latest.table.units).flat());
    if (round !== this.latest.round.number || this.latest.phase === "betting") return;
    const line = part("judgement");
    line.className = `judgement grade-${(judgement.grade ?? "").replaceAll(" ", "-")}`;
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
    const { phase, wagers, you } = this.snapshot;
    const staked = (wagers[you.seat] ?? []).reduce((sum, [, amount]) => sum + amount, 0);
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
      this.send({ type: "sit_out", value: !this.sitsOut() });
    });
    const rounds = part("rounds");
    const load = async () => {
      try {
        const { rounds: over } = await get(`/api/tables/${this.tableId}/history`);
        rounds.replaceChildren(...drawRounds(over, this.tableId, this.snapshot));
      } catch (error) {
        rounds.replaceChildren(h("p", { class: "quiet" }, error.message));
      }
    };
    document.querySelector("#tab-rounds").addEventListener("click", load);
    document.addEventListener("houseway:round", () => part("rounds").closest("[hidden]") || load());
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    const field = event.target.closest("input, textarea, select, summary");
    const pressed = event.target.closest("button, a");
    const presses = pressed && pressed.getAttribute("role") !== "tab" && ["Enter", " "].includes(event.key);
    if (field || !this.snapshot) return;
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
    else if (key === "Enter" && !ui.prompt)
      document.querySelector('[data-focus="deal"], [data-focus="rebuy"], [data-focus="return"]')?.click();
    else if (!part("bar").press(key)) return;
    event.preventDefault();
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

prepareTabs(document.querySelector("[role=tablist]"));
const parameters = new URLSearchParams(location.search);
const tableId = parameters.get("id");
const sitParameter = parameters.get("sit");
if (tableId) open(tableId);
else location.replace("/");

/** A table that does not exist gets a page of its own, not a connection that is tried for ever. */
async function open(id) {
  try {
    keep(id, parameters.get("invitation"));
    const word = kept(id);
    await get(`/api/tables/${encodeURIComponent(id)}${word ? `?${new URLSearchParams({ invitation: word })}` : ""}`);
    new TablePage(id);
  } catch (error) {
    const words = error.status === 404 ? "There is no such table: it may be closed." : error.message;
    document
      .querySelector("#main")
      .replaceChildren(
        h(
          "div",
          { class: "no-table" },
          h("h1", {}, "No table here"),
          h("p", {}, words),
          h("a", { class: "button primary", href: "/" }, "Back to the lobby"),
        ),
      );
  }
}
