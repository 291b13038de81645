/** The opening bets: chips placed on circles or amounts typed, checked while typing. The last bets are the default. */

import { capital, dollars, h, parseDollars } from "../dom.js";
import { ownSeat } from "./words.js";

/** @import { Layout, Snapshot, TableUi } from "../types.js" */

/** Cents by the name of the wager. @typedef {Record<string, number>} Amounts */
/** An amount to type: for one wager, or for linked ones. `only` is its fixed amount, if any. */
/** @typedef {{ title: string, wagers: string[], required: boolean, only?: number | null }} Field */

const CHIPS = [500, 2500, 10000];

/**
 * Return the default bets: those of the last round here, else the layout's.
 * @param {Snapshot} snapshot
 * @param {Pick<Layout, "defaults">} layout
 * @param {Amounts | null} remembered
 */
export function firstDraft(snapshot, layout, remembered) {
  const offered = offeredWagers(snapshot);
  const start = remembered ?? layout.defaults;
  return Object.fromEntries(offered.map((wager) => [wager.name, start[wager.name] ?? (wager.required ? 1000 : 0)]));
}

/** Return the wagers that the table takes. @param {Pick<Snapshot, "table">} snapshot */
export const offeredWagers = (snapshot) => snapshot.table.wagers.filter((wager) => wager.offered);

/** Return whether every wager is optional but at least one must be made. @param {Pick<Snapshot, "table">} snapshot */
export function mayChooseAny(snapshot) {
  const offered = offeredWagers(snapshot);
  return offered.length > 1 && !offered.some((wager) => wager.required);
}

/**
 * Return the maximum of one wager, or Infinity if it has no limit. Chips brought to a pot are not a wager.
 * @param {Snapshot} snapshot
 * @param {Layout} layout
 */
const mostOf = (snapshot, layout) => (layout.pot ? Infinity : (snapshot.table.limits.largest_wager ?? Infinity));

/**
 * Return the fixed amount of a wager, or null.
 * @param {Snapshot} snapshot
 * @param {string} name
 */
const onlyOf = ({ table: { prizes } }, name) => (prizes && name === prizes.wager ? prizes.amount : null);

/** @param {Amounts} draft */
const totalOf = (draft) => Object.values(draft).reduce((all, amount) => all + amount, 0);

/**
 * Return whether there are more bets at once than the law allows, or too many large ones.
 * @param {Pick<Snapshot, "table">} snapshot
 * @param {Amounts} amounts
 */
export function tooManyBets({ table }, amounts) {
  const { at_once: atOnce } = table.limits;
  if (!atOnce) return false;
  const made = table.wagers.filter((wager) => wager.own_game).map((wager) => amounts[wager.name] ?? 0);
  /** @param {number} above */
  const over = (above) => made.filter((amount) => amount > above).length;
  const [large, above] = atOnce.large ?? [Infinity, 0];
  return over(0) > (atOnce.most ?? Infinity) || over(above) > large;
}

/** The bets being placed. Every change can be undone. */
export class Draft {
  /** @type {Amounts} */
  amounts = {};
  /** @type {Amounts[]} */
  before = [];
  chip = CHIPS[0];
  version = 0;
  touched = false;

  /** @param {Amounts} amounts */
  start(amounts) {
    this.amounts = { ...amounts };
    this.before = [];
    this.version += 1;
  }

  /** Prepare for the next round. Until the user changes a bet, the felt shows the last result. */
  rest() {
    this.touched = false;
    this.before = [];
  }

  /** @param {Amounts} amounts */
  change(amounts) {
    this.before.push(this.amounts);
    this.amounts = { ...this.amounts, ...amounts };
    this.touched = true;
  }

  undo() {
    this.amounts = this.before.pop() ?? this.amounts;
    this.version += 1;
  }

  /** @param {Amounts} amounts */
  take(amounts) {
    this.change(amounts);
    this.version += 1;
  }
}

/**
 * Return the wagers that are always bet together with one.
 * @param {Pick<Layout, "linked">} layout
 * @param {string} name
 */
