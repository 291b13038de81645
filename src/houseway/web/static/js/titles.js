/** The titles that an approval letter names, and which of them are games here. */

import { get } from "./api.js";
import { capital, h, part, wordsOf } from "./dom.js";
import "./header.js";

/** @import { Child, ListedTitle } from "./types.js" */

const place = part("titles");

/**
 * Draw the links of a playable title, or else the reason why it is only listed.
 * @param {ListedTitle} title
 * @returns {Child}
 */
function here(title) {
  const [status, why] = title.status.split(": ");
  if (!title.game) return h("span", { class: "quiet" }, capital(why));
  return [
    h("a", { href: `/#words=${encodeURIComponent(title.name)}` }, "Play"),
    " · ",
    h("a", { href: `/lab#game=${title.game}` }, "Analyze"),
    why ? h("span", { class: "quiet" }, ` · ${why}`) : h("span", { class: "quiet" }, ` · ${status}`),
    title.missing.length
      ? h(
          "details",
          {},
          h("summary", {}, "Missing from all sources"),
          h(
            "ul",
            {},
            title.missing.map((words) => h("li", {}, words)),
          ),
        )
      : null,
  ];
}

/** @param {ListedTitle} title */
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

/** @param {ListedTitle[]} titles */
function table(titles) {
  const heads = ["No.", "Title", "Family", "Game here"].map((title) => h("th", { scope: "col" }, title));
  return h("table", { class: "tables" }, h("thead", {}, h("tr", {}, heads)), h("tbody", {}, titles.map(row)));
}

/**
 * Return the titles with every word in title, family or status. `shown` is "all", "playable" or "listed".
 * @param {ListedTitle[]} titles
 * @param {string} words
 * @param {string} shown
 */
function chosen(titles, words, shown) {
  const wanted = words.toLocaleLowerCase("en").split(/\s+/).filter(Boolean);
  return titles
    .filter((title) => shown === "all" || Boolean(title.game) === (shown === "playable"))
    .filter((title) => {
      const told = `${title.title} ${title.family} ${title.status}`.toLocaleLowerCase("en");
      return wanted.every((word) => told.includes(word));
    });
}

/** @param {ListedTitle[]} titles */
function showTitles(titles) {
  const playable = titles.filter((title) => title.game).length;
  const search = h("input", {
    type: "search",
    "aria-label": "Find a title",
    placeholder: "Find a title",
    oninput: show,
  });
  const which = h(
    "select",
    { "aria-label": "Which titles", onchange: show },
    h("option", { value: "all" }, `All ${titles.length}`),
    h("option", { value: "playable" }, `Playable: ${playable}`),
    h("option", { value: "listed" }, `Listed only: ${titles.length - playable}`),
  );
  const rows = h("div", { class: "scroll-x" });
  function show() {
    const found = chosen(titles, search.value, which.value);
    rows.replaceChildren(
      found.length
        ? table(found)
        : h("p", { class: "quiet empty-note" }, "No title matches all these words. Remove a word, or choose All."),
    );
  }
  show();
  place.replaceChildren(h("div", { class: "shelf-tools" }, search, which), rows);
}

try {
  showTitles((await get("/api/titles")).titles);
} catch (error) {
  place.replaceChildren(h("p", { class: "problem" }, wordsOf(error)));
}
