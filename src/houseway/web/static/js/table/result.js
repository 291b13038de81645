/** The result of a round: the hands and the deciding difference, then each bet with its return and the reason. */

import { capital, dollars, h, redraw } from "../dom.js";
import { ownShowdowns } from "./lighting.js";
import { cameTo, clauseTag, netWords, seatName, wagerTitle, withNames } from "./words.js";

/** @import { FeltUi, Layout, Settlement, Snapshot } from "../types.js" */

const OUTCOMES = { won: "won", lost: "lost", tied: "", "": "" };

export class RoundResult extends HTMLElement {
  /**
   * Show the last finished round. It stays until the next cards.
   * @param {Snapshot} snapshot
   * @param {Layout} layout
   * @param {FeltUi} ui
   */
  show(snapshot, layout, ui) {
    const { result, settlements, round } = snapshot;
    const settled = snapshot.phase !== "playing" && settlements.length > 0;
    this.hidden = !settled && !result;
    if (this.hidden) return;
    const own = settlements.filter((entry) => entry.seat === snapshot.you.seat);
    redraw(this, [settlements, snapshot.you.seat, snapshot.results, round.void, result, settled, ui.lit], () => [
      settled ? headline(snapshot, own) : h("h2", {}, "Hands"),
      result ? showdownList(snapshot, ui) : null,
      settled && own.length ? settlementList(snapshot, layout, own, "Your bets") : null,
      settled ? others(snapshot, layout) : null,
    ]);
  }
}

/**
 * Draw one sentence per hand, colored by its outcome. A click lights its cards.
 * @param {Snapshot} snapshot
 * @param {FeltUi} ui
 */
export function showdownList(snapshot, ui) {
  const told = ownShowdowns(snapshot);
  return h(
    "ul",
    { class: "showdowns", "aria-label": "Hands" },
    told.map((each, place) => {
      const words = withNames(each.sentence, snapshot);
      const kind = each.seat === null ? "showdown" : `showdown ${OUTCOMES[each.outcome]}`;
      if (told.length === 1) return h("li", { class: kind }, words);
      const pressed = place === (ui.lit ?? 0);
      const light = {
        "aria-pressed": String(pressed),
        dataset: { focus: `lit-${place}` },
        onclick: () => ui.light(place),
      };
      return h("li", { class: kind }, h("button", { class: "plain", ...light }, words));
    }),
  );
}

/**
 * @param {Snapshot} snapshot
 * @param {Settlement[]} own
 */
function headline(snapshot, own) {
  if (snapshot.round.void) return h("h2", {}, `Round ${snapshot.round.number} is void`);
  if (!own.length) return h("h2", {}, `Round ${snapshot.round.number} is settled`);
  const { net, words } = netWords(snapshot, own);
  return h("h2", { class: net > 0 ? "won" : net < 0 ? "lost" : "" }, words);
}

/**
 * Return the amounts bet and returned. Nothing was bet for an award.
 * @param {Settlement} entry
 */
const moneyWords = ({ staked, returned }) =>
  staked ? `Bet ${dollars(staked)}, returned ${dollars(returned)}.` : `Paid ${dollars(returned)}.`;

/**
 * @param {Snapshot} snapshot
 * @param {Layout} layout
 * @param {Settlement[]} entries
 * @param {string} label
 */
function settlementList(snapshot, layout, entries, label, named = false) {
  /** @param {Settlement} entry */
  const line = (entry) => {
    const net = entry.returned - entry.staked;
    return h(
      "li",
      {},
      h(
        "div",
        { class: "settled" },
        h(
          "b",
          {},
          named ? `${seatName(snapshot, entry.seat)}: ` : "",
          capital(wagerTitle(snapshot, layout, entry.wager)),
        ),
        h("span", { class: `figures ${net > 0 ? "won" : net < 0 ? "lost" : ""}` }, cameTo(net, entry.taken_back)),
      ),
      h(
        "p",
        { class: "quiet" },
        `${moneyWords(entry)} ${capital(withNames(entry.reason, snapshot))}. `,
        clauseTag(entry.clause, snapshot.clauses?.[entry.clause]),
      ),
    );
  };
  return h("ul", { class: "settlements", "aria-label": label }, entries.map(line));
}

/**
 * @param {Snapshot} snapshot
 * @param {Layout} layout
 */
function others(snapshot, layout) {
  const entries = snapshot.settlements.filter((entry) => entry.seat !== snapshot.you.seat);
  if (!entries.length) return null;
  const shown = (snapshot.result?.showdowns ?? []).flatMap(({ seat, sentence }) =>
    seat === null || seat === snapshot.you.seat
      ? []
      : [`${seatName(snapshot, seat)}: ${withNames(sentence, snapshot)}`],
  );
  return h(
    "details",
    {},
    h("summary", {}, "Other seats"),
    snapshot.you.seat === null
      ? null
      : h(
          "ul",
          { class: "showdowns" },
          shown.map((words) => h("li", { class: "showdown" }, words)),
        ),
    settlementList(snapshot, layout, entries, "Bets of the other seats", true),
  );
}

customElements.define("hw-result", RoundResult);
