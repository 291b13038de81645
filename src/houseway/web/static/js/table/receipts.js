/**
 * The signed checkpoints stored in this browser: the length of the room's log (users, chips issued, tables) and of this
 * table's log. If the room rewrites either later, this module or `houseway verify --witness` with this file detects it.
 */

import { ApiError, get } from "../api.js";
import { heldCheckpoints, holdCheckpoint } from "../checkpoints.js";
import { fromHex, utf8 } from "../fair/bytes.js";

/** @import { Checkpoint } from "../types.js" */

const ROOM = "0";
const PREFIX = "houseway/checkpoint/1:";

/** @param {Checkpoint} checkpoint @returns {{ at: number, logs: Record<string, [number, string]> }} */
const bodyOf = ({ body }) => JSON.parse(body);

export class Receipts {
  /** @param {number} table */
  constructor(table) {
    this.table = table;
  }

  /**
   * Fetch a checkpoint and compare it with the last stored one. Return a description of the problem, or null.
   * @returns {Promise<string | null>}
   */
  async collect() {
    try {
      /** @type {Checkpoint} */
      const fresh = await get(`/api/checkpoint?table=${this.table}`);
      const words = await whatIsWrong(heldCheckpoints().at(-1) ?? null, fresh);
      if (!words) holdCheckpoint(fresh);
      return words;
    } catch (error) {
      if (error instanceof ApiError) return null;
      return "The room's signed checkpoint cannot be read. Ask the operator before you bet again.";
    }
  }
}

/**
 * @param {Checkpoint | null} before
 * @param {Checkpoint} fresh
 */
async function whatIsWrong(before, fresh) {
  if (!(await isSigned(fresh)))
    return "The room's checkpoint has a wrong signature. Ask the operator before you bet again.";
  if (!before) return null;
  if (before.key !== fresh.key)
    return "The room signed its checkpoint with a different key than before. Ask the operator why before you bet again.";
  const [[length, hash], [now, head]] = [bodyOf(before).logs[ROOM], bodyOf(fresh).logs[ROOM]];
  if (now < length)
    return "The room's log lost records. Chips or accounts shown before may be missing. Ask the operator before you bet again.";
  const still = now === length ? head : (await get(`/api/room/heads/${length}`)).hash;
  return still === hash
    ? null
    : "The room's log was rewritten. Chips or accounts differ from those shown before. Ask the operator before you bet again.";
}

/**
 * Return whether the signature is valid. It counts as valid if this browser cannot check it, which needs HTTPS and a
 * recent version.
 * @param {Checkpoint} checkpoint
 */
async function isSigned({ body, key, signature }) {
  if (!globalThis.crypto?.subtle) return true;
  try {
    const imported = await crypto.subtle.importKey("raw", fromHex(key), "Ed25519", false, ["verify"]);
    return await crypto.subtle.verify("Ed25519", imported, fromHex(signature), utf8(PREFIX + body));
  } catch (error) {
    return error instanceof DOMException && error.name === "NotSupportedError";
  }
}
