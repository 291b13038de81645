/** The way from the lobby to a seat: the user's table, one with people, or a new one. */

import { ensureUser, get, post } from "../api.js";
import { wordsOf } from "../dom.js";
import { keep } from "./invitations.js";
import { wayTo } from "./tables.js";

/** @import { Game, TableInfo, TableSpec } from "../types.js" */

/** Free seats at a new table, so that others can join. */
const FREE_SEATS = 2;
const AIMLESS = "random";

/**
 * Open a table with computer players and sit down at the first seat.
 * @param {TableSpec} spec
 * @param {HTMLElement} problem
 */
export async function openTable(spec, problem) {
  try {
    await ensureUser();
    /** @type {{ table: TableInfo, invitation: string | null }} */
    const { table, invitation } = await post("/api/tables", spec);
    keep(table.id, invitation);
    location.assign(wayTo({ id: table.id, seated: false, free_seat: 0 }));
  } catch (error) {
    problem.textContent = wordsOf(error);
  }
}

/**
 * Play a game: at a table where the user already sits, else with other people, else at a new table.
 * @param {Game} game
 * @param {HTMLElement} problem
 */
export async function play(game, problem) {
  try {
    await ensureUser();
    /** @type {{ tables: TableInfo[] }} */
    const { tables } = await get("/api/tables");
    const found = bestTable(tables, game.slug);
    if (found) location.assign(wayTo(found));
    else await openTable(quickSpec(game), problem);
  } catch (error) {
    problem.textContent = wordsOf(error);
  }
}

/**
 * Return the table that Play leads to, or undefined if a new one is opened.
 * @param {TableInfo[]} tables
 * @param {string} slug
 */
export function bestTable(tables, slug) {
  const same = tables.filter(
    (table) => table.game === slug && table.usual && !table.practice && table.phase !== "closed",
  );
  const own = same.find((table) => table.seated);
  if (own) return own;
  const [most] = same
    .filter((table) => !table.private && table.present && table.free)
    .sort((one, other) => other.present - one.present || one.id - other.id);
  return most ?? same.find((table) => table.yours && table.free);
}

/**
 * Return `count` computer players at the seats after the first, using the strategies in turn.
 * @param {number} count
 * @param {string[]} strategies
 * @returns {Record<string, string>}
 */
export const company = (count, strategies) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, place) => [String(place + 1), strategies[place % strategies.length]]),
  );

/**
 * Return the default table: computer players of every kind except random, and free seats for people.
 * @param {Pick<Game, "slug" | "seats" | "strategies">} game
 * @returns {TableSpec}
 */
export function quickSpec(game) {
  const others = game.seats[0] > 1 ? 3 : 2;
  const seats = Math.min(game.seats[1], others + 1 + FREE_SEATS);
  const purposeful = game.strategies.filter((name) => name !== AIMLESS);
  return { game: game.slug, seats, bots: company(Math.min(others, seats - 1), purposeful) };
}
