/** The choices of a prompt. The server words and refuses them. Here a selection of cards becomes an action. */

import { cardList } from "../card_text.js";

/** @import { Action, Choice, Layout, Prompt } from "../types.js" */

/**
 * @param {string[]} one
 * @param {string[]} other
 */
const sameCards = (one, other) => [...one].sort().join() === [...other].sort().join();

/**
 * Return the cards of a hand outside a selection. If a card occurs twice, each selection removes one copy.
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
 * Return why a choice is refused with this number of cards picked, or an empty text if it is not.
 * @param {Pick<Choice, "refused" | "takes" | "by_count">} choice
 * @param {number} count
 */
export function refusal(choice, count) {
  if (choice.refused || choice.takes !== "cards") return choice.refused;
  return choice.by_count[Math.min(count, choice.by_count.length - 1)] ?? "";
}

/**
 * Return the kind of action that cards are picked for, if any, and the hand they are picked from.
 * @param {Pick<Prompt, "choices" | "hand"> | null} prompt
 */
export function picking(prompt) {
  const choice = prompt?.choices.find((each) => each.takes === "cards");
  return { choosing: choice?.kind ?? "", hand: prompt && choice ? prompt.hand : [] };
}

/**
 * Return the picked places, in order, after a card is added or removed, or null if that is one too many.
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
 * Return the only choice that is left, or null if there are several.
 * @param {Pick<Prompt, "choices">} prompt
 */
export function onlyChoice(prompt) {
  const live = prompt.choices.filter((choice) => !choice.refused);
  return live.length === 1 ? live[0] : null;
}

/**
 * Return the legal action for a choice with a selection of cards, or null. If the server lists a division into two
 * hands only once, `eitherWay` accepts the other half.
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
