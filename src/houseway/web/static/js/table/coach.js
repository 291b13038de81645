/** The coach: the values of the options on request, the verdict after a decision, and the tally. */

import { flat, h, part } from "../dom.js";
import { drawAdvice, Tally } from "./advice.js";
import { ofSeat } from "./words.js";

/** @import { Advice, Judgment, Snapshot, Telling } from "../types.js" */
/** @import { Sheets } from "./sheets.js" */

/**
 * Return the average cost of a mistake in the table's units.
 * @param {Pick<Judgment, "grade" | "cost">} judgment
 * @param {{ units: string, felt: { pot?: boolean } }} table
 */
export function costWords({ grade, cost }, { units, felt }) {
  if (grade === "best" || felt.pot) return "";
  return `On average this costs ${cost.value.toFixed(2)} ${units}, whatever happens in this round.`;
}

/** Seconds before asking again whether a game is prepared. */
const LONGEST_PAUSE = 5;

export class Coach {
  /** The round of each decision, by move. @type {Map<number, number>} */
  decided = new Map();
  /** The move whose verdict is awaited. @type {number | null} */
  awaited = null;

  /**
   * @param {string} tableId
   * @param {Sheets} sheets
   * @param {(message: Telling) => boolean} send
   */
  constructor(tableId, sheets, send) {
    this.tally = new Tally(tableId);
    this.sheets = sheets;
    this.send = send;
  }

  /** Return whether the player wants a warning before a blunder. */
  get warns() {
    return this.tally.warns;
  }

  /** @param {Snapshot} snapshot */
  ask({ table }) {
    const words = table.felt.pot
      ? "Estimating the value of your cards."
      : "Calculating the exact value of every option.";
    if (this.send({ type: "advice" })) this.tell(words);
  }

  /** Show a message in place of advice. @param {string} words */
  tell(words) {
    part("advice-body").replaceChildren(h("p", { class: "quiet", role: "status" }, words));
    this.sheets.open("advice");
  }

  /**
   * Show that the game is being prepared, and ask again later unless the decision is past.
   * @param {string} words
   * @param {number} seconds
   * @param {() => Pick<Snapshot, "move"> | null} latest
   */
  wait(words, seconds, latest) {
    const move = latest()?.move;
    this.tell(`${words} Advice appears here when it is ready.`);
    setTimeout(
      () => {
        if (latest()?.move === move && !part("advice").hidden) this.send({ type: "advice" });
      },
      Math.min(seconds, LONGEST_PAUSE) * 1000,
    );
  }

  /**
   * Show why a verdict is late. An empty text clears it.
   * @param {number} move
   * @param {string} words
   */
  announce(move, words) {
    this.awaited = null;
    this.clearVerdict();
    if (words) part("judgment").replaceChildren(h("span", { class: "quiet" }, words));
    this.awaited = words ? move : null;
  }

  /** Stop waiting for a verdict that was lost with the connection. */
  stopWaiting() {
    if (this.awaited !== null) this.announce(this.awaited, "");
  }

  /**
   * Show the values of the options, unless the decision is past.
   * @param {Advice & { move: number }} advice
   * @param {Snapshot | null} snapshot
   */
  show(advice, snapshot) {
    if (advice.move !== snapshot?.move) return;
    const short = snapshot.legal_actions.some((action) => !action.affordable);
    const note = short ? h("p", { class: "quiet" }, "You do not have enough chips for all of these options.") : null;
    part("advice-body").replaceChildren(...flat([drawAdvice(advice), note]));
    this.sheets.open("advice");
  }

  /** Clear the advice, which is about one decision only. */
  clearAdvice() {
    part("advice-body").replaceChildren();
    this.sheets.close("advice");
  }

  /** Note that a decision was sent. @param {Pick<Snapshot, "move" | "round">} snapshot */
  decide({ move, round }) {
    this.decided.set(move, round.number);
  }

  /**
   * @param {Judgment} judgment
   * @param {Snapshot | null} latest
   */
  judge(judgment, latest) {
    const round = this.decided.get(judgment.move);
    this.tally.judge(judgment, round);
    if (!latest) return;
    this.draw(latest);
    const isPast = round !== latest.round.number || latest.phase === "betting";
    this.awaited = null;
    const line = part("judgment");
    line.className = `judgment grade-${judgment.grade.replaceAll(" ", "-")}`;
    line.title = costWords(judgment, latest.table);
    line.replaceChildren(h("b", {}, isPast && round ? `Round ${round}: ${judgment.sentence}` : judgment.sentence));
  }

  /** Clear the verdict at the next deal. The Session tab keeps it. An awaited verdict stays announced. */
  clearVerdict() {
    if (this.awaited !== null) return;
    part("judgment").className = "judgment";
    part("judgment").title = "";
    part("judgment").replaceChildren();
  }

  /**
   * Add a finished round to the tally, if the user played in it.
   * @param {number} round
   * @param {Snapshot} snapshot
   */
  finish(round, snapshot) {
    const own = snapshot.settlements.filter((entry) => entry.seat === snapshot.you.seat);
    if (!own.length) return;
    const staked = own.reduce((sum, entry) => sum + entry.staked, 0);
    this.tally.finish(round, ofSeat(snapshot.results, snapshot.you.seat) ?? 0, staked);
    this.draw(snapshot);
  }

  /** @param {Snapshot} snapshot */
  draw(snapshot) {
    this.tally.betweenPlayers = Boolean(snapshot.table.felt.pot);
    part("tally").replaceChildren(...flat(this.tally.draw(snapshot)));
  }
}
