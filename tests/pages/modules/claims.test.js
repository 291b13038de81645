/** What the felt says of limits and of a table's changes: nothing is called approved or in force that is not. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { departure, limitSentence } from "#pages/table/pays.js";

import { facts } from "./at_a_table.js";

test("a legal limit is shown with its status and never as today's law", () => {
  const table = facts({ limit_words: "$300 (WAC 230-15-140, since 2009; newer limits not yet confirmed)" });
  const sentence = limitSentence(table);
  assert.equal(sentence, ". Legal limit: $300 (WAC 230-15-140, since 2009; newer limits not yet confirmed).");
  assert.ok(!sentence.includes(table.on));
  assert.equal(limitSentence(facts()), ".");
});

test("only a game whose rules a letter encloses differs from approved rules", () => {
  assert.equal(departure({ status: "approved" }), "Differs from the approved rules");
  for (const status of /** @type {const} */ (["listed", "draft", "not confirmed"]))
    assert.equal(departure({ status }), "Differs from our default");
});
