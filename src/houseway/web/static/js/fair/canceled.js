/**
 * Check the end of a round for which this browser revealed its seed but which was never settled. Its commitment was
 * retired (docs/fairness.md, "What is proved").
 */

import { hex, utf8 } from "./bytes.js";
import { canonical, commitmentOf } from "./round.js";
import { RULES } from "./rules.js";
import { sha256 } from "./sha256.js";

/** @import { LogRecord, Seen } from "../types.js" */

const LINE = /^\{"hash":"([0-9a-f]{64})","record":([^]*)\}$/;
const DIGITS = /^[0-9a-f]{64}$/;
const DEALT = "The house canceled it after cards were dealt.";
const NOT_NAMED = "The house canceled it because seeds were not revealed, but its log does not name those players.";
const NOT_RETURNED = "The house did not return your whole bet, or it took other chips of yours.";
/**
 * Number of players that the log must name for a round that is canceled because of them.
 * @type {Record<string, number>}
 */
const LEAST_WITHHELD = { "more than one seat did not reveal": 2, "too few players are left": 1 };
/** The house's reason if it cannot show its seed. */
export const SEED_LOST = "the seed was lost";

/** Return the notice about a round whose seed the house reports as lost. @param {number} number */
export const seedLostWords = (number) =>
  `Round ${number} was canceled after your browser revealed its seed. The house says that it lost its own seed and ` +
  "returned your bet. An honest house loses a seed only when its store of secrets was lost. If this happens again, " +
  "leave the table.";

/** Return the notice to a player whose seed was late or not received. @param {number} number */
export const notHeardWords = (number) => `Round ${number}: ${RULES.reasons["withheld-you"]}`;

/**
 * Return the notice about a round that failed verification, with the steps to take.
 * @param {number} number
 * @param {string} reason
 */
export const failedWords = (number, reason) =>
  `Round ${number} failed verification. ${reason} Do not bet here again until it is explained. ` +
  "Export the log: it is your evidence.";

/**
 * Check that a round was canceled as the protocol allows. Return the alarm (null if all is right) with the end of the
 * checked records. Return null if the records do not show how the round was canceled.
 * @param {string[]} lines the log from the reveal or before, up to the end of the round or beyond
 * @param {number} table
 * @param {number} number
 * @param {Seen} seen
 * @returns {{ words: string | null, last: { seq: number, hash: string } | null } | null}
 */
export function checkCanceled(lines, table, number, seen) {
  /** @type {{ record: LogRecord, hash: string }[]} */
  const links = [];
  for (const line of lines) {
    const link = readLink(line);
    const code = link ? whyBroken(link, links.at(-1), table, seen) : "form";
    if (!link || code) return { words: failedWords(number, RULES.reasons[code ?? "form"]), last: null };
    links.push(link);
    if (isEnd(link.record, number)) break;
  }
  const end = links.at(-1);
  if (!end || end.record.kind !== "retired" || end.record.data.number !== number) return null;
  const records = links.map(({ record }) => record);
  const own = records.filter(({ data }) => data.number === number);
  const words = isReturned(records, table, seen)
    ? whyWrong(own, end.record, number, seen)
    : failedWords(number, NOT_RETURNED);
  return { words, last: { seq: end.record.seq, hash: end.hash } };
}

/** @param {LogRecord} record @param {number} number */
const isEnd = ({ data, kind }, number) => data.number === number && ["retired", "settled"].includes(kind);

/** Return a record and its hash, or null if the line is not in the form of the log. @param {string} line */
function readLink(line) {
  const [, hash, body] = LINE.exec(line) ?? [];
  try {
    /** @type {LogRecord} */
    const record = JSON.parse(body);
    return canonical(record) === body && record.data ? { record, hash, body } : null;
  } catch {
    return null;
  }
}

/**
 * Return a code for why a record does not continue the log that this browser saw, or null if it does.
 * @param {{ record: LogRecord, hash: string, body: string }} link
 * @param {{ record: LogRecord, hash: string } | undefined} before
 * @param {number} table
 * @param {Seen} seen
 */
function whyBroken({ record, hash, body }, before, table, { heads, revealed_at = 0 }) {
  const { previous, seq } = record;
  if (hex(sha256(utf8(`houseway/log/1:${body}`))) !== hash) return "hash";
  if (record.table !== table) return "table";
  if (before ? seq !== before.record.seq + 1 || previous !== before.hash : seq > revealed_at + 1) return "order";
  return (heads[seq - 1] ?? previous) === previous && (heads[seq] ?? hash) === hash ? null : "head";
}

/**
 * Return whether all of this player's stakes from the reveal on were returned, and no other chips left the player's
 * account. Once the player has left the seat, its chips belong to another player.
 * @param {LogRecord[]} records
 * @param {number} table
 * @param {Seen} seen
 */
function isReturned(records, table, { practice, revealed_at = 0, seat, staked, user }) {
  if (staked === undefined) return true;
  const [stakes, own] = [`stakes:${table}`, `seat:${table}/${seat}`];
  const mine = new Set([own, `user:${user}`]);
  let open = staked;
  for (const { data, kind, seq, transfers } of records) {
    if (seq <= revealed_at) continue;
    for (const [source, target, amount] of transfers) {
      if (mine.has(source) && target === stakes) open += amount;
      else if (mine.has(target) && source === stakes) open -= amount;
      else if (mine.has(source) && !mine.has(target) && !(practice && target === `house:${table}`)) return false;
    }
    if (kind === "left" && data.seat === seat) break;
  }
  return open === 0;
}

/**
 * @param {LogRecord[]} own the records of the round
 * @param {LogRecord} end
 * @param {number} number
 * @param {Seen} seen
 */
function whyWrong(own, end, number, { commitment, piles, seat }) {
  const { reason = "", server_seed: seed } = end.data;
  const withheld = own.filter(({ kind }) => kind === "withheld").map(({ data }) => data.seat);
  if (seed === null) return seedLostWords(number);
  if (typeof seed !== "string" || !DIGITS.test(seed)) return failedWords(number, RULES.reasons.form);
  if (commitmentOf(seed) !== commitment) return failedWords(number, RULES.reasons.commitment);
  if (piles.length || own.some(({ kind }) => kind === "started")) return failedWords(number, DEALT);
  if (withheld.includes(seat)) return notHeardWords(number);
  if (new Set(withheld).size < (LEAST_WITHHELD[reason] ?? 0)) return failedWords(number, NOT_NAMED);
  return null;
}
