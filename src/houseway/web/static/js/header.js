/** The head of every page: logo, navigation, settings, and the account. */

import { get, me, post, remove } from "./api.js";
import { closeDialog, dollars, h, wordsOf } from "./dom.js";
import { mark } from "./mark.js";

/** @import { User } from "./types.js" */

/** @type {[string, string][]} */
const PAGES = [
  ["/", "Lobby"],
  ["/lab", "Laboratory"],
  ["/solve", "Solve a spot"],
  ["/practice", "Practice"],
  ["/drill", "Dealer drill"],
];

/** The name of a setting, its title, and its values with their words. @type {[string, string, [string, string][]][]} */
const SETTINGS = [
  [
    "theme",
    "Theme",
    [
      ["light", "Light"],
      ["dark", "Dark"],
    ],
  ],
  [
    "felt",
    "Felt",
    [
      ["green", "Green"],
      ["blue", "Midnight blue"],
    ],
  ],
  [
    "suits",
    "Suits",
    [
      ["two", "Two colors"],
      ["four", "Four colors"],
    ],
  ],
  [
    "pace",
    "Showdown",
    [
      ["slow", "Slow"],
      ["normal", "Normal"],
      ["fast", "Fast"],
      ["off", "Instant"],
    ],
  ],
  [
    "phrases",
    "Phrases from players",
    [
      ["on", "Shown"],
      ["off", "Hidden"],
    ],
  ],
  [
    "sound",
    "Sound",
    [
      ["off", "Off"],
      ["on", "On"],
    ],
  ],
  [
    "motion",
    "Motion",
    [
      ["system", "System default"],
      ["on", "On"],
      ["off", "Off"],
    ],
  ],
];

class Header extends HTMLElement {
  account = h("div", { class: "account" });
  pages = h(
    "nav",
    { "aria-label": "Pages" },
    PAGES.map(([path, title]) => this.link(path, title)),
  );

  /** A notice that a game is being prepared, with the time left, while a request waits for it. */
  preparing = h("p", { class: "preparing", role: "status" });

  connectedCallback() {
    this.replaceChildren(
      h("a", { class: "skip", href: "#main" }, "Skip to main content"),
      h(
        "header",
        { class: "site-head" },
        h(
          "a",
          { class: "brand", href: "/", "aria-label": "houseway lobby" },
          mark({ width: 26, height: 26 }),
          h("span", {}, "houseway"),
        ),
        this.pages,
        settingsMenu(),
        this.account,
      ),
      this.preparing,
    );
    document.addEventListener("houseway:preparing", ({ detail }) => {
      if (this.preparing.textContent !== detail) this.preparing.textContent = detail;
    });
    closeMenusByThemselves();
    document.addEventListener("houseway:session", () => this.refresh(true));
    document.addEventListener("houseway:chips", (event) => {
      const figure = this.account.querySelector(".own");
      if (figure) figure.textContent = dollars(event.detail);
    });
    this.refresh();
  }

  /**
   * @param {string} path
   * @param {string} title
   */
  link(path, title) {
    const here = path === "/" ? location.pathname === "/" : location.pathname.startsWith(path);
    return h("a", { href: path, "aria-current": here ? "page" : null }, title);
  }

  async refresh(again = false) {
    try {
      const { user } = await me(again);
      this.account.replaceChildren(user ? this.signedIn(user) : signInButton());
      this.pages.querySelector('[href="/operator"]')?.remove();
      if (user?.role === "operator") this.pages.append(this.link("/operator", "Operator"));
    } catch (error) {
      this.account.replaceChildren(h("span", { class: "quiet" }, wordsOf(error)));
    }
  }

  /** @param {User} user */
  signedIn(user) {
    const leave = async () => {
      await remove("/api/session");
      location.assign("/");
    };
    return h(
      "details",
      { class: "menu" },
      h(
        "summary",
        {},
        h("span", { class: "user-name" }, user.name),
        h("span", { class: "figures own" }, dollars(user.chips)),
      ),
      h(
        "div",
        { class: "menu-body" },
        h(
          "p",
          { class: "quiet" },
          `${user.role === "operator" ? "Operator" : "Player"}. Play chips only, no real money.`,
        ),
        h("button", { class: "plain", onclick: () => this.rebuy() }, "Buy play chips"),
        user.role === "operator" ? h("button", { class: "plain", onclick: showLedger }, "Ledger") : null,
        user.guest ? null : h("button", { class: "plain", onclick: openNewPassword }, "Change password"),
        h("button", { class: "plain", onclick: openSignIn }, "Sign in to an account"),
        h("button", { class: "plain", onclick: leave }, "Sign out"),
      ),
    );
  }

  async rebuy() {
    await post("/api/me/rebuy");
    this.refresh(true);
  }
}

/** Close a menu on Escape, which then does nothing else, and on a click elsewhere. */
function closeMenusByThemselves() {
  /** @returns {NodeListOf<HTMLDetailsElement>} */
  const open = () => document.querySelectorAll("details.menu[open]");
  document.addEventListener("pointerdown", ({ target }) => {
    for (const menu of open()) if (target instanceof Node && !menu.contains(target)) menu.open = false;
  });
  document.addEventListener(
    "keydown",
    (event) => {
      const [menu] = event.key === "Escape" ? open() : [];
      if (!menu) return;
      event.stopPropagation();
      menu.open = false;
      menu.querySelector("summary")?.focus();
    },
    { capture: true },
  );
}