export function linkedTo(layout, name) {
  return layout.linked.find((link) => link.wagers.includes(name))?.wagers ?? [name];
}

/**
 * Return whether chips may be placed on the circles now.
 * @param {Pick<Snapshot, "seats" | "you" | "phase">} snapshot
 */
export function canBet(snapshot) {
  const mine = ownSeat(snapshot);
  return mine !== undefined && ["betting", "result"].includes(snapshot.phase) && !mine.ready && !mine.sitting_out;
}

/**
 * Place the chosen chip on a wager and those linked to it.
 * @param {Snapshot} snapshot
 * @param {Layout} layout
 * @param {TableUi} ui
 * @param {string} name
 */
export function placeChip(snapshot, layout, ui, name) {
  const { amounts, chip } = ui.draft;
  const most = mostOf(snapshot, layout);
  /** @param {string} each */
  const raised = (each) => onlyOf(snapshot, each) ?? Math.min(most, (amounts[each] ?? 0) + chip);
  ui.draft.take(Object.fromEntries(linkedTo(layout, name).map((each) => [each, raised(each)])));
  ui.redraw();
}

/**
 * Return the fields. Linked wagers share one.
 * @param {Snapshot} snapshot
 * @param {Layout} layout
 * @returns {Field[]}
 */
function fields(snapshot, layout) {
  const offered = offeredWagers(snapshot);
  const linked = layout.linked.filter((link) =>
    link.wagers.every((name) => offered.some((wager) => wager.name === name)),
  );
  const alone = offered.filter((wager) => !linked.some((link) => link.wagers.includes(wager.name)));
  return [
    ...linked.map((link) => ({ ...link, required: true })),
    ...alone.map((wager) => ({
      title: capital(wager.title),
      wagers: [wager.name],
      required: wager.required,
      only: onlyOf(snapshot, wager.name),
    })),
  ];
}

/**
 * Return the problem with an amount, or nothing.
 * @param {number | null} cents
 * @param {Field} field
 * @param {number} most
 */
function complaint(cents, field, most) {
  if (cents === null) return "Type an amount in dollars, such as 10.";
  if (field.required && cents === 0) return `${field.title}: this bet is required.`;
  if (field.only && ![0, field.only].includes(cents)) return `${field.title}: bet ${dollars(field.only)} or nothing.`;
  if (cents > most) return `${field.title}: the maximum is ${dollars(most)}.`;
  return "";
}

/**
 * @param {Snapshot} snapshot
 * @param {Layout} layout
 * @param {TableUi} ui
 */
