/** Everything drawn of a table from one snapshot: the head, the felt, the bar, and the side column. */

import { get } from "../api.js";
import { capital, find, part, redraw } from "../dom.js";
import { ProofPanel } from "../verify.js";
import { ActionBar } from "./actions.js";
import { DealerColumn } from "./dealer.js";
import { Felt } from "./felt.js";
import { Fit } from "./fit.js";
import { drawMeters } from "./meters.js";
import { drawPays } from "./pays.js";
import { RoundResult } from "./result.js";
import { Help } from "./sheets.js";

/** @import { GameInFull, Snapshot, TableUi } from "../types.js" */

export class TableView {
  bar = part("bar", ActionBar);
  felt = part("felt", Felt);
  dealer = part("dealer", DealerColumn);
  proof = part("proof", ProofPanel);
  result = part("result", RoundResult);
  help = new Help(part("how-to"), part("strategy"));
  /** @type {Promise<GameInFull> | null} */
  facts = null;
  /** @type {Fit | null} */
  fit = null;

  /**
   * @param {Snapshot} snapshot
   * @param {TableUi} ui
   */
  draw(snapshot, ui) {
    const layout = snapshot.table.felt;
    this.drawHead(snapshot);
    this.drawFelt(snapshot, ui);
    ui.nextHand?.follow(snapshot, layout, ui.draft);
    this.bar.show(snapshot, layout, ui);
    this.dealer.show(snapshot);
    const newest = snapshot.events.length ? this.dealer.list.lastElementChild?.lastElementChild : null;
    part("ticker").textContent = newest?.textContent ?? "";
    this.result.show(snapshot, layout, ui);
    this.drawPays(snapshot);
    this.proof.offer(snapshot.table.id, snapshot.finished, snapshot.round.head);
    part("ask").hidden = !ui.prompt;
  }

  /** @param {Snapshot} snapshot */
  drawHead(snapshot) {
    const { table, round, you } = snapshot;
    document.title = `${table.title}, houseway`;
    part("title").textContent = table.title;
    const label = [table.chosen, table.letter].filter(Boolean).map(capital).join(" · ");
    part("label").textContent = part("label").title = label;
    part("round").textContent = `Round ${round.number}`;
    part("practice").hidden = !table.practice;
    part("meters").replaceChildren(...drawMeters(snapshot));
    if (you.user_id !== null) document.dispatchEvent(new CustomEvent("houseway:chips", { detail: you.chips }));
  }

  /**
   * @param {Snapshot} snapshot
   * @param {TableUi} ui
   */
  drawFelt(snapshot, ui) {
    this.felt.show(snapshot, snapshot.table.felt, ui);
    this.fit ??= new Fit(find("#main"), this.felt, find(".dock"));
    this.fit.scale();
  }

  /**
   * Draw the pay table, whose titles are in the game's facts. If they do not load, the next snapshot requests them
   * again.
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
}
