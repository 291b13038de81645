/** Cards drawn as SVG: `<hw-card card="As">`, `<hw-card card="??">` for a back, `compact` for less than 56 pixels. */

import { cardName, HIDDEN } from "./card_text.js";
import { s } from "./dom.js";
import { mark } from "./mark.js";

/** @import { Child } from "./types.js" */

/** Each suit within a square of 20 by 20 around the origin. @type {Record<string, string>} */
const SUIT_SHAPES = {
  h: "M0 10C-2.5 5.5-10 2-10-4.2-10-7.7-7.6-9.8-4.9-9.8-2.6-9.8-.8-8.5 0-6.4.8-8.5 2.6-9.8 4.9-9.8 7.6-9.8 10-7.7 10-4.2 10 2 2.5 5.5 0 10Z",
  d: "M0-10.6C2.1-6.6 4.8-3.2 8 0 4.8 3.2 2.1 6.6 0 10.6-2.1 6.6-4.8 3.2-8 0-4.8-3.2-2.1-6.6 0-10.6Z",
  s: "M0-10.4C2.6-5.8 10-2.2 10 3.2 10 6.4 7.8 8.2 5.3 8.2 3.3 8.2 1.7 7.2.9 5.6 1.1 7.9 1.9 9.5 3.6 10.4H-3.6C-1.9 9.5-1.1 7.9-.9 5.6-1.7 7.2-3.3 8.2-5.3 8.2-7.8 8.2-10 6.4-10 3.2-10-2.2-2.6-5.8 0-10.4Z",
  c: "M0-10.2a4.8 4.8 0 1 1-.01 0ZM-5.3-2.9a4.8 4.8 0 1 1-.01 0ZM5.3-2.9a4.8 4.8 0 1 1-.01 0ZM-1.4-2.4h2.8L1 3.2C1.1 6.8 1.9 9.3 3.6 10.4H-3.6C-1.9 9.3-1.1 6.8-1 3.2Z",
};

const [LEFT, MIDDLE, RIGHT] = [34, 50, 66];
/** Positions of the pips on a card of 100 by 140. @type {Record<string, [number, number][]>} */
const PIPS = {
  2: [
    [MIDDLE, 34],
    [MIDDLE, 106],
  ],
  3: [
    [MIDDLE, 34],
    [MIDDLE, 70],
    [MIDDLE, 106],
  ],
  4: [
    [LEFT, 36],
    [RIGHT, 36],
    [LEFT, 104],
    [RIGHT, 104],
  ],
  5: [
    [LEFT, 36],
    [RIGHT, 36],
    [MIDDLE, 70],
    [LEFT, 104],
    [RIGHT, 104],
  ],
  6: [
    [LEFT, 36],
    [RIGHT, 36],
    [LEFT, 70],
    [RIGHT, 70],
    [LEFT, 104],
    [RIGHT, 104],
  ],
  7: [
    [LEFT, 36],
    [RIGHT, 36],
    [MIDDLE, 53],
    [LEFT, 70],
    [RIGHT, 70],
    [LEFT, 104],
    [RIGHT, 104],
  ],
  8: [
    [LEFT, 36],
    [RIGHT, 36],
    [MIDDLE, 53],
    [LEFT, 70],
    [RIGHT, 70],
    [MIDDLE, 87],
    [LEFT, 104],
    [RIGHT, 104],
  ],
  9: [
    [LEFT, 33],
    [RIGHT, 33],
    [LEFT, 57],
    [RIGHT, 57],
    [MIDDLE, 70],
    [LEFT, 83],
    [RIGHT, 83],
    [LEFT, 107],
    [RIGHT, 107],
  ],
  T: [
    [LEFT, 33],
    [RIGHT, 33],
    [MIDDLE, 45],
    [LEFT, 57],
    [RIGHT, 57],
    [LEFT, 83],
    [RIGHT, 83],
    [MIDDLE, 95],
    [LEFT, 107],
    [RIGHT, 107],
  ],
};

/** @type {Record<string, string>} */
const CROWNS = {
  K: "M37 46 34 30 42 37 50 26 58 37 66 30 63 46Z",
  Q: "M38 46C34 40 33 35 34 31 38 35 40 37 43 37 44 33 47 29 50 27 53 29 56 33 57 37 60 37 62 35 66 31 67 35 66 40 62 46Z",
  J: "M36 46C34 36 42 30 52 31 60 31 66 36 66 46ZM60 34C66 28 70 27 73 22 73 31 70 37 64 40Z",
};

/**
 * @param {string} suit
 * @param {number} x
 * @param {number} y
 * @param {number} size
 */
const pip = (suit, x, y, size, flipped = false) =>
  s("path", {
    d: SUIT_SHAPES[suit],
    class: "card-ink",
    transform: `translate(${x} ${y}) scale(${size / 20})${flipped ? " rotate(180)" : ""}`,
  });

/**
 * @param {string} rank
 * @param {string} suit
 */
