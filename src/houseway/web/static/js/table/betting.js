/** The opening bets: a field for each wager, checked while typing, the last bets as the default. */

import { dollars, h, parseDollars } from "../dom.js";

const CHIPS = [500, 2500, 10000];

/** The bets to start from: those of the last round here, else the layout's. */
export function firstDraft(snapshot, layout, remembered) {
  const offered = offeredWagers(snapshot);
  const start = remembered ?? layout.defaults;
  return Object.fromEntries(offered.map((wager) => [wager.name, start[wager.name] ?? (wager.required ? 1000 : 0)]));
}

/**
 * The wagers of the table: a bonus needs a pay table, unless the game itself lays its circles out; a bet for the dealer
 * needs a table that takes it.
 */
export function offeredWagers(snapshot) {
  const { wagers, paytable, options, felt } = snapshot.table;
  const free = paytable !== null || felt !== null;
  return wagers.filter((wager) => wager.required || (wager.name === "tip" ? options.tips : free));
}

/** The fields: linked wagers share one. */
function fields(snapshot, layout) {
  const offered = offeredWagers(snapshot);
  const linked = layout.linked.filter((link) =>
    link.wagers.every((name) => offered.some((wager) => wager.name === name)),
  );
  const alone = offered.filter((wager) => !linked.some((link) => link.wagers.includes(wager.name)));
  return [
    ...linked.map((link) => ({ ...link, required: true })),
    ...alone.map((wager) => ({
      title: wager.title.charAt(0).toUpperCase() + wager.title.slice(1),
      wagers: [wager.name],
      required: wager.required,
      only: wager.name === snapshot.table.prizes?.wager ? snapshot.table.prizes.amount : null,
    })),
  ];
}

/** What is wrong with an amount, or nothing. */
function complaint(cents, field, limit, isStack) {
  if (cents === null) return "Type an amount in dollars, such as 10.";
  if (field.required && cents === 0) return `${field.title}: a bet is required.`;
  if (field.only && ![0, field.only].includes(cents)) return `${field.title}: ${dollars(field.only)}, or none.`;
  if (!isStack && limit && cents > limit) return `${field.title}: at most ${dollars(limit)}.`;
  return "";
}

export function drawBetting(snapshot, layout, ui) {
  const limit = snapshot.table.limits?.largest_wager;
  const isStack = "stack" in ui.draft;
  const total = h("span", { class: "figures" });
  const send = h("button", { class: "choice primary", dataset: { focus: "deal" } });
  const problems = new Map();
  const check = () => {
    const sum = Object.values(ui.draft).reduce((all, amount) => all + amount, 0);
    const tooMuch = sum > ui.chips;
    const wrong = [...problems.values()].some(Boolean);
    send.disabled = wrong || tooMuch || ui.waiting;
    total.textContent = tooMuch ? `${dollars(sum)} is more than your ${dollars(ui.chips)}.` : "";
    const amount = wrong ? "" : ` ${dollars(sum)}`;
    send.replaceChildren(
      h("span", { class: "choice-words" }, isStack ? `Play with${amount || " chips"}` : `Bet${amount} and deal`),
      h("kbd", { "aria-hidden": "true" }, "Enter"),
    );
  };
  const drawn = fields(snapshot, layout).map((field, place) => {
    const hint = h("span", { class: "amount-hint", id: `bet-hint-${place}`, role: "status" });
    const input = h("input", {
      class: "amount figures",
      inputmode: "decimal",
      value: String((ui.draft[field.wagers[0]] ?? 0) / 100),
      "aria-describedby": `bet-hint-${place}`,
      dataset: { focus: `bet-${place}`, wager: field.wagers[0] },
      oninput: () => set(parseDollars(input.value)),
      onfocus: () => input.select(),
    });
    const set = (cents) => {
      const words = complaint(cents, field, limit, isStack);
      problems.set(place, words);
      hint.textContent = words;
      input.setAttribute("aria-invalid", String(Boolean(words)));
      if (cents !== null) for (const name of field.wagers) ui.draft[name] = cents;
      check();
      ui.drafted();
    };
    const add = (cents) => {
      const most = field.only ?? (limit && !isStack ? limit : Infinity);
      const next = Math.min(most, (ui.draft[field.wagers[0]] ?? 0) + cents);
      input.value = String(next / 100);
      set(next);
    };
    const clear = () => {
      input.value = "0";
      set(0);
    };
    problems.set(place, complaint(ui.draft[field.wagers[0]] ?? 0, field, limit, isStack));
    return h(
      "div",
      { class: "bet-field" },
      h(
        "label",
        {},
        h("span", { class: "bet-title" }, field.title, field.required ? null : h("small", {}, " optional")),
        h("span", { class: "money-input" }, h("span", { class: "dollar" }, "$"), input),
      ),
      h(
        "div",
        { class: "chip-keys" },
        (field.only ? [field.only] : CHIPS).map((cents) =>
          h(
            "button",
            {
              type: "button",
              class: `chip-key chip-key-${cents}`,
              "aria-label": `Add ${dollars(cents)} to ${field.title}`,
              onclick: () => add(cents),
            },
            `+${cents / 100}`,
          ),
        ),
        h("button", { type: "button", class: "chip-key", "aria-label": `Clear ${field.title}`, onclick: clear }, "0"),
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
    h("div", { class: "bet-send" }, h("span", { class: "amount-hint" }, total), send),
  );
}
