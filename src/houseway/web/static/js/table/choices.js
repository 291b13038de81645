// @ts-nocheck
/** The choices of a prompt, which the server words and refuses: here only what a selection of cards means. */

import { cardList } from "../cards.js";

const sameCards = (one, other) => [...one].sort().join() === [...other].sort().join();

/** The cards of a hand that are not in a selection; of two copies one is taken at a time. */
export function without(hand, picked) {
  const rest = [...hand];
  for (const card of picked) rest.splice(rest.indexOf(card), 1);
  return rest;
}

export const choiceId = (choice) => (choice.option ? `${choice.kind}/${choice.option}` : choice.kind);

/** Why a choice cannot be made with so many cards picked; empty where it can. */
export function refusal(choice, count) {
  if (choice.refused || choice.takes !== "cards") return choice.refused;
  return choice.by_count[Math.min(count, choice.by_count.length - 1)] ?? "";
}

/** The only choice that is left, or null: where there are several, none is set before the others. */
export function onlyChoice(prompt) {
  const live = prompt.choices.filter((choice) => !choice.refused);
  return live.length === 1 ? live[0] : null;
}

/**
 * The legal action that a choice means with a selection of cards, or null. Where the server lists a division into two
 * hands once, `eitherWay` takes the other half for it.
 */
export function actionFor(legal, choice, picked, hand, layout) {
  const own = legal.filter((action) => action.kind === choice.kind && action.option === choice.option);
  if (choice.takes !== "cards") return own[0] ?? null;
  const matching = (cards) => own.find((action) => sameCards(cardList(action.cards), cards));
  const exact = matching(picked);
  if (exact || !layout.choosing[choice.kind]?.eitherWay) return exact ?? null;
  return matching(without(hand, picked)) ?? null;
}
