/** The result of a round: wager by wager, staked, returned, why. */

import { capital, dollars, h, redraw, signed } from "../dom.js";
import { clauseTag, seatName, wagerTitle, withNames } from "./words.js";

class RoundResult extends HTMLElement {
  /** Show the last finished round; it stays until the next cards come. */
  show(snapshot, layout) {
    const finished = snapshot.phase !== "playing" && snapshot.settlements.length > 0;
    this.hidden = !finished;
    if (!finished) return;
    const own = snapshot.settlements.filter((entry) => entry.seat === snapshot.you.seat);
    redraw(this, [snapshot.settlements, snapshot.you.seat, snapshot.results, snapshot.round.void], () => [
      headline(snapshot, own),
      own.length ? settlementList(snapshot, layout, own, "Your wagers") : null,
      others(snapshot, layout),
    ]);
  }
}

function headline(snapshot, own) {
  if (snapshot.round.void) return h("h2", {}, `Round ${snapshot.round.number} is void`);
  if (!own.length) return h("h2", {}, `Round ${snapshot.round?.number ?? ""} is settled`);
  const net =
    snapshot.results?.[snapshot.you.seat] ?? own.reduce((sum, entry) => sum + entry.returned - entry.staked, 0);
  const words = net > 0 ? `You win ${dollars(net)}` : net < 0 ? `You lose ${dollars(-net)}` : "You break even";
  return h("h2", { class: net > 0 ? "won" : net < 0 ? "lost" : "" }, words);
}

function settlementList(snapshot, layout, entries, label, named = false) {
  const line = (entry) => {
    const net = entry.returned - entry.staked;
    return h(
      "li",
      {},
      h(
        "div",
        { class: "settled" },
        h("b", {}, named ? `${seatName(snapshot, entry.seat)}: ` : "", wagerTitle(snapshot, layout, entry.wager)),
        h("span", { class: `figures ${net > 0 ? "won" : net < 0 ? "lost" : ""}` }, net ? signed(net) : "push"),
      ),
      h(
        "p",
        { class: "quiet" },
        `Staked ${dollars(entry.staked)}, returned ${dollars(entry.returned)}. ${capital(withNames(entry.reason, snapshot))}. `,
        clauseTag(entry.clause, snapshot.clauses?.[entry.clause]),
      ),
    );
  };
  return h("ul", { class: "settlements", "aria-label": label }, entries.map(line));
}

function others(snapshot, layout) {
  const entries = snapshot.settlements.filter((entry) => entry.seat !== snapshot.you.seat);
  if (!entries.length) return null;
  return h(
    "details",
    {},
    h("summary", {}, "The other seats"),
    settlementList(snapshot, layout, entries, "Wagers of the other seats", true),
  );
}

customElements.define("hw-result", RoundResult);
