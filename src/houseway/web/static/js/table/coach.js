/** What is said of decisions: the values of the options when asked, the verdict once one is taken, and the tally. */

import { flat, h, part } from "../dom.js";
import { drawAdvice, Tally } from "./advice.js";
import { ofSeat } from "./words.js";

/** @import { Advice, Judgement, Snapshot, Telling } from "../types.js" */
/** @import { Sheets } from "./sheets.js" */

/**
 * What a mistake costs, in the words of the table: a number beside a win is no loss of this round, but of the average.
 * @param {Pick<Judgement, "grade" | "cost">} judgement
 * @param {{ units: string, felt: { pot?: boolean } }} table
 */
export function costWords({ grade, cost }, { units, felt }) {
  if (grade === "best" || felt.pot) return "";
  return `That costs ${cost.value.toFixed(2)} ${units} on average, whatever this round brings.`;
}

export class Coach {
  /** The round of each decision, by its number. @type {Map<number, number>} */
  decided = new Map();

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

  /** Whether the person wants to be asked again before a blunder. */
  get warns() {
    return this.tally.warns;
  }

  /** @param {Snapshot} snapshot */
  ask({ table }) {
    const words = table.felt.pot
      ? "Working out what your cards are worth."
      : "Counting the exact value of every option.";
    if (this.send({ type: "advice" })) this.tell(words);
  }

  /** Words in the place of advice. @param {string} words */
  tell(words) {
    part("advice-body").replaceChildren(h("p", { class: "quiet", role: "status" }, words));
    this.sheets.open("advice");
  }

  /**
   * The values of the options, unless the decision is past.
   * @param {Advice & { move: number }} advice
   * @param {Snapshot | null} snapshot
   */
  show(advice, snapshot) {
    if (advice.move !== snapshot?.move) return;
    const short = snapshot.legal_actions.some((action) => !action.affordable);
    const note = short ? h("p", { class: "quiet" }, "Your chips do not suffice for all of these.") : null;
    part("advice-body").replaceChildren(...flat([drawAdvice(advice), note]));
    this.sheets.open("advice");
  }

  /** Advice is on one decision: the next one is asked for anew. */
  clearAdvice() {
    part("advice-body").replaceChildren();
    this.sheets.close("advice");
  }

  /** A decision is sent. @param {Pick<Snapshot, "move" | "round">} snapshot */
  decide({ move, round }) {
    this.decided.set(move, round.number);
  }

  /**
   * @param {Judgement} judgement
   * @param {Snapshot | null} latest
   */
  judge(judgement, latest) {
    const round = this.decided.get(judgement.move);
    this.tally.judge(judgement, round);
    if (!latest) return;
    this.draw(latest);
    if (round !== latest.round.number || latest.phase === "betting") return;
    const line = part("judgement");
    line.className = `judgement grade-${judgement.grade.replaceAll(" ", "-")}`;
    line.title = costWords(judgement, latest.table);
    line.replaceChildren(h("b", {}, judgement.sentence));
  }

  /** A verdict is on the round that is shown: the next deal clears it, and the Session tab keeps it. */
  clearVerdict() {
    part("judgement").className = "judgement";
    part("judgement").title = "";
    part("judgement").replaceChildren();
  }

  /**
   * Count a round that is over, where one has played in it.
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
