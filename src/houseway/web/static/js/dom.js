/** Small tools for building pages: elements, money, numbers. */

/** @import { Attributes, Child, Wager } from "./types.js" */

const SVG = "http://www.w3.org/2000/svg";

/**
 * Make an element with attributes, listeners (`onclick`), `dataset` and children; null and false children are left out.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Attributes} [attributes]
 * @param {Child[]} children
 */
export function h(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/**
 * Make an SVG element in the same way.
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Attributes} [attributes]
 * @param {Child[]} children
 */
export function s(tag, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

/**
 * @template {HTMLElement | SVGElement} Made
 * @param {Made} element
 * @param {Attributes} attributes
 * @param {Child[]} children
 */
function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(name.slice("on".length), (event) => value(event));
    else if (name === "dataset") Object.assign(element.dataset, value);
    else if (name === "value") Object.assign(element, { value });
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...flat(children));
  return element;
}

/**
 * Flatten nested children into one list, without empty ones.
 * @param {Child[]} children
 * @returns {(Node | string)[]}
 */
export function flat(children) {
  return children.flatMap((child) => {
    if (Array.isArray(child)) return flat(child);
    if (child === null || child === undefined || child === false) return [];
    return typeof child === "number" ? [String(child)] : [child];
  });
}

/**
 * Return the page's element for a selector. Throws if there is none, or one of another kind.
 * @template {Element} [Kind=HTMLElement]
 * @param {string} selector
 * @param {new () => Kind} [kind]
 * @param {ParentNode} [within]
 * @returns {Kind}
 */
export function find(selector, kind, within = document) {
  const found = within.querySelector(selector);
  const wanted = /** @type {new () => Kind} */ (kind ?? HTMLElement);
  if (!(found instanceof wanted)) throw new Error(`the page has no ${wanted.name} at ${selector}`);
  return found;
}

/**
 * Return the page's element with this `data-part`.
 * @template {Element} [Kind=HTMLElement]
 * @param {string} name
 * @param {new () => Kind} [kind]
 */
export const part = (name, kind) => find(`[data-part="${name}"]`, kind);

/** Return the message of an error. @param {unknown} error */
export const wordsOf = (error) => (error instanceof Error ? error.message : String(error));

/** Format cents as dollars: $20, $10.50, −$5. @param {number} cents */
export function dollars(cents) {
  const whole = Math.floor(Math.abs(cents) / 100);
  const rest = Math.abs(cents) % 100;
  return `${cents < 0 ? "−" : ""}$${whole.toLocaleString("en-US")}${rest ? `.${String(rest).padStart(2, "0")}` : ""}`;
}

/** Format cents with a sign: +$20, −$5, $0. @param {number} cents */
export const signed = (cents) => (cents > 0 ? `+${dollars(cents)}` : dollars(cents));

/** Parse an amount typed in dollars. Returns cents, or null if the text is not an amount. @param {string} text */
export function parseDollars(text) {
  const match = /^\s*\$?\s*(\d{1,9})(?:\.(\d{1,2}))?\s*$/.exec(text.replaceAll(",", ""));
  return match ? 100 * Number(match[1]) + Number((match[2] ?? "").padEnd(2, "0") || 0) : null;
}

/** Join words into a list: "a", "a and b", "a, b and c". @param {string[]} words */
export function listed(words) {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}

/**
 * Return a number with its noun, in the singular for one.
 * @param {number} number
 * @param {string} noun
 */
export const counted = (number, noun) => `${number} ${noun}${number === 1 ? "" : "s"}`;

/** Format a time for a table of data, by the user's clock: 2026-11-18 14:05. @param {number} at milliseconds */
export const dateAndTime = (at) => new Date(at).toLocaleString("sv-SE", { dateStyle: "short", timeStyle: "short" });

/** @param {string} text */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * Return a wager's name: its title among the game's wagers, or `split_ante` as "Split ante".
 * @param {string} name
 * @param {Wager[]} [wagers]
 */
export const wagerWords = (name, wagers = []) =>
  wagers.find((wager) => wager.name === name)?.title ?? capital(name.replaceAll("_", " "));

/** Return whether motion is allowed: the user's setting here, else that of the system. */
export function motionAllowed() {
  const chosen = document.documentElement.dataset.motion;
  if (chosen !== "system") return chosen === "on";
  return !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** The data that each element was last drawn from. @type {WeakMap<Element, string>} */
const drawn = new WeakMap();

/**
 * Redraw `element` with `draw` only if its data has changed, and keep the focus on the same control.
 * @param {HTMLElement} element
 * @param {unknown} shown
 * @param {() => Child} draw
 */
export function redraw(element, shown, draw) {
  const signature = JSON.stringify(shown);
  if (drawn.get(element) === signature) return;
  drawn.set(element, signature);
  const active = document.activeElement;
  const focused = active instanceof HTMLElement && element.contains(active) ? active.dataset.focus : undefined;
  element.replaceChildren(...flat([draw()]));
  const again = focused && element.querySelector(`[data-focus="${CSS.escape(focused)}"]`);
  if (again instanceof HTMLElement) again.focus();
}

/**
 * Draw an element again next time even if its data is the same, because its content was replaced.
 * @param {Element} element
 */
export const forgetDrawn = (element) => drawn.delete(element);

/**
 * Return the element with a selector in which an event happened, or null.
 * @param {Event} event
 * @param {string} selector
 */
export const happenedIn = ({ target }, selector) => (target instanceof Element ? target.closest(selector) : null);

/** Close the dialog in which something was pressed. @param {Event} event */
export function closeDialog({ target }) {
  if (target instanceof Element) target.closest("dialog")?.close();
}

/** Put a text on the clipboard, even if the page is not served over HTTPS. @param {string} text */
export async function copyText(text) {
  if (navigator.clipboard) {
    await navigator.clipboard.writeText(text);
    return;
  }
  const area = h("textarea", { class: "offscreen", value: text });
  document.body.append(area);
  area.select();
  document.execCommand("copy");
  area.remove();
}

/**
 * Let the browser save a file that the page made.
 * @param {string} name
 * @param {string} type
 * @param {BlobPart} content
 */
export function download(name, type, content) {
  const url = URL.createObjectURL(new Blob([content], { type }));
  h("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
