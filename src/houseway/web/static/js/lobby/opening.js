/** A table opened from the lobby: what is asked of the server, and the way to the first seat. */

import { ensureUser, post } from "../api.js";

/** Open a table with automatic players and sit down at the first seat. */
export async function openTable(spec, problem) {
  try {
    await ensureUser();
    const { table } = await post("/api/tables", spec);
    location.assign(`/table?id=${table.id}&sit=0`);
  } catch (error) {
    problem.textContent = error.message;
  }
}

/** So many automatic players beside seat 0, by a strategy's name. */
export const company = (count, strategy) =>
  Object.fromEntries(Array.from({ length: count }, (_, place) => [String(place + 1), strategy]));

export function quickSpec(game) {
  const others = game.seats[0] > 1 ? 3 : 2;
  return { game: game.slug, seats: others + 1, bots: company(others, game.strategies[0]) };
}
