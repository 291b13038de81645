/** A page of its own for checking any finished round by table and number. */

import "./header.js";
import "./verify.js";

const form = document.querySelector('[data-part="form"]');
const proof = document.querySelector('[data-part="proof"]');
const asked = new URLSearchParams(location.search);

function choose() {
  const [table, round] = [form.elements.table.value.trim(), form.elements.round.value.trim()];
  if (!table || !round) return;
  history.replaceState(null, "", `?table=${encodeURIComponent(table)}&round=${encodeURIComponent(round)}`);
  proof.offer(table, Number(round));
  proof.check();
}

form.elements.table.value = asked.get("table") ?? "";
form.elements.round.value = asked.get("round") ?? "";
form.addEventListener("submit", (event) => {
  event.preventDefault();
  choose();
});
choose();
