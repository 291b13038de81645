/** Bytes, hexadecimal and text. */

/** @param {string} text */
export const utf8 = (text) => new TextEncoder().encode(text);

/** @param {Uint8Array} bytes */
export const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** Parse hexadecimal digits into bytes. Throws on anything else. @param {string} text */
export function fromHex(text) {
  if (text.length % 2 || /[^0-9a-f]/i.test(text)) throw new Error(`expected pairs of hexadecimal digits; got ${text}`);
  return Uint8Array.from({ length: text.length / 2 }, (_, place) => parseInt(text.slice(2 * place, 2 * place + 2), 16));
}

/** Join byte strings. @param {Uint8Array[]} parts */
export function concat(...parts) {
  const joined = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let place = 0;
  for (const part of parts) {
    joined.set(part, place);
    place += part.length;
  }
  return joined;
}

/** Return random bytes of this browser in hexadecimal: a player seed. @param {number} count */
export const randomHex = (count) => hex(crypto.getRandomValues(new Uint8Array(count)));
