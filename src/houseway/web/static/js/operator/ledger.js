/** The ledger in the operator console: accounts by kind with sums, the entries of one, and a CSV file. */

import { get } from "../api.js";
import { capital, counted, dollars, download, h } from "../dom.js";
import { button, cancelButton, figure, openDialog, table } from "./parts.js";

/** @typedef {{ name: string, kind: string, balance: number }} Account */
/** @typedef {{ account: string, amount: number, memo: string, chain_id: number, seq: number }} Entry */
/** @typedef {{ accounts: Account[], sum: number, entries: Entry[] }} Ledger */

/** A description of each kind of account. @type {Record<string, string>} */
const KINDS = {
  mint: "source of play chips",
  fund: "source of meter seeds",
  user: "player accounts",
  seat: "chips at seats",
  stakes: "open bets",
  house: "table wins and losses",
  meter: "shown on meters",
  reserve: "meter reserves",
};

/** Group the accounts by kind, with the number and sum of each. @param {Account[]} accounts */
export function byKind(accounts) {
  const kinds = [...new Set(accounts.map((account) => account.kind))].sort();
  return kinds.map((kind) => {
    const own = accounts.filter((account) => account.kind === kind);
    return { kind, accounts: own, sum: own.reduce((total, account) => total + account.balance, 0) };
  });
}

/** Return the accounts as CSV: one per line, in cents. @param {Account[]} accounts */
export function asCsv(accounts) {
  const lines = accounts.map(({ kind, name, balance }) => `${kind},"${name.replaceAll('"', '""')}",${balance}`);
  return `${["kind,account,balance in cents", ...lines].join("\r\n")}\r\n`;
}

/** @param {Ledger} ledger */
export function drawLedger({ accounts, sum }) {
  const rows = byKind(accounts).map((each) =>
    h(
      "tr",
      { dataset: { kind: each.kind } },
      h(
        "th",
        { scope: "row" },
        capital(each.kind),
        KINDS[each.kind] ? h("span", { class: "quiet" }, `, ${KINDS[each.kind]}`) : null,
      ),
      figure("Accounts", each.accounts.length),
      figure("Sum", dollars(each.sum)),
      h(
        "td",
        {},
        button("Show accounts", `accounts/${each.kind}`, () => showAccounts(each.kind, each.accounts)),
      ),
    ),
  );
  return [
    table(["Kind", "Accounts", "Sum", "Actions"], rows),
    h(
      "p",
      { class: sum ? "problem" : "" },
      `${counted(accounts.length, "account")}. Sum: `,
      h("b", { class: "figures", dataset: { part: "ledger-sum" } }, dollars(sum)),
      sum ? ". The ledger must sum to $0. Run houseway verify. " : " (correct). ",
      button("Save as CSV", "ledger-csv", () => download("ledger.csv", "text/csv", asCsv(accounts))),
    ),
  ];
}

/**
 * @param {string} kind
 * @param {Account[]} accounts
 */
function showAccounts(kind, accounts) {
  const entries = h("div", { role: "status" });
  const show = async (/** @type {string} */ name) => {
    /** @type {Ledger} */
    const found = await get(`/api/ledger?${new URLSearchParams({ account: name, limit: "100" })}`);
    const rows = found.entries.map((entry) =>
      h(
        "tr",
        {},
        h("td", {}, entry.chain_id ? `table ${entry.chain_id}` : "room"),
        h("td", { class: "figures" }, entry.seq),
        h("td", { class: "figures" }, dollars(entry.amount)),
        h("td", {}, entry.memo),
      ),
    );
    entries.replaceChildren(h("h3", {}, `Newest entries: ${name}`), table(["Log", "Record", "Amount", "Reason"], rows));
  };
  const rows = accounts.map(({ name, balance }) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, name),
      h("td", { class: "figures" }, dollars(balance)),
      h(
        "td",
        {},
        button("Show entries", `entries/${name}`, () => show(name)),
      ),
    ),
  );
  openDialog(`Accounts: ${kind}`, table(["Account", "Balance", "Actions"], rows), entries, cancelButton("Close"));
}
