/**
 * How a game's felt is laid out, as data: circles, boxes, words, keys. There is no rule here: which actions are legal,
 * what they cost and how a round ends comes from the server. The layout of a declared title and of a game between
 * players comes from there too (`Game.felt`); these are the games that have their own.
 *
 * `printed` the pay table that is printed on the felt, where there is one
 * `centre`  the piles in front of the dealer, with the number of places to draw; `down` those still face down
 * `spot`    the player's betting circles in groups, as on the approved layout
 * `actions` the words and the key of an action by "kind" or "kind/option"; {price} is filled in
 * `choosing` for a kind that picks cards: what the picked cards and the others become, and how advice tells of them
 * `linked`  opening wagers that are typed once
 */

const SHARED_ACTIONS = {
  fold: { words: "Fold", key: "F" },
  check: { words: "Check", key: "C" },
  call: { words: "Call {price}", key: "C", primary: true },
  bet: { words: "Bet", key: "B" },
  raise: { words: "Raise to", key: "R" },
};

const FAST_ACTION = {
  motto: "House wins ties",
  centre: [
    { pile: "dealer", title: "Dealer", places: 4, also: "dealer discards" },
    { pile: "community", title: "Community", places: 5 },
  ],
  spot: [
    {
      circles: [
        ["ante", "Ante"],
        ["split_ante", "Split"],
      ],
    },
    {
      circles: [
        ["bonus", "Bonus"],
        ["split_bonus", "Split Bonus"],
      ],
    },
  ],
  lammer: { given: "gets an Envy lammer", taken: "takes the lammers", title: "Envy" },
  actions: {
    ...SHARED_ACTIONS,
    keep: { words: "Keep two", key: "K", primary: true },
    "split/ante": { words: "Split the Ante for {price}", key: "A" },
    "split/bonus": { words: "Split the Bonus for {price}", key: "B" },
    "split/both": { words: "Split both for {price}", key: "S" },
  },
  choosing: {
    keep: {
      ask: "Pick two cards to keep, or as the first hand of a split.",
      picked: "Keep, or Hand 1",
      rest: "Discard, or Hand 2",
      told: "",
    },
    split: {
      ask: "Pick two cards for the first hand.",
      picked: "Hand 1",
      rest: "Hand 2",
      told: "Hand 1",
      eitherWay: true,
    },
  },
  linked: [],
  defaults: { ante: 1000, bonus: 500 },
};

export const LAYOUTS = {
  "two-hand-holdem": {
    motto: "The dealer plays at most two of three",
    centre: [
      { pile: "dealer", title: "Dealer", places: 3 },
      { pile: "board", title: "Board", places: 5 },
    ],
    spot: [
      {
        title: "Hand 1",
        box: "hand 1",
        circles: [
          ["ante_1", "Ante"],
          ["raise_1", "Raise 2x"],
        ],
      },
      {
        title: "Hand 2",
        box: "hand 2",
        circles: [
          ["ante_2", "Ante"],
          ["raise_2", "Raise 2x"],
        ],
      },
      { circles: [["bonus", "Bonus"]], onlyIfOffered: true },
    ],
    actions: {
      ...SHARED_ACTIONS,
      arrange: { words: "Set both hands", key: "S", primary: true },
      check: { words: "Check both", key: "C" },
      "raise/hand-1": { words: "Raise Hand 1 for {price}", key: "1" },
      "raise/hand-2": { words: "Raise Hand 2 for {price}", key: "2" },
      "raise/both": { words: "Raise both for {price}", key: "R", primary: true },
    },
    choosing: {
      arrange: {
        ask: "Pick two cards for Hand 1; the others are Hand 2.",
        picked: "Hand 1",
        rest: "Hand 2",
        told: "Hand 1",
      },
    },
    linked: [{ title: "Each Ante", wagers: ["ante_1", "ante_2"] }],
    defaults: { ante_1: 1000, ante_2: 1000 },
  },
  "double-draw-poker": {
    motto: "Two pair or better wins",
    centre: [],
    printed: "bonus",
    spot: [
      {
        circles: [
          ["ante", "Ante"],
          ["bonus", "Bonus"],
          ["draw_1", "1st Draw"],
          ["draw_2", "2nd Draw"],
        ],
      },
    ],
    actions: { ...SHARED_ACTIONS, draw: { words: "Stay in for {price}", key: "D", primary: true } },
    choosing: {
      draw: {
        ask: "Pick the cards to replace, or none.",
        picked: "Discard",
        rest: "Keep",
        told: "replacing",
        counted: "replace",
      },
    },
    linked: [{ title: "Ante and Bonus, each", wagers: ["ante", "bonus"] }],
    defaults: { ante: 1000, bonus: 1000 },
  },
  "fast-action-holdem": FAST_ACTION,
  "fast-action-holdem-multi": FAST_ACTION,
};
