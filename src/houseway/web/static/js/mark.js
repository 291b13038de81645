/** The project's mark: a house whose door is a spade. */

import { s } from "./dom.js";

export function mark(attributes = {}) {
  return s(
    "svg",
    { viewBox: "0 0 40 40", "aria-hidden": "true", focusable: "false", ...attributes },
    s("path", {
      "fill-rule": "evenodd",
      fill: "currentColor",
      d:
        "M20 2 38 16.5V36a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V16.5Z" +
        "M20 13C22.4 17.4 29.4 20.6 29.4 25.9 29.4 28.9 27.3 30.6 25 30.6 23.1 30.6 21.6 29.7 20.9 28.2" +
        " 21 30.6 21.8 32.6 23.5 34H16.5C18.2 32.6 19 30.6 19.1 28.2 18.4 29.7 16.9 30.6 15 30.6" +
        " 12.7 30.6 10.6 28.9 10.6 25.9 10.6 20.6 17.6 17.4 20 13Z",
    }),
  );
}