function index(rank, suit) {
  const ten = rank === "T";
  const fit = ten ? { textLength: 24, lengthAdjust: "spacingAndGlyphs" } : {};
  return [
    s(
      "text",
      { x: 15, y: ten ? 29 : 30, class: ten ? "card-index card-ten" : "card-index", ...fit },
      ten ? "10" : rank,
    ),
    pip(suit, 15, 43, 17),
  ];
}

/** @param {() => Child} half */
const twice = (half) => [s("g", {}, half()), s("g", { transform: "rotate(180 50 70)" }, half())];

/**
 * @param {string} rank
 * @param {string} suit
 */
function court(rank, suit) {
  const half = () => [
    s("path", { d: "M29 70V66C29 60 38 57 44 56L50 63 56 56C62 57 71 60 71 66V70Z", class: "card-ink" }),
    s("path", { d: "M44 56 50 63 56 56 50 70Z", class: "card-gold" }),
    s("path", { d: "M41 45H59V49C59 55 55 59 50 59S41 55 41 49Z", class: "card-skin" }),
    s("path", { d: CROWNS[rank], class: "card-gold" }),
    rank === "K" ? s("path", { d: "M50 16v9M46 20h8", class: "card-gold-line" }) : null,
    rank === "Q" ? s("circle", { cx: 50, cy: 23, r: 3.2, class: "card-gold" }) : null,
  ];
  return [
    s("rect", { x: 27, y: 12, width: 46, height: 116, rx: 4, class: "card-panel" }),
    ...twice(half),
    s("path", { d: "M29 70H71", class: "card-waist" }),
    pip(suit, 35, 24, 11),
    pip(suit, 65, 116, 11, true),
  ];
}

/** @param {string} text */
function face(text) {
  const [rank, suit] = text;
  const center =
    rank === "A"
      ? [pip(suit, 50, 70, 42)]
      : PIPS[rank]
        ? PIPS[rank].map(([x, y]) => pip(suit, x, y, 15, y > 70))
        : court(rank, suit);
  return [...center, ...twice(() => index(rank, suit))];
}

/** @param {string} text */
function compactFace(text) {
  const [rank, suit] = text;
  const ten = rank === "T";
  return [
    s(
      "text",
      {
        x: ten ? 38 : 35,
        y: 60,
        class: "card-index-large",
        ...(ten ? { textLength: 64, lengthAdjust: "spacingAndGlyphs" } : {}),
      },
      ten ? "10" : rank,
    ),
    pip(suit, 51, 102, 52),
  ];
}

/** @param {boolean} compact */
function joker(compact) {
  const star = s("path", {
    d: "M50 36 58.5 58 82 59.5 63.8 74.5 69.7 97.5 50 84.8 30.3 97.5 36.2 74.5 18 59.5 41.5 58Z",
    class: "card-ink",
  });
  const words = () =>
    [..."JOKER"].map((letter, place) => s("text", { x: 12, y: 22 + 15 * place, class: "card-joker-index" }, letter));
  return compact ? [star] : [star, ...twice(words)];
}

function back() {
  const lines = [];
  for (let place = -120; place <= 100; place += 12) {
    lines.push(`M${place} 8L${place + 124} 132M${place + 124} 8L${place} 132`);
  }
  return [
    s("rect", { x: 6, y: 6, width: 88, height: 128, rx: 6, class: "card-back" }),
    s(
      "svg",
      { x: 8, y: 8, width: 84, height: 124, viewBox: "8 8 84 124" },
      s("path", { d: lines.join(""), class: "card-weave" }),
    ),
    s("circle", { cx: 50, cy: 70, r: 25, class: "card-back" }),
    s("circle", { cx: 50, cy: 70, r: 25, class: "card-ring" }),
    mark({ x: 33, y: 52, width: 34, height: 34, class: "card-mark" }),
  ];
}

/** Draw one card. @param {string} text */
export function cardSvg(text, compact = false) {
  const drawing = text === HIDDEN ? back() : text === "Jk" ? joker(compact) : compact ? compactFace(text) : face(text);
  const suit = text === HIDDEN ? "back" : text === "Jk" ? "joker" : text[1];
  return s(
    "svg",
    { viewBox: "0 0 100 140", class: `card-face suit-${suit}`, "aria-hidden": "true", focusable: "false" },
    s("rect", { x: 0.75, y: 0.75, width: 98.5, height: 138.5, rx: 9, class: "card-paper" }),
    ...drawing,
  );
}

class CardElement extends HTMLElement {
  static observedAttributes = ["card", "compact"];

  connectedCallback() {
    this.draw();
  }

  attributeChangedCallback() {
    if (this.isConnected) this.draw();
  }

  draw() {
    const text = this.getAttribute("card") ?? HIDDEN;
    this.replaceChildren(cardSvg(text, this.hasAttribute("compact")));
    if (this.closest("button")) return;
    this.setAttribute("role", "img");
    this.setAttribute("aria-label", cardName(text));
  }
}

customElements.define("hw-card", CardElement);
