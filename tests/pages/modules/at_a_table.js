/** A table as the server tells it, for tests: nobody has bet, and nothing is on the felt. */

/** @import { Choice, Layout, Prompt, Seat, Settlement, Snapshot, TableEvent, TableFacts } from "#pages/types.js" */

/** @param {Partial<Layout>} [told] @returns {Layout} */
export const layout = (told = {}) => ({
  motto: "",
  center: [],
  printed: null,
  own_cards: true,
  spot: [],
  choosing: {},
  linked: [],
  defaults: {},
  ...told,
});

/** @param {Partial<TableFacts>} [told] @returns {TableFacts} */
export const facts = (told = {}) => ({
  id: 1,
  game: "three-card-poker",
  title: "Three Card Poker",
  label: "",
  chosen: "",
  units: "Antes",
  letter: "",
  summary: "",
  jurisdiction: "washington",
  on: "2026-01-01",
  status: "listed",
  limit_words: null,
  paytable: null,
  readings: {},
  reading_words: {},
  modifications: [],
  practice: false,
  felt: layout(),
  wagers: [],
  limits: { least_wager: 0, largest_wager: 30000 },
  ...told,
});

/** @param {number} place @param {Partial<Seat>} [told] @returns {Seat} */
export const seat = (place, told = {}) => ({
  seat: place,
  kind: "person",
  name: `Person ${place}`,
  plays: "",
  you: false,
  chips: 100000,
  connected: true,
  sitting_out: false,
  leaving: false,
  time_bank: 0,
  bet: {},
  ready: false,
  reveals: false,
  barred_until: null,
  ...told,
});

/** @param {number} place */
export const emptySeat = (place) => seat(place, { kind: "empty", name: "" });

/** @param {Partial<Snapshot>} [told] @returns {Snapshot} */
export const snapshot = (told = {}) => ({
  type: "state",
  seq: 1,
  table: facts(),
  phase: "betting",
  round: {
    id: 1,
    number: 1,
    commitment: "",
    promises: {},
    contributions: {},
    withheld: {},
    server_seed: null,
    void: null,
    head: "",
  },
  next: { number: 1, commitment: "" },
  retired: null,
  finished: null,
  seats: [seat(0, { you: true }), seat(1), emptySeat(2)],
  you: { seat: 0, user_id: 1, chips: 100000 },
  move: 0,
  time_left: null,
  on_time_bank: false,
  actor: null,
  piles: [],
  wagers: [[], [], []],
  legal_actions: [],
  prompt: null,
  events: [],
  clauses: {},
  settlements: [],
  results: {},
  result: null,
  ...told,
});

/** @param {Partial<Choice>} told @returns {Choice} */
export const choice = (told) => ({
  kind: "play",
  option: "",
  words: "Play",
  key: "P",
  takes: "nothing",
  price: 0,
  refused: "",
  by_count: [],
  amounts: [],
  hint: "",
  barred: "",
  ...told,
});

/** @param {Choice[]} choices @param {Partial<Prompt>} [told] @returns {Prompt} */
export const prompt = (choices, told = {}) => ({
  ask: "Play or fold?",
  choices,
  hand: [],
  most_picked: 0,
  too_many: "",
  held: "",
  ...told,
});

/** @param {Partial<Settlement>} told @returns {Settlement} */
export const settlement = (told) => ({
  seat: 0,
  wager: "ante",
  staked: 1000,
  returned: 0,
  reason: "",
  clause: "",
  ...told,
});

/** @param {Partial<TableEvent>} told @returns {TableEvent} */
export const event = (told) => ({ clause: "", text: "", seat: null, cards: [], amount: 0, ...told });
