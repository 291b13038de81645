/** The titles that a letter lists, and which of them are games here. */

import { get } from "./api.js";
import { h } from "./dom.js";
import "./header.js";

const place = document.querySelector('[data-part="titles"]');

/** What a title that is only listed says is said once above the table. */
function here(title) {
  if (!title.game) return h("span", { class: "quiet" }, "listed");
  return [h("a", { href: `/lab#game=${title.game}` }, "Numbers"), `: ${title.status}`];
}

function row(title) {
  return h(
    "tr",
    { dataset: { title: title.number } },
    h("td", { class: "figures" }, String(title.number)),
    h("td", {}, title.title),
    h("td", {}, title.family),
    h("td", {}, here(title)),
  );
}

function table(titles) {
  const heads = ["No.", "Title", "Family", "Here"].map((title) => h("th", { scope: "col" }, title));
  return h("table", { class: "tables" }, h("thead", {}, h("tr", {}, heads)), h("tbody", {}, titles.map(row)));
}

try {
  const { titles } = await get("/api/titles");
  place.replaceChildren(table(titles));
} catch (error) {
  place.replaceChildren(h("p", { class: "problem" }, error.message));
}
