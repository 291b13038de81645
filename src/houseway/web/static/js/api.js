/** The HTTP API: one function for each method, errors with the server's own words. */

/** @import { Session, User } from "./types.js" */

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
 * Who is signed in, and the token that unsafe methods must carry. Asked once, then kept.
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
/** @param {string} path */
export const post = (path, body = {}) => unsafe("POST", path, body);
/** @param {string} path */
export const put = (path, body = {}) => unsafe("PUT", path, body);
/** @param {string} path */
export const remove = (path) => unsafe("DELETE", path);

/**
 * Sign in as a guest where nobody is signed in, so that one click leads to a seat.
 * @returns {Promise<User | null>}
 */
export async function ensureUser() {
  const { user } = await me(true);
  if (user) return user;
  await post("/api/session", { guest: true });
  document.dispatchEvent(new CustomEvent("houseway:session"));
  return (await me(true)).user;
}

/**
 * Another tab may have signed in or out since the token was asked for: then it is asked for again, once.
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
 * What the server answers is as its schema has it: whoever asks names the type.
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
  let response;
  try {
    response = await fetch(path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) });
  } catch {
    throw new ApiError("The server cannot be reached. Check the connection and try again.", 0);
  }
  const text = await response.text();
  const plain = readJson(text);
  if (!response.ok) throw new ApiError(errorWords(plain, response.status), response.status, plain?.code);
  return plain;
}

/**
 * JSON in which counts that a float cannot hold stay exact, as text, where the browser shows what was written.
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
 * The server's own words for what went wrong.
 * @param {any} plain
 * @param {number} status
 * @returns {string}
 */
export function errorWords(plain, status) {
  const detail = plain?.message ?? plain?.detail ?? plain?.error;
  if (typeof detail === "string") return detail;
  if (typeof detail?.message === "string") return detail.message;
  if (Array.isArray(detail)) return detail.map((part) => part.msg ?? String(part)).join("; ");
  return `The server answered with status ${status}.`;
}
