/** Names for the seats in the game's texts: a name for each, and "you" for the reader. */

export const YOU = "you";
const SEAT = /\bseat (\d+)('s)?((?: \w+)?)/g;
const ALSO = /\b(and) (\w+)/g;
/** @type {Record<string, string>} */
const IRREGULAR = { has: "have", goes: "go", does: "do" };
/** The verbs that games use for seats. The terminal has the same list. */
export const VERBS = (
  "bets calls checks discards draws folds gets goes has holds keeps loses makes plays posts pulls puts raises sets " +
  "shows splits stands stays surrenders takes wins"
).split(" ");

/** Return a verb, with the space before it, in the second person. @param {string} verb */
function spoken(verb) {
  const word = verb.trim();
  return VERBS.includes(word) ? ` ${IRREGULAR[word] ?? word.replace(/s$/, "")}` : verb;
}

/**
 * Replace seat numbers with names in a text. The reader is addressed as "you".
 * @param {string} text
 * @param {(seat: number) => string} nameOf
 */
export function toReader(text, nameOf) {
  let isReader = false;
  const told = text.replace(SEAT, (_, seat, owns = "", then = "") => {
    const name = nameOf(Number(seat));
    if (name !== YOU) return `${name}${owns}${then}`;
    isReader ||= VERBS.includes(then.trim());
    return owns ? `your${then}` : `${name}${spoken(then)}`;
  });
  return isReader ? told.replace(ALSO, (_, and, verb) => `${and}${spoken(` ${verb}`)}`) : told;
}
