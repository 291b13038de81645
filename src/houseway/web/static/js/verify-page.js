/** The page that verifies any finished round by table and number. */

import { find, part } from "./dom.js";
import "./header.js";
import { ProofPanel } from "./verify.js";

const form = part("form", HTMLFormElement);
const proof = part("proof", ProofPanel);
const table = find('[name="table"]', HTMLInputElement, form);
const round = find('[name="round"]', HTMLInputElement, form);
const asked = new URLSearchParams(location.search);

function choose() {
  if (!table.value.trim() || !round.value.trim()) return;
  const chosen = new URLSearchParams({ table: table.value.trim(), round: round.value.trim() });
  history.replaceState(null, "", `?${chosen}`);
  proof.offer(Number(table.value), Number(round.value));
  proof.check();
}

table.value = asked.get("table") ?? "";
round.value = asked.get("round") ?? "";
form.addEventListener("submit", (event) => {
  event.preventDefault();
  choose();
});
choose();
