/** Small tools for building pages: elements, money, numbers. */

const SVG = "http://www.w3.org/2000/svg";

/** An element with attributes, listeners (`onclick`), `dataset` and children; null and false children are left out. */
export function h(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/** The same for SVG. */
export function s(tag, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "dataset") Object.assign(element.dataset, value);
    else if (name === "value") element.value = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(
    ...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false),
  );
  return element;
}

/** Cents as people write them: $20, $10.50, -$5. */
export function dollars(cents) {
  const whole = Math.floor(Math.abs(cents) / 100);
  const rest = Math.abs(cents) % 100;
  return `${cents < 0 ? "−" : ""}$${whole.toLocaleString("en-US")}${rest ? `.${String(rest).padStart(2, "0")}` : ""}`;
}

/** Cents with a sign: +$20, −$5, $0. */
export const signed = (cents) => (cents > 0 ? `+${dollars(cents)}` : dollars(cents));

/** The cents that a person typed as dollars, or null where it is no amount. */
export function parseDollars(text) {
  const match = /^\s*\$?\s*(\d{1,9})(?:\.(\d{1,2}))?\s*$/.exec(text.replaceAll(",", ""));
  return match ? 100 * Number(match[1]) + Number((match[2] ?? "").padEnd(2, "0") || 0) : null;
}

/** "a", "a and b", "a, b and c". */
export function listed(words) {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}

/** A number of things; one is in the singular. */
export const counted = (number, noun) => `${number} ${noun}${number === 1 ? "" : "s"}`;

export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** A wager's name in words: its title among the game's wagers, or `split_ante` as "Split ante". */
export const wagerWords = (name, wagers = []) =>
  wagers.find((wager) => wager.name === name)?.title ?? capital(name.replaceAll("_", " "));

/** Whether things may move: the person's setting here, else that of the system. */
export function motionAllowed() {
  const chosen = document.documentElement.dataset.motion;
  if (chosen !== "system") return chosen === "on";
  return !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Redraw `element` with `draw` only if what it shows has changed, and keep the focus on the same control. */
export function redraw(element, shown, draw) {
  const signature = JSON.stringify(shown);
  if (element.signature === signature) return;
  element.signature = signature;
  const focused = element.contains(document.activeElement) ? document.activeElement.dataset.focus : undefined;
  element.replaceChildren(...[draw()].flat(Infinity).filter(Boolean));
  if (focused) element.querySelector(`[data-focus="${CSS.escape(focused)}"]`)?.focus();
}

/** Put a text on the clipboard, also where the page is not served over HTTPS. */
export async function copyText(text) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const area = h("textarea", { class: "offscreen", value: text });
  document.body.append(area);
  area.select();
  document.execCommand("copy");
  area.remove();
}

/** A file that the page made, saved by the browser. */
export function download(name, type, text) {
  const url = URL.createObjectURL(new Blob([text], { type }));
  h("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
