/**
 * A pay table chosen table by table, as in "pair-plus=40-30-5-4-1, ante-bonus=2"; where the first of each is the
 * default.
 */

/** @import { Game } from "./types.js" */
/**
 * Return the name chosen for each table in a pay table's name.
 * @param {Pick<Game, "choices">} game
 * @param {string | null | undefined} paytable
 */
export function chosenTables(game, paytable) {
  const chosen = Object.fromEntries(Object.entries(game.choices).map(([form, { names }]) => [form, names[0]]));
  for (const part of (paytable ?? "").split(",")) {
    const [form, name] = part.split("=").map((text) => text.trim());
    if (game.choices[form]?.names.includes(name)) chosen[form] = name;
  }
  return chosen;
}

/**
 * Return the name of the pay table that these choices make.
 * @param {Pick<Game, "choices" | "paytables">} game
 * @param {Record<string, string>} chosen
 */
export function tableName(game, chosen) {
  const others = Object.entries(game.choices).filter(([form, { names }]) => chosen[form] && chosen[form] !== names[0]);
  return others.map(([form]) => `${form}=${chosen[form]}`).join(", ") || (game.paytables[0] ?? "");
}
