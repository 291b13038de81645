/** The titles that a letter lists, and which of them are games here. */

import { get } from "./api.js";
import { capital, h } from "./dom.js";
import "./header.js";

const place = document.querySelector('[data-part="titles"]');

/** Where a title can be played and what it is worth; else why it is only listed. */
function here(title) {
  const [status, why] = title.status.split(": ");
  if (!title.game) return h("span", { class: "quiet" }, capital(why));
  return [
    h("a", { href: `/#words=${encodeURIComponent(title.name)}` }, "Play"),
    " · ",
    h("a", { href: `/lab#game=${title.game}` }, "Numbers"),
    why ? h("span", { class: "quiet" }, ` · ${why}`) : h("span", { class: "quiet" }, ` · ${status}`),
    title.missing.length
      ? h(
          "details",
          {},
          h("summary", {}, "What no source gives"),
          h(
            "ul",
            {},
            title.missing.map((words) => h("li", {}, words)),
          ),
        )
      : null,
  ];
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

/** Titles with every word in title, family or status; `shown` is "all", "playable" or "listed". */
function chosen(titles, words, shown) {
  const wanted = words.toLocaleLowerCase("en").split(/\s+/).filter(Boolean);
  return titles
    .filter((title) => shown === "all" || Boolean(title.game) === (shown === "playable"))
    .filter((title) => {
      const told = `${title.title} ${title.family} ${title.status}`.toLocaleLowerCase("en");
      return wanted.every((word) => told.includes(word));
    });
}

function showTitles(titles) {
  const here = titles.filter((title) => title.game).length;
  const search = h("input", { type: "search", "aria-label": "Find a title", placeholder: "Find a title", oninput: show });
  const which = h(
    "select",
    { "aria-label": "Which titles", onchange: show },
    h("option", { value: "all" }, `all ${titles.length}`),
    h("option", { value: "playable" }, `playable: ${here}`),
    h("option", { value: "listed" }, `only listed: ${titles.length - here}`),
  );
  const rows = h("div", { class: "scroll-x" });
  function show() {
    const found = chosen(titles, search.value, which.value);
    rows.replaceChildren(found.length ? table(found) : h("p", { class: "quiet empty-note" }, "No title has all these words."));
  }
  show();
  place.replaceChildren(h("div", { class: "shelf-tools" }, search, which), rows);
}

try {
  showTitles((await get("/api/titles")).titles);
} catch (error) {
  place.replaceChildren(h("p", { class: "problem" }, error.message));
}
