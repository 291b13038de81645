/** Read the parts of the operator's page one by one. A part that cannot be read does not stop the others. */

import { wordsOf } from "../dom.js";

/**
 * Return the parts that could be read, by name, and the reasons for those that could not.
 * @template {Record<string, () => Promise<unknown>>} Sources
 * @param {Sources} sources
 * @returns {Promise<{ read: { [Name in keyof Sources]?: Awaited<ReturnType<Sources[Name]>> }, failed: Map<string, string> }>}
 */
export async function readParts(sources) {
  /** @type {Record<string, unknown>} */
  const read = {};
  /** @type {Map<string, string>} */
  const failed = new Map();
  await Promise.all(
    Object.entries(sources).map(async ([name, source]) => {
      try {
        read[name] = await source();
      } catch (error) {
        failed.set(name, wordsOf(error));
      }
    }),
  );
  return { read: /** @type {any} */ (read), failed };
}

/**
 * Return the message about parts that could not be read, or nothing if all could.
 * @param {Map<string, string>} failed why, by the name of the part
 * @param {Record<string, string>} titles the display name of each part
 * @param {number} seconds until the page tries again
 */
export function unreadWords(failed, titles, seconds) {
  if (!failed.size) return "";
  const names = Object.keys(titles)
    .filter((name) => failed.has(name))
    .map((name) => titles[name]);
  const list = [names.slice(0, -1).join(", "), names.slice(-1)].filter((each) => each.length).join(" and ");
  const reasons = [...new Set(failed.values())].join(" ");
  return `Could not read ${list}. ${reasons} Older figures may be shown. The page tries again every ${seconds} seconds.`;
}
