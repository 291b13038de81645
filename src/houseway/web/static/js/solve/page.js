/** Solve a spot: the river between two players, its equilibrium, and the play of every hand. */

import { get, post } from "../api.js";
import "../cards.js";
import { copyText, find, flat, h, part, wordsOf } from "../dom.js";
import { readCards } from "../help/typed.js";
import "../header.js";
import { drawDecisions, drawFigures, drawHand, drawStrengths, lineWords, percent, PLAYERS } from "./drawing.js";
import { commandOf, lockOf, placeOf, readSpot, spotRequest, writeSpot } from "./state.js";

/** @import { Game } from "../types.js" */
/** @import { Decision, Solution } from "./drawing.js" */
/** @import { Spot } from "./state.js" */

const form = part("spot", HTMLFormElement);

/**
 * Return the form's control with this name.
 * @template {Element} Kind
 * @param {string} name
 * @param {new () => Kind} kind
 */
const control = (name, kind) => find(`[name="${name}"]`, kind, form);

class Solver {
  /** @param {string} game */
  constructor(game) {
    this.fallback = game;
    /** @type {Spot} */
    this.spot = { ...readSpot(location.hash) };
    /** @type {Solution | null} */
    this.solution = null;
    this.turn = 0;
    this.written = "";
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.readForm();
      this.solve({ line: "", hand: "" });
    });
    form.addEventListener("input", () => {
      this.readForm();
      this.drawBesideForm();
    });
    part("look").addEventListener("submit", (event) => {
      event.preventDefault();
      this.solve({ hand: part("hand", HTMLInputElement).value });
    });
    part("lock").addEventListener("submit", (event) => {
      event.preventDefault();
      this.lock();
    });
    part("decisions").addEventListener("keydown", (event) => this.move(event));
    part("copy-link").addEventListener("click", () => this.copy(location.href, "Link copied. It reopens this spot."));
    part("copy-command").addEventListener("click", () => this.copy(commandOf(this.asked()), "Command copied."));
    addEventListener("hashchange", () => {
      if (location.hash === this.written) return;
      this.spot = readSpot(location.hash);
      this.fillForm();
      this.solve({});
    });
    addEventListener("keydown", (event) => {
      const typing = event.target instanceof Element && event.target.closest("input, select, textarea");
      if (typing || event.ctrlKey || event.metaKey || event.altKey || event.key.toLowerCase() !== "h") return;
      event.preventDefault();
      part("hand", HTMLInputElement).focus();
    });
    this.fillForm();
    this.solve({});
  }

  /** Return the spot with the game's name. */
  asked() {
    return { ...this.spot, game: this.spot.game || this.fallback };
  }

  readForm() {
    const text = (/** @type {string} */ name) => control(name, HTMLInputElement).value;
    const choice = (/** @type {string} */ name) => control(name, HTMLSelectElement).value;
    Object.assign(this.spot, {
      board: text("board"),
      holds: [Number(choice("hold0")), Number(choice("hold1"))],
      pot: text("pot").trim(),
      ranges: [text("range0").trim(), text("range1").trim()],
      target: choice("target"),
    });
  }

  fillForm() {
    const { board, holds, pot, ranges, target } = this.spot;
    control("board", HTMLInputElement).value = board;
    control("pot", HTMLInputElement).value = pot;
    holds.forEach((size, player) =>
      Object.assign(control(`hold${player}`, HTMLSelectElement), { value: String(size) }),
    );
    ranges.forEach((text, player) => Object.assign(control(`range${player}`, HTMLInputElement), { value: text }));
    const aims = control("target", HTMLSelectElement);
    if (![...aims.options].some((option) => option.value === target)) this.spot.target = aims.value;
    aims.value = this.spot.target;
    this.drawBesideForm();
  }

  /** Draw the board as cards, the node locks, and the command. */
  drawBesideForm() {
    const { cards } = readCards(this.spot.board);
    part("board-cards").replaceChildren(...cards.map((card) => h("hw-card", { card, compact: true })));
    part("command").textContent = commandOf(this.asked());
    const lock = (/** @type {string} */ text) =>
      h(
        "li",
        {},
        h("span", {}, text),
        h(
          "button",
          {
            type: "button",
            class: "small",
            "aria-label": `Remove node lock ${text}`,
            onclick: () => {
              this.spot.locks = this.spot.locks.filter((each) => each !== text);
              this.solve({});
            },
          },
          "Remove",
        ),
      );
    part("locks").replaceChildren(...this.spot.locks.map(lock));
  }

  /**
   * Request the same spot after a change of the decision or hand that is shown.
   * @param {Partial<Spot>} change
   */
  async solve(change) {
    Object.assign(this.spot, change);
    this.turn += 1;
    const { turn } = this;
    this.written = writeSpot(this.spot);
    history.replaceState(null, "", this.written);
    this.drawBesideForm();
    this.say("Solving.");
    part("solution").classList.add("stale");
    try {
      const solution = await post("/api/solve", spotRequest(this.asked()));
      if (turn !== this.turn) return;
      this.solution = solution;
      this.say("");
      this.draw(solution);
    } catch (error) {
      if (turn === this.turn) this.refuse(wordsOf(error));
    }
  }

  /** @param {string} words */
  say(words) {
    part("status").textContent = words;
    part("problem").textContent = "";
  }

  /** Show an error, and hide the figures of the last spot. @param {string} words */
  refuse(words) {
    this.say("");
    part("problem").textContent = words;
    part("solution").hidden = true;
    delete document.body.dataset.solved;
  }

  /** @param {Solution} solution */
  draw(solution) {
    const decision = solution.decisions[solution.looked_at];
    const within = part("decisions");
    const focused = within.contains(document.activeElement);
    part("figures").replaceChildren(...flat([drawFigures(solution, this.spot)]));
    const locked = this.spot.locks.map((lock) => placeOf(lock).line);
    within.replaceChildren(...drawDecisions(solution, locked, (line) => this.solve({ line, hand: "" })));
    if (focused) find('[aria-checked="true"]', HTMLElement, within).focus();
    part("decision-title").textContent = `${PLAYERS[decision.player]}, ${lineWords(decision.line)}`;
    part("hand", HTMLInputElement).value = this.spot.hand;
    part("hand-answer").replaceChildren(...flat([solution.hand ? drawHand(solution.hand, decision.actions) : null]));
    part("strengths").replaceChildren(drawStrengths(solution.strengths, decision.actions));
    this.drawLock(decision);
    part("solution").classList.remove("stale");
    part("solution").hidden = false;
    document.body.dataset.solved = this.written;
  }

  /** @param {Decision} decision */
  drawLock({ actions, often }) {
    const field = (/** @type {string} */ action, /** @type {number} */ place) =>
      h(
        "label",
        {},
        `${action}, %`,
        h("input", {
          name: action,
          inputmode: "decimal",
          autocomplete: "off",
          value: percent(often[place]).replace("%", ""),
        }),
      );
    part("lock-fields").replaceChildren(...actions.map(field));
    part("lock-problem").textContent = "";
  }

  /** Lock the current decision, and solve the rest again. */
  lock() {
    if (!this.solution) return;
    const { line, actions } = this.solution.decisions[this.solution.looked_at];
    const typed = actions.map((action) => find(`[name="${action}"]`, HTMLInputElement, part("lock-fields")).value);
    const hands = part("lock-hands", HTMLInputElement).value.trim();
    const { lock, problem } = lockOf(line, actions, typed, hands);
    part("lock-problem").textContent = problem;
    if (problem) return;
    const others = this.spot.locks.map((each) => ({ each, place: placeOf(each) }));
    const kept = others.filter(({ place }) => place.line !== line || (hands && place.hands !== hands));
    this.spot.locks = [...kept.map(({ each }) => each), lock];
    this.solve({});
  }

  /** Move from one decision to the next with the arrow keys. @param {KeyboardEvent} event */
  move(event) {
    const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
    if (!step || !this.solution) return;
    event.preventDefault();
    const { decisions, looked_at } = this.solution;
    const next = decisions[(looked_at + step + decisions.length) % decisions.length];
    this.solve({ line: next.line, hand: "" });
  }

  /**
   * @param {string} text
   * @param {string} words
   */
  async copy(text, words) {
    await copyText(text);
    part("toast").textContent = words;
  }
}

try {
  /** @type {{ games: Game[] }} */
  const { games } = await get("/api/games");
  const game = games.find((each) => each.player_vs_player);
  if (game) {
    part("game").textContent = `${game.title}, two players`;
    new Solver(game.slug);
  }
} catch (error) {
  part("problem").textContent = wordsOf(error);
}