export function drawBetting(snapshot, layout, ui) {
  const most = mostOf(snapshot, layout);
  const { draft } = ui;
  const total = h("span", { class: "amount-hint", role: "status" });
  const send = h("button", { class: "choice primary", dataset: { focus: "deal" } });
  const { at_once: law } = snapshot.table.limits;
  const atOnce = law ? h("p", { class: "bets-at-once quiet", role: "status" }, law.words) : null;
  /** The problem with each field. @type {Map<number, string>} */
  const problems = new Map();
  const check = () => {
    const sum = totalOf(draft.amounts);
    const wrong = [...problems.values()].find(Boolean);
    const tooMuch = sum > ui.chips ? `Your bets total ${dollars(sum)}, but you have ${dollars(ui.chips)}.` : "";
    const tooMany = tooManyBets(snapshot, draft.amounts);
    send.disabled = Boolean(wrong || tooMuch) || tooMany || ui.waiting;
    total.textContent = tooMuch;
    atOnce?.classList.toggle("warned", tooMany);
    const amount = wrong ? "" : ` ${dollars(sum)}`;
    send.replaceChildren(
      h("span", { class: "choice-words" }, layout.pot ? `Play with${amount || " chips"}` : `Bet${amount} and deal`),
      h("kbd", { "aria-hidden": "true" }, "Enter"),
    );
  };
  const any = mayChooseAny(snapshot);
  const drawn = fields(snapshot, layout).map((field, place) => {
    const amount = draft.amounts[field.wagers[0]] ?? 0;
    const hint = h("span", { class: "amount-hint", id: `bet-hint-${place}`, role: "status" });
    const input = h("input", {
      class: "amount figures",
      inputmode: "decimal",
      value: String(amount / 100),
      "aria-describedby": `bet-hint-${place}`,
      dataset: { focus: `bet-${place}`, wager: field.wagers[0] },
    });
    input.addEventListener("input", () => set(parseDollars(input.value)));
    input.addEventListener("focus", () => input.select());
    /** @param {number | null} cents */
    const tell = (cents) => {
      const words = complaint(cents, field, most);
      problems.set(place, words);
      hint.textContent = words;
      input.setAttribute("aria-invalid", String(Boolean(words)));
    };
    /** @param {number | null} cents */
    const set = (cents) => {
      tell(cents);
      if (cents !== null) draft.change(Object.fromEntries(field.wagers.map((name) => [name, cents])));
      check();
      ui.drafted();
    };
    tell(amount);
    return h(
      "div",
      { class: "bet-field" },
      h(
        "label",
        {},
        h("span", { class: "bet-title" }, field.title, field.required || any ? null : h("small", {}, " optional")),
        h("span", { class: "money-input" }, h("span", { class: "dollar" }, "$"), input),
      ),
      hint,
    );
  });
  check();
  return h(
    "form",
    {
      class: "betting",
      onsubmit: (event) => {
        event.preventDefault();
        if (!send.disabled) ui.bet();
      },
    },
    h("div", { class: "bet-fields" }, drawn),
    atOnce,
    drawTray(snapshot, ui, most),
    h("div", { class: "bet-send" }, send, drawRebet(ui), total),
    layout.pot && ui.nextHand ? ui.nextHand.draw(() => ui.redraw()) : null,
  );
}

/**
 * Draw the chips to place on circles, and the buttons to change bets.
 * @param {Snapshot} snapshot
 * @param {TableUi} ui
 * @param {number} most
 */
function drawTray(snapshot, ui, most) {
  const { draft } = ui;
  const sum = totalOf(draft.amounts);
  /** @param {() => void} work */
  const act = (work) => () => {
    work();
    ui.redraw();
  };
  /** @param {(amount: number) => number} work */
  const every = (work) =>
    Object.fromEntries(
      Object.entries(draft.amounts).map(([name, amount]) => [
        name,
        Math.min(work(amount), onlyOf(snapshot, name) ?? Infinity),
      ]),
    );
  /**
   * @param {string} name
   * @param {string} words
   * @param {() => void} work
   */
  const tool = (name, words, work, disabled = false) => drawTool(name, words, act(work), disabled);
  return h(
    "div",
    { class: "tray" },
    h(
      "div",
      { class: "chip-keys", role: "group", "aria-label": "Chip to place on a betting circle" },
      CHIPS.map((cents) =>
        h(
          "button",
          {
            type: "button",
            class: `chip-key chip-key-${cents}`,
            "aria-label": `${dollars(cents)} chip`,
            "aria-pressed": String(draft.chip === cents),
            dataset: { focus: `chip-${cents}` },
            onclick: act(() => {
              draft.chip = cents;
              draft.version += 1;
            }),
          },
          cents / 100,
        ),
      ),
    ),
    tool("undo", "Undo", () => draft.undo(), !draft.before.length),
    tool("double", "Double", () => draft.take(every((amount) => Math.min(most, 2 * amount))), !sum),
    tool("clear", "Clear", () => draft.take(every(() => 0)), !sum),
  );
}

/**
 * @param {string} name
 * @param {string} words
 * @param {() => void} onclick
 */
const drawTool = (name, words, onclick, disabled = false) =>
  h("button", { type: "button", class: "small tool", dataset: { focus: name }, disabled, onclick }, words);

/** Draw the button that restores the last round's bets, if they differ. @param {TableUi} ui */
function drawRebet(ui) {
  const { draft, lastBets: last } = ui;
  if (last === null || !totalOf(last) || JSON.stringify(last) === JSON.stringify(draft.amounts)) return null;
  return drawTool("rebet", `Rebet ${dollars(totalOf(last))}`, () => {
    draft.take(last);
    ui.redraw();
  });
}
