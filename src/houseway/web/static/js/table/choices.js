/** The legal actions of a snapshot, grouped into what a person chooses from. */

import { cardList } from "../cards.js";
import { capital, dollars } from "../dom.js";

const sameCards = (one, other) => [...one].sort().join() === [...other].sort().join();

/** The cards of a hand that are not in a selection; of two copies one is taken at a time. */
export function without(hand, picked) {
  const rest = [...hand];
  for (const card of picked) rest.splice(rest.indexOf(card), 1);
  return rest;
}

/**
 * Groups of actions, one button each: {id, kind, option, type, key, primary, words, actions, price, least, most}.
 * `type` is "plain", "cards" (a selection chooses among the actions) or "amount" (anything between the ends).
 */
export function groupChoices(legal, layout) {
  const groups = new Map();
  for (const action of legal) {
    const id = action.option ? `${action.kind}/${action.option}` : action.kind;
    if (!groups.has(id)) groups.set(id, { id, kind: action.kind, option: action.option ?? "", actions: [] });
    groups.get(id).actions.push(action);
  }
  const found = [...groups.values()].map((group) => describe(group, layout));
  if (found.length && !found.some((group) => group.primary))
    (found.find((group) => group.kind === "check") ?? found[0]).primary = true;
  return assignKeys(found);
}

function describe(group, layout) {
  const words = layout.actions[group.id] ?? layout.actions[group.kind] ?? {};
  const amounts = group.actions.map((action) => action.amount);
  const ranged = ["bet", "raise"].includes(group.kind) && amounts.some((amount) => amount > 0);
  const picks = Boolean(layout.choosing[group.kind]) || group.actions.some((action) => cardList(action.cards).length);
  return {
    ...group,
    key: words.key,
    primary: words.primary ?? false,
    template: words.words ?? capital([group.kind, group.option].filter(Boolean).join(" ")),
    type: ranged ? "amount" : picks ? "cards" : "plain",
    price: group.actions[0].price ?? 0,
    least: Math.min(...amounts),
    most: Math.max(...amounts),
    presets: amounts,
  };
}

function assignKeys(groups) {
  const taken = new Set();
  for (const group of groups) {
    const wanted = [group.key, ...group.kind.toUpperCase(), ..."ABCDEGHIJKLMNOPQSTUVWXYZ"].filter(Boolean);
    group.key = wanted.find((key) => !taken.has(key));
    taken.add(group.key);
  }
  return groups;
}

/** The button's words: the price filled in, and left out where the action is free. */
export function choiceWords(group, price = group.price) {
  if (!price) return group.template.replace(/ (for )?\{price\}/, "");
  return group.template.replace("{price}", dollars(price));
}

/**
 * The action of a group that a selection of cards means, or null. Where the server lists a division into two hands once,
 * `eitherWay` takes the other half for it.
 */
export function actionFor(group, picked, hand, layout) {
  const matching = (cards) => group.actions.find((action) => sameCards(cardList(action.cards), cards));
  const exact = matching(picked);
  if (exact || !layout.choosing[group.kind]?.eitherWay) return exact ?? null;
  return matching(without(hand, picked)) ?? null;
}

/** The cards from which the actor picks: those of its own piles that occur in the legal actions. */
export function choosableCards(snapshot) {
  const named = new Set(snapshot.legal_actions.flatMap((action) => cardList(action.cards)));
  return snapshot.piles
    .filter((pile) => pile.seat === snapshot.you.seat && cardList(pile.cards).some((card) => named.has(card)))
    .flatMap((pile) => cardList(pile.cards));
}
