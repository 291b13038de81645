/** The source of a round: a table of this room, or a log file. Both have the same interface. */

import { get, post } from "../api.js";

/** @import { RoundSource, Seeing } from "../types.js" */

/** A finished round of a log: its number, and its lines after the one that opens the table. */
/** @typedef {{ number: number, lines: string[] }} RoundLines */
/** The fields that are read from a log record. @typedef {{ kind?: string, data?: { number?: number } }} LogRecord */

const LARGEST_LOG = 64 * 1024 * 1024;

/** @param {Seeing} seen */
const query = (seen) => {
  const asked = new URLSearchParams();
  if (seen.seat !== null) asked.set("seat", String(seen.seat));
  if (seen.open) asked.set("open_cards", "true");
  return asked;
};

/**
 * Return a round of a table in this room.
 * @param {string} table
 * @param {string} number
 * @returns {RoundSource}
 */
export function ofTable(table, number) {
  const place = `/api/rounds/${encodeURIComponent(table)}/${encodeURIComponent(number)}`;
  return {
    table,
    read: (seen) => get(`${place}/review?${query(seen)}`),
    value: (seq) => get(`${place}/value?seq=${seq}`),
  };
}

/**
 * Return a round of a log file. Only the lines of that round are sent.
 * @param {string[]} lines
 * @returns {RoundSource}
 */
export function ofLines(lines) {
  return {
    table: null,
    read: (seen) => post(`/api/review?${query(seen)}`, { lines }),
    value: (seq) => post(`/api/review/value?seq=${seq}`, { lines }),
  };
}

/**
 * Return the finished rounds of a log: the number and lines of each, starting with the record that opens the table.
 * @param {string} text
 */
export function roundsOf(text) {
  const lines = text.split("\n").filter((line) => line.trim());
  const opening = lines[0];
  /** @type {RoundLines[]} */
  const rounds = [];
  /** @type {RoundLines | null} */
  let begun = null;
  for (const line of lines) {
    const record = readRecord(line);
    if (record?.kind === "committed" && record.data?.number !== undefined)
      begun = { number: record.data.number, lines: [opening] };
    begun?.lines.push(line);
    if (record?.kind === "settled" && begun) {
      rounds.push(begun);
      begun = null;
    }
  }
  return rounds;
}

/** Read the rounds of a log file. Throws with a message for the user. @param {File} file */
export async function readLog(file) {
  if (file.size > LARGEST_LOG) throw new Error("This log is too large. The limit is 64 MB.");
  const rounds = roundsOf(await file.text());
  if (!rounds.length)
    throw new Error("This file has no finished rounds. Choose a table's log, with one record per line.");
  return rounds;
}

/** @param {string} line @returns {LogRecord | null} */
function readRecord(line) {
  try {
    return JSON.parse(line).record ?? null;
  } catch {
    return null;
  }
}