function settingsMenu() {
  const root = document.documentElement;
  /**
   * @param {string} name
   * @param {string} value
   */
  const choose = (name, value) => {
    root.dataset[name] = value;
    localStorage.setItem(`houseway.${name}`, value);
  };
  const choices = SETTINGS.map(([name, title, values]) =>
    h(
      "fieldset",
      { class: "setting" },
      h("legend", {}, title),
      values.map(([value, words]) =>
        h(
          "label",
          {},
          h("input", {
            type: "radio",
            name,
            value,
            checked: root.dataset[name] === value,
            onchange: () => choose(name, value),
          }),
          words,
        ),
      ),
    ),
  );
  return h(
    "details",
    { class: "menu settings" },
    h("summary", {}, "Settings"),
    h("div", { class: "menu-body" }, choices),
  );
}

function signInButton() {
  return h("button", { class: "small", onclick: openSignIn }, "Sign in");
}

/** Open the dialog to sign in, create an account, or play as a guest. */
export function openSignIn() {
  const name = h("input", { name: "name", autocomplete: "username", required: true, maxlength: 24 });
  const password = h("input", {
    name: "password",
    type: "password",
    autocomplete: "current-password",
    required: true,
    minlength: 8,
  });
  const problem = h("p", { class: "problem", role: "alert" });
  /**
   * @param {string} path
   * @param {object} body
   */
  const enter = async (path, body) => {
    problem.replaceChildren();
    try {
      await post(path, body);
      location.reload();
    } catch (error) {
      problem.replaceChildren(wordsOf(error));
    }
  };
  const typed = () => ({ name: name.value.trim(), password: password.value });
  const form = h(
    "form",
    {
      onsubmit: (event) => {
        event.preventDefault();
        enter("/api/session", typed());
      },
    },
    h("h2", { id: "sign-in-title" }, "Sign in"),
    h("label", {}, "Name", name),
    h("label", {}, "Password (at least 8 characters)", password),
    problem,
    h("button", { class: "primary wide" }, "Sign in"),
    h(
      "div",
      { class: "pair" },
      h(
        "button",
        {
          type: "button",
          onclick: () => {
            if (form.reportValidity()) enter("/api/accounts", typed());
          },
        },
        "Create an account",
      ),
      h("button", { type: "button", onclick: () => enter("/api/session", { guest: true }) }, "Play as a guest"),
    ),
    h("button", { type: "button", class: "plain wide", onclick: closeDialog }, "Cancel"),
  );
  const dialog = h("dialog", { class: "sign-in", "aria-labelledby": "sign-in-title" }, form);
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

/** Open the dialog to change the password, which signs out all other browsers. */
function openNewPassword() {
  const field = (/** @type {string} */ name, /** @type {string} */ autocomplete) =>
    h("input", { name, type: "password", autocomplete, required: true, minlength: 8, maxlength: 200 });
  const [old, wanted, again] = [
    field("old", "current-password"),
    field("new", "new-password"),
    field("again", "new-password"),
  ];
  const problem = h("p", { class: "problem", role: "alert" });
  /** @param {Event} event */
  const send = async (event) => {
    event.preventDefault();
    if (wanted.value !== again.value) {
      problem.replaceChildren("The new passwords differ. Type the same one twice.");
      return;
    }
    try {
      await post("/api/me/password", { old: old.value, new: wanted.value });
      location.reload();
    } catch (error) {
      problem.replaceChildren(wordsOf(error));
    }
  };
  const form = h(
    "form",
    { onsubmit: send },
    h("h2", { id: "new-password-title" }, "Change password"),
    h("label", {}, "Current password", old),
    h("label", {}, "New password (at least 8 characters)", wanted),
    h("label", {}, "New password again", again),
    h("p", { class: "quiet" }, "This signs out all your other browsers."),
    problem,
    h("button", { class: "primary wide" }, "Change password"),
    h("button", { type: "button", class: "plain wide", onclick: closeDialog }, "Cancel"),
  );
  const dialog = h("dialog", { class: "sign-in", "aria-labelledby": "new-password-title" }, form);
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

async function showLedger() {
  const dialog = h("dialog", { class: "ledger", "aria-label": "Ledger" }, h("h2", {}, "Ledger"));
  document.body.append(dialog);
  dialog.addEventListener("close", () => dialog.remove());
  dialog.showModal();
  try {
    /** @type {{ accounts: { name: string, balance: number }[] }} */
    const { accounts } = await get("/api/ledger");
    const rows = accounts.map((account) =>
      h("tr", {}, h("th", { scope: "row" }, account.name), h("td", { class: "figures" }, dollars(account.balance))),
    );
    const sum = accounts.reduce((total, account) => total + account.balance, 0);
    dialog.append(
      h("div", { class: "scroll" }, h("table", {}, h("tbody", {}, rows))),
      h("p", {}, "Sum of all accounts: ", h("b", { class: "figures" }, dollars(sum)), "."),
    );
  } catch (error) {
    dialog.append(h("p", { class: "problem" }, wordsOf(error)));
  }
  dialog.append(h("button", { onclick: closeDialog }, "Close"));
}

customElements.define("hw-header", Header);
