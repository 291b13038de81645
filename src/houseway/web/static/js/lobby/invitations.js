/** The invitation codes in this browser, from private tables opened here and from followed links. */

/** @param {string | number} tableId */
const place = (tableId) => `houseway.invitation.${tableId}`;

/** @param {string | number} tableId */
export const kept = (tableId) => localStorage.getItem(place(tableId)) ?? "";

/**
 * @param {string | number} tableId
 * @param {string | null} word
 */
export function keep(tableId, word) {
  if (word) localStorage.setItem(place(tableId), word);
}

/** Return the link that invites others to a table. @param {string | number} tableId */
export function inviteLink(tableId) {
  const asked = new URLSearchParams({ id: String(tableId) });
  if (kept(tableId)) asked.set("invitation", kept(tableId));
  return `${location.origin}/table?${asked}`;
}

/**
 * Return the address of a part of a table's archive, with the invitation code if this browser has one.
 * @param {string | number} tableId
 * @param {string} path
 */
export function archived(tableId, path) {
  const word = kept(tableId);
  return word ? `${path}${path.includes("?") ? "&" : "?"}${new URLSearchParams({ invitation: word })}` : path;
}
