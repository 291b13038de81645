/** The HTTP API: one function for each method, errors with the server's message. */

import { holdCheckpoint } from "./checkpoints.js";

/** @import { Session, User } from "./types.js" */

/** Seconds before asking again whether a game is prepared. */
const LONGEST_PAUSE = 5;

/** @type {Session | null} */
let session = null;

export class ApiError extends Error {
  /**
   * @param {string} message
   * @param {number} status
   * @param {string} [code]
   */
  constructor(message, status, code = "") {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/**
 * Return the session and its CSRF token. Requested once, then cached.
 * @returns {Promise<Session>}
 */
export async function me(again = false) {
  if (session && !again) return session;
  /** @type {Session} */
  const asked = await request("GET", "/api/me");
  session = asked;
  return asked;
}

/** @param {string} path */
export const get = (path) => request("GET", path);
/**
 * Fetch a text.
 * @param {string} path
 * @returns {Promise<string>}
 */
export async function getText(path) {
  const response = await answerTo(path, {});
  const text = await response.text();
  if (!response.ok) throw new ApiError(errorWords(readJson(text), response.status), response.status);
  return text;
}
/** @param {string} path */
export const post = (path, body = {}) => unsafe("POST", path, body);
/** @param {string} path */
export const put = (path, body = {}) => unsafe("PUT", path, body);
/** @param {string} path */
export const remove = (path) => unsafe("DELETE", path);

/** The guest being signed in: a second click does not make a second guest. @type {Promise<User | null> | null} */
let arriving = null;

/**
 * Sign in as a guest if no one is signed in, so that one click leads to a seat.
 * @returns {Promise<User | null>}
 */
export function ensureUser() {
  arriving ??= becomeGuest().finally(() => {
    arriving = null;
  });
  return arriving;
}

/** @returns {Promise<User | null>} */
async function becomeGuest() {
  const { user } = await me(true);
  if (user) return user;
  await post("/api/session", { guest: true });
  document.dispatchEvent(new CustomEvent("houseway:session"));
  return (await me(true)).user;
}

/**
 * Send an unsafe request. If another tab signed in or out since, ask for a new token and try once more.
 * @param {string} method
 * @param {string} path
 * @param {object} [body]
 */
async function unsafe(method, path, body) {
  try {
    return await request(method, path, body, (await me()).csrf);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== "stale_session") throw error;
    return await request(method, path, body, (await me(true)).csrf);
  } finally {
    if (path.startsWith("/api/session") || path.startsWith("/api/accounts")) session = null;
  }
}

/**
 * Show that a game is being prepared, and wait until the request can be made again.
 * @param {string} message
 * @param {number} seconds
 */
async function prepared(message, seconds) {
  /** @param {string} words */
  const show = (words) => document.dispatchEvent(new CustomEvent("houseway:preparing", { detail: words }));
  show(message);
  await new Promise((done) => setTimeout(done, Math.min(seconds, LONGEST_PAUSE) * 1000));
  show("");
}

/**
 * @param {string} path
 * @param {RequestInit} asked
 */
async function answerTo(path, asked) {
  try {
    return await fetch(path, asked);
  } catch {
    throw new ApiError("Cannot reach the server. Check your connection and try again.", 0);
  }
}

/**
 * Make a request. The caller names the type of the answer, which follows the server's schema.
 * @param {string} method
 * @param {string} path
 * @param {object} [body]
 * @param {string} [csrf]
 * @returns {Promise<any>}
 */
async function request(method, path, body, csrf) {
  /** @type {Record<string, string>} */
  const headers = { Accept: "application/json" };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (csrf) headers["X-CSRF-Token"] = csrf;
  const sent = body === undefined ? undefined : JSON.stringify(body);
  const response = await answerTo(path, { method, headers, body: sent });
  const text = await response.text();
  const plain = readJson(text);
  if (plain?.code === "being_prepared") {
    await prepared(plain.message, plain.seconds ?? 1);
    return await request(method, path, body, csrf);
  }
  if (!response.ok) throw new ApiError(errorWords(plain, response.status), response.status, plain?.code);
  if (plain?.receipt) holdCheckpoint(plain.receipt);
  return plain;
}

/**
 * Parse JSON. Integers too large for a float stay exact, as text, where the browser gives the source.
 * @param {string} text
 */
export function readJson(text) {
  /**
   * @param {string} _
   * @param {unknown} value
   * @param {{ source?: string }} [context]
   */
  const exact = (_, value, context) =>
    Number.isInteger(value) && !Number.isSafeInteger(value) ? (context?.source ?? value) : value;
  try {
    return JSON.parse(text, exact);
  } catch {
    return null;
  }
}

/**
 * Return the server's message about an error.
 * @param {any} plain
 * @param {number} status
 * @returns {string}
 */
export function errorWords(plain, status) {
  const detail = plain?.message ?? plain?.detail ?? plain?.error;
  if (typeof detail === "string") return detail;
  if (typeof detail?.message === "string") return detail.message;
  if (Array.isArray(detail)) return detail.map((part) => part.msg ?? String(part)).join("; ");
  return `The server answered with status ${status}. Try again.`;
}
