/** Accounts in the operator console: roles, and ending all sessions. */

import { post, put } from "../api.js";
import { h } from "../dom.js";
import { ask, button, reasonField, table } from "./parts.js";

/** @import { CarryOut } from "./parts.js" */
/** @typedef {{ id: number, name: string, role: "player" | "operator" }} Person */

/**
 * @param {Person[]} people
 * @param {CarryOut} carryOut
 */
export function drawPeople(people, carryOut) {
  if (!people.length)
    return h(
      "p",
      { class: "quiet" },
      "No accounts yet. An account appears here once somebody creates one with a name and a password.",
    );
  const operators = people.filter(({ role }) => role === "operator").length;
  /** @param {Person} person */
  const row = ({ id, name, role }) =>
    h(
      "tr",
      { dataset: { person: id } },
      h("th", { scope: "row" }, name),
      h("td", {}, role === "operator" ? "Operator" : "Player"),
      h(
        "td",
        {},
        h(
          "div",
          { class: "row-buttons" },
          role === "operator"
            ? button(
                "Withdraw operator role",
                `withdraw/${id}`,
                () => askForRole({ id, name, role }, carryOut),
                operators === 1 ? "last operator" : "",
              )
            : button("Make operator", `grant/${id}`, () => askForRole({ id, name, role }, carryOut)),
          button("Sign out everywhere", `sign-out/${id}`, () => askForSignOut({ id, name, role }, carryOut)),
        ),
      ),
    );
  return table(["Account", "Role", "Actions"], people.map(row));
}

/**
 * @param {Person} person
 * @param {CarryOut} carryOut
 */
function askForRole({ id, name, role }, carryOut) {
  const [title, wanted, done] =
    role === "operator"
      ? [`Withdraw the operator role of ${name}`, "player", `${name} is no longer an operator.`]
      : [`Make ${name} an operator`, "operator", `${name} is now an operator.`];
  /** @param {(name: string) => string} typed */
  const work = (typed) =>
    carryOut(() => put(`/api/people/${id}/role`, { role: wanted, reason: typed("reason") }), done);
  ask(title, role === "operator" ? "Withdraw role" : "Make operator", work, reasonField());
}

/**
 * @param {Person} person
 * @param {CarryOut} carryOut
 */
function askForSignOut({ id, name }, carryOut) {
  /** @param {(name: string) => string} typed */
  const work = (typed) =>
    carryOut(
      () => post(`/api/people/${id}/sign-out`, { reason: typed("reason") }),
      `${name} is signed out everywhere.`,
    );
  ask(`Sign ${name} out everywhere`, "Sign out", work, reasonField());
}
