/** What the operator's page says of limits and of the ledger. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { limitWords } from "#pages/operator/floor.js";
import { asCsv, byKind } from "#pages/operator/ledger.js";
import { readParts, unreadWords } from "#pages/operator/reading.js";

test("the smaller of the house's limit and the law's holds", () => {
  assert.equal(limitWords({ least: 500, largest: 2000, legal: 30000 }), "$5 to $20");
  assert.equal(limitWords({ least: 0, largest: 50000, legal: 30000 }), "up to $300");
  assert.equal(limitWords({ least: 0, largest: null, legal: null }), "no limits");
  assert.equal(limitWords({ least: 500, largest: null, legal: null }), "$5 minimum");
});

const ACCOUNTS = [
  { kind: "user", name: "user:1", balance: 98000 },
  { kind: "mint", name: "mint", balance: -100000 },
  { kind: "user", name: "user:2", balance: 2000 },
];

test("accounts are summed by kind", () => {
  assert.deepEqual(
    byKind(ACCOUNTS).map(({ kind, accounts, sum }) => [kind, accounts.length, sum]),
    [
      ["mint", 1, -100000],
      ["user", 2, 100000],
    ],
  );
});

test("the file has a line for each account, in cents", () => {
  assert.equal(asCsv(ACCOUNTS.slice(1, 2)), 'kind,account,balance in cents\r\nmint,"mint",-100000\r\n');
});

test("a part that cannot be read keeps no other from being read, and is named with the reason", async () => {
  const refused = new Error("The server answered with status 503.");
  const { failed, read } = await readParts({
    tables: async () => [1, 2],
    ledger: async () => {
      throw refused;
    },
    meters: async () => {
      throw refused;
    },
    rulings: async () => [],
  });
  assert.deepEqual(read, { tables: [1, 2], rulings: [] });
  const titles = { tables: "the open tables", meters: "the meters", ledger: "the ledger", rulings: "the rulings" };
  assert.equal(
    unreadWords(failed, titles, 5),
    "Could not read the meters and the ledger. The server answered with status 503. " +
      "Older figures may be shown. The page tries again every 5 seconds.",
  );
  assert.equal(unreadWords(new Map(), titles, 5), "");
});
