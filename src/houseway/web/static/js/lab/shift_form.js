/** The form of a shift: its fields, and the request that they make or the problem with one of them. */

import { parseDollars } from "../dom.js";

/** @import { GameInFull } from "../types.js" */

/** Reads a field by its name. @typedef {(name: string) => string} Typed */
/** @typedef {{ tables: number, hours: string, rounds_per_hour: string, seats: number, ante: number, bonus?: number, skill: string, side_bets?: Record<string, number>, uptake?: Record<string, string> }} ShiftFacts */

/** Name, title and default value of each field. @type {[string, string, string][]} */
export const FIELDS = [
  ["tables", "Tables", "1"],
  ["hours", "Hours", "8"],
  ["rounds", "Rounds per hour", "40"],
  ["seats", "Players per table", "4"],
  ["ante", "Ante, $", "25"],
  ["bonus", "Other bet, $", ""],
  ["optimal", "Optimal players, %", "20"],
  ["rule-list", "Rule-list players, %", "80"],
  ["naive", "Naive players, %", "0"],
];
/**
 * Return the fields of a game's side bets: the amount, and the share of players who make the bet.
 * @param {Pick<GameInFull, "side_bets">} game
 * @returns {[string, string, string][]}
 */
export const sideFields = ({ side_bets }) =>
  side_bets.flatMap(({ name, title }) => [
    [betOf(name), `${title}, $`, ""],
    [shareOf(name), "Players who bet it, %", "100"],
  ]);
/** @param {string} wager */
export const betOf = (wager) => `bet-${wager}`;
/** @param {string} wager */
export const shareOf = (wager) => `share-${wager}`;

export const SKILLS = ["optimal", "rule-list", "naive"];
const UNITS = 1e6;
const WHOLE = 100 * UNITS;

/**
 * Return whether the game has only one strategy, for example because nothing is decided.
 * @param {Pick<GameInFull, "analyzed">} game
 */
export const playsOneWay = ({ analyzed }) => Object.keys(analyzed).length === 1;

/**
 * Read the shift as typed. Returns the shift, or the field with a problem and how to fix it.
 * @param {Typed} typed
 * @param {Pick<GameInFull, "analyzed" | "seats" | "side_bets" | "words">} game
 * @returns {{ shift: ShiftFacts } | { field: string, problem: string }}
 */
export function readShift(typed, game) {
  const [tables, seats] = [wholeNumber(typed("tables")), wholeNumber(typed("seats"))];
  const most = game.seats[1];
  const ante = parseDollars(typed("ante"));
  const bonus = typed("bonus") ? parseDollars(typed("bonus")) : undefined;
  if (!tables) return { field: "tables", problem: "Type the number of open tables, 1 or more." };
  for (const field of ["hours", "rounds"])
    if (!(Number(typed(field)) > 0)) return { field, problem: "Type a number above 0." };
  if (!seats || seats > most) return { field: "seats", problem: `Type the number of players per table, 1 to ${most}.` };
  if (!ante) return { field: "ante", problem: `Type the average ${game.words.unit} in dollars, such as 25 or 7.50.` };
  if (bonus === null) return { field: "bonus", problem: "Type an amount in dollars, or leave the field empty." };
  const beside = readSideBets(typed, game);
  if ("problem" in beside) return beside;
  const skill = playsOneWay(game) ? { words: "optimal=1" } : readSkill(typed);
  if ("problem" in skill) return skill;
  const dealt = { tables, hours: typed("hours"), rounds_per_hour: typed("rounds"), seats };
  const shift = { ...dealt, ante, skill: skill.words, ...beside };
  return { shift: bonus === undefined ? shift : { ...shift, bonus } };
}

/**
 * Read the side bets in cents, and the share of players for bets that only some players make.
 * @param {Typed} typed
 * @param {Pick<GameInFull, "side_bets">} game
 * @returns {Pick<ShiftFacts, "side_bets" | "uptake"> | { field: string, problem: string }}
 */
function readSideBets(typed, game) {
  /** @type {Record<string, number>} */
  const bets = {};
  /** @type {Record<string, string>} */
  const uptake = {};
  for (const { name } of game.side_bets) {
    if (!typed(betOf(name))) continue;
    const amount = parseDollars(typed(betOf(name)));
    if (!amount) return { field: betOf(name), problem: "Type an amount in dollars, or leave the field empty." };
    const share = shareUnits(typed(shareOf(name)));
    if (share === null || share > WHOLE)
      return { field: shareOf(name), problem: "Type the share of players who make this bet, 0 to 100%." };
    bets[name] = amount;
    if (share !== WHOLE) uptake[name] = String(share / WHOLE);
  }
  return Object.keys(bets).length ? { side_bets: bets, uptake } : {};
}

/**
 * Read the mix of strategies as "optimal=0.2,rule-list=0.8".
 * @param {Typed} typed
 * @returns {{ words: string } | { field: string, problem: string }}
 */
function readSkill(typed) {
  /** @type {[string, number][]} */
  const mix = [];
  for (const field of SKILLS) {
    const share = shareUnits(typed(field));
    if (share === null) return { field, problem: "Type a percentage with at most six decimals, such as 33.3." };
    if (share) mix.push([field, share]);
  }
  if (mix.reduce((sum, [, share]) => sum + share, 0) !== WHOLE)
    return { field: "naive", problem: "The three shares of players must add up to 100%." };
  return { words: mix.map(([name, share]) => `${name}=${share / WHOLE}`).join(",") };
}

/** @param {string} text */
const wholeNumber = (text) => (/^\d{1,4}$/.test(text) ? Number(text) : null);

/**
 * Parse a percentage into whole millionths, so that shares add up exactly. Returns null for other text.
 * @param {string} text
 */
const shareUnits = (text) =>
  /^(\d{1,3}(\.\d{0,6})?|\.\d{1,6})?$/.test(text) ? Math.round(Number(text) * UNITS) : null;
