// What the linter holds the pages to, beside what the type checker finds.
import js from "@eslint/js";
import globals from "globals";

const pages = "src/houseway/web/static/js/**/*.js";
const tests = "tests/pages/modules/**/*.js";

export default [
  { files: [pages, tests], ...js.configs.recommended },
  { files: [pages], languageOptions: { globals: globals.browser } },
  { files: [tests], languageOptions: { globals: globals.node } },
  {
    files: [pages, tests],
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      "no-unused-vars": ["error", { argsIgnorePattern: "^_" }],
      "no-shadow": ["error", { builtinGlobals: false }],
      "no-use-before-define": ["error", { functions: false, classes: false, variables: false }],
      "array-callback-return": "error",
      "consistent-return": "error",
      "default-case-last": "error",
      "no-console": "error",
      "no-constructor-return": "error",
      "no-eval": "error",
      "no-implied-eval": "error",
      "no-return-assign": "error",
      "no-self-compare": "error",
      "no-template-curly-in-string": "error",
      "no-throw-literal": "error",
      "no-unmodified-loop-condition": "error",
      "no-unreachable-loop": "error",
      "no-useless-concat": "error",
      "no-var": "error",
      "object-shorthand": "error",
      "prefer-const": "error",
      "prefer-template": "error",
      eqeqeq: "error",
      "no-restricted-properties": [
        "error",
        { property: "innerHTML", message: "Text from the server is text: build elements with h()." },
        { property: "outerHTML", message: "Text from the server is text: build elements with h()." },
        { property: "insertAdjacentHTML", message: "Text from the server is text: build elements with h()." },
      ],
    },
  },
];
