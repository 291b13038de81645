/** The choices of a prompt, which the server words and refuses: here only what a selection of cards means. */

import { cardList } from "../card_text.js";

/** @import { Action, Choice, Layout, Prompt } from "../types.js" */

/**
 * @param {string[]} one
 * @param {string[]} other
 */
const sameCards = (one, other) => [...one].sort().join() === [...other].sort().join();

/**
 * The cards of a hand that are not in a selection; of two copies one is taken at a time.
 * @param {string[]} hand
 * @param {string[]} picked
 */
export function without(hand, picked) {
  const rest = [...hand];
  for (const card of picked) rest.splice(rest.indexOf(card), 1);
  return rest;
}

/** @param {Pick<Choice, "kind" | "option">} choice */
export const choiceId = (choice) => (choice.option ? `${choice.kind}/${choice.option}` : choice.kind);

/**
 * Why a choice cannot be made with so many cards picked; empty where it can.
 * @param {Pick<Choice, "refused" | "takes" | "by_count">} choice
 * @param {number} count
 */
export function refusal(choice, count) {
  if (choice.refused || choice.takes !== "cards") return choice.refused;
  return choice.by_count[Math.min(count, choice.by_count.length - 1)] ?? "";
}

/**
 * The kind of action that cards are picked for, if any, and the hand that they are picked from.
 * @param {Pick<Prompt, "choices" | "hand"> | null} prompt
 */
export function picking(prompt) {
  const choice = prompt?.choices.find((each) => each.takes === "cards");
  return { choosing: choice?.kind ?? "", hand: prompt && choice ? prompt.hand : [] };
}

/**
 * The places that are picked once a card is put to them or taken back, in order; null where that is one too many.
 * @param {number[]} before
 * @param {number} place
 * @param {boolean} isPicked
 * @param {number} most
 */
export function picksAfter(before, place, isPicked, most) {
  const others = before.filter((each) => each !== place);
  if (!isPicked) return others;
  return others.length < most ? [...others, place].sort((one, other) => one - other) : null;
}

/**
 * The only choice that is left, or null: where there are several, none is set before the others.
 * @param {Pick<Prompt, "choices">} prompt
 */
export function onlyChoice(prompt) {
  const live = prompt.choices.filter((choice) => !choice.refused);
  return live.length === 1 ? live[0] : null;
}

/**
 * The legal action that a choice means with a selection of cards, or null. Where the server lists a division into two
 * hands once, `eitherWay` takes the other half for it.
 * @param {Action[]} legal
 * @param {Pick<Choice, "kind" | "option" | "takes">} choice
 * @param {string[]} picked
 * @param {string[]} hand
 * @param {Pick<Layout, "choosing">} layout
 * @returns {Action | null}
 */
export function actionFor(legal, choice, picked, hand, layout) {
  const own = legal.filter((action) => action.kind === choice.kind && action.option === choice.option);
  if (choice.takes !== "cards") return own[0] ?? null;
  /** @param {string[]} cards */
  const matching = (cards) => own.find((action) => sameCards(cardList(action.cards), cards));
  const exact = matching(picked);
  if (exact || !layout.choosing[choice.kind]?.eitherWay) return exact ?? null;
  return matching(without(hand, picked)) ?? null;
}
