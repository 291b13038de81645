/** The words of private tables that this browser has: of those opened here, and of links that were followed. */

const place = (tableId) => `houseway.invitation.${tableId}`;

export const kept = (tableId) => localStorage.getItem(place(tableId)) ?? "";

export function keep(tableId, word) {
  if (word) localStorage.setItem(place(tableId), word);
}

/** The link that leads others to a table. */
export function inviteLink(tableId) {
  const asked = new URLSearchParams({ id: tableId });
  if (kept(tableId)) asked.set("invitation", kept(tableId));
  return `${location.origin}/table?${asked}`;
}
