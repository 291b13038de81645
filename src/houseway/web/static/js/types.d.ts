/**
 * What the server sends and the modules of the pages hand to each other, for the type checker only: no browser loads it.
 * Amounts are cents; cards are texts such as "As", and "??" is a back.
 */

import type { HandLookup } from "./help/lookup.js";
import type { Draft } from "./table/betting.js";
import type { NextHand } from "./table/next_hand.js";

declare global {
  interface HTMLElementTagNameMap {
    "hw-card": HTMLElement;
    "hw-lookup": HandLookup;
  }
  interface DocumentEventMap {
    "houseway:session": Event;
    "houseway:chips": CustomEvent<number>;
    "houseway:round": Event;
    "houseway:preparing": CustomEvent<string>;
  }
}

/** What may stand inside an element. */
export type Child = Node | string | number | null | undefined | false | Child[];

/** Attributes of an element: listeners get the event of their kind, anything else is written as text. */
export type Attributes = {
  [Name in keyof GlobalEventHandlersEventMap as `on${Name}`]?:
    ((event: GlobalEventHandlersEventMap[Name]) => unknown) | null;
} & { dataset?: Record<string, string | number | null | undefined> } & { [name: string]: unknown };

/** An exact number beside the float that is shown for it. */
export interface Exact {
  exact: string;
  value: number;
}

export interface User {
  id: number;
  name: string;
  role: "player" | "operator";
  chips: number;
  guest: boolean;
}

export interface Session {
  user: User | null;
  csrf: string;
}

// Games.

export interface Wager {
  name: string;
  title: string;
  required: boolean;
  clause: string;
}

export interface Reading {
  question: string;
  clauses: string[];
  default: string;
  choices: Record<string, string>;
}

/** A table of a pay set: what it is called, and whether it pays odds, fixed sums or words. */
export interface PayForm {
  title: string;
  kind: string;
}

export interface PayRow {
  label: string;
  pays: string | number;
}

/** What an approval letter says of a title: it encloses the rules, only names the title, or neither. */
export type GameStatus = "approved" | "listed" | "draft" | "not confirmed";

/** A game as the lobby lists it. */
export interface Game {
  slug: string;
  title: string;
  kind: string;
  /** Whether players bet against each other, so that there is no house edge. */
  player_vs_player: boolean;
  summary: string;
  letter: string;
  status: GameStatus;
  status_words: string;
  seats: [number, number];
  deck: number;
  practiced: boolean;
  /** How many moves a round may ask for, and the cards that it takes for one seat. */
  effort: { moves: number; cards: number };
  paytables: string[];
  choices: Record<string, { title: string; names: string[] }>;
  readings: Record<string, Reading>;
  wagers: Wager[];
  progressives: Record<string, string[]>;
  strategies: string[];
  words: {
    unit: string;
    units: string;
    paytables: Record<string, string>;
    tables: Record<string, Record<string, string>>;
    strategies: Record<string, string>;
    readings: Record<string, Record<string, string>>;
  };
  edge: Edge | null;
}

export interface Edge extends Exact {
  base: string;
}

/** A game with its clauses and pay tables. */
export interface GameInFull extends Game {
  clauses: Record<string, string>;
  forms: Record<string, PayForm>;
  tables: Record<string, Record<string, { label: string; pays: string }[]>>;
  choice_rows: Record<string, Record<string, { label: string; pays: string }[]>>;
  house_way: { lines: { number: number; words: string }[] } | null;
  analyzed: Record<string, string>;
  /** The wager that need not be as large as the first bet, where a shift may state its size. */
  free_wager: Wager | null;
  side_bets: Wager[];
}

/** A title that a letter lists; `game` is its slug where it is here. */
export interface ListedTitle {
  number: number;
  name: string;
  title: string;
  family: string;
  status: string;
  game: string | null;
  missing: string[];
}

// The lobby and the operator's page.

export type Phase = "betting" | "revealing" | "playing" | "result" | "closed";

/** A table as the lobby lists it. */
export interface TableInfo {
  id: number;
  game: string;
  title: string;
  label: string;
  phase: Phase;
  seats: number;
  free: number;
  free_seat: number | null;
  people: number;
  present: number;
  names: string[];
  automatic: string[];
  usual: boolean;
  practice: boolean;
  private: boolean;
  yours: boolean;
  seated: boolean;
}

/** What is asked for when a table is opened. */
export interface TableSpec {
  game: string;
  seats: number;
  bots: Record<string, string>;
  readings?: Record<string, string>;
  paytable?: string | null;
  private?: boolean;
}

/** A meter of the room; an operator sees all of it. */
export interface Meter {
  id: number;
  title: string;
  amount: number;
  tables: number[];
}

export interface MeterInFull extends Meter {
  reserve: number;
  seed: number;
  lent: number;
  increment: string;
  reserve_rate: string;
  cap: number | null;
}

// A table.

export interface Pile {
  name: string;
  seat: number | null;
  cards: string[] | string;
}

export interface Seat {
  seat: number;
  kind: "empty" | "person" | "bot";
  name: string;
  plays: string;
  you: boolean;
  chips: number;
  connected: boolean;
  sitting_out: boolean;
  leaving: boolean;
  time_bank: number;
  bet: Record<string, number>;
  ready: boolean;
  reveals: boolean;
  barred_until: number | null;
}

/** Something that may be done, with the cards or the amount that go with it. */
export interface Action {
  kind: string;
  option: string;
  cards: string[] | string;
  amount: number;
  affordable?: boolean;
}

/** One thing that a player could want to do; `refused` says why it cannot be done now. */
export interface Choice {
  kind: string;
  option: string;
  words: string;
  key: string;
  takes: "nothing" | "cards" | "amount";
  price: number;
  refused: string;
  by_count: string[];
  amounts: number[];
  hint: string;
  barred: string;
}

export interface Prompt {
  ask: string;
  choices: Choice[];
  hand: string[];
  most_picked: number;
  too_many: string;
  held: string;
}

/** One step of the procedure. */
export interface TableEvent {
  clause: string;
  text: string;
  seat: number | null;
  cards: string[] | string;
  amount: number;
}

export interface Settlement {
  seat: number;
  wager: string;
  staked: number;
  returned: number;
  reason: string;
  clause: string;
  taken_back?: boolean;
}

/** A hand that was shown and what it met. */
export interface Showdown {
  seat: number | null;
  sentence: string;
  outcome: "won" | "lost" | "tied" | "";
  own: string[];
  others: string[];
  deciding: string[];
}

export interface Result {
  showdowns: Showdown[];
  pushed: string[];
}

export interface Ruling {
  irregularity: string;
  finding: string;
  clause: string | null;
  reason: string;
}

/** The round in progress, or the last one; promises and contributions are by seat. */
export interface Round {
  id: number;
  number: number;
  commitment: string;
  promises: Record<string, string>;
  contributions: Record<string, string>;
  withheld: Record<string, string>;
  server_seed: string | null;
  void: Ruling | null;
  head: string;
}

/** Circles of the felt that stand together: [name of the wager, title] each. */
export interface CircleGroup {
  title?: string;
  box?: string;
  onlyIfOffered?: boolean;
  circles: [string, string][];
}

/** What picking cards means: what becomes of those picked and of the rest. */
export interface Choosing {
  ask: string;
  picked: string;
  rest: string;
  counted?: string;
  eitherWay?: boolean;
}

/** The layout of a game on its felt. */
export interface Layout {
  motto: string;
  center: { pile: string; title: string; places: number; down?: string; also?: string }[];
  printed: string | null;
  own_cards: boolean;
  spot: CircleGroup[];
  choosing: Record<string, Choosing>;
  linked: { title: string; wagers: string[] }[];
  defaults: Record<string, number>;
  pot?: boolean;
  stakes?: string;
  lammer?: { title: string; given: string; taken: string };
  piles?: Record<string, string>;
}

/** The pay table of a table: its name, and by form what each hand pays. */
export interface PostedPays {
  name: string;
  [form: string]: string | Record<string, string>;
}

/** What the wager on meters costs and wins. */
export interface Prizes {
  wager: string;
  amount: number;
  table: string;
  rows: Record<string, string>;
}

/** What stays the same at a table. */
export interface GameFacts {
  id: number;
  game: string;
  title: string;
  label: string;
  chosen: string;
  letter: string;
  summary: string;
  status: GameStatus;
  jurisdiction: string;
  on: string;
  /** The legal limit on one wager with its rule, first year and status; null where none applies. */
  limit_words: string | null;
  units: string;
  paytable: PostedPays | null;
  readings: Record<string, string>;
  reading_words: Record<string, [string, string]>;
  modifications: string[];
  practice: boolean;
  felt: Layout;
  wagers: (Wager & { offered: boolean; own_game?: boolean })[];
  prizes?: Prizes;
}

/** How many bets the law allows on one hand of cards, and how many of them above an amount; null where any. */
export interface AtOnce {
  most: number | null;
  large: [number, number] | null;
  words: string;
}

export interface TableFacts extends GameFacts {
  limits: { least_wager: number; largest_wager: number | null; at_once?: AtOnce };
}

/** What one person may see of a table. `pacing` is set by the page while the end of a round is shown step by step. */
export interface Snapshot {
  type: "state";
  seq: number;
  table: TableFacts;
  phase: Phase;
  round: Round;
  next: { number: number; commitment: string } | null;
  retired: { number: number; reason: string; withheld: Record<string, string> } | null;
  finished: number | null;
  seats: Seat[];
  you: { seat: number | null; user_id: number | null; chips: number };
  move: number;
  time_left: number | null;
  on_time_bank: boolean;
  meters?: { name: string; id: number; title: string; amount: number | null; played_for: number | null }[];
  actor: number | "dealer" | null;
  piles: Pile[];
  wagers: [string, number][][];
  legal_actions: Action[];
  prompt: Prompt | null;
  events: TableEvent[];
  clauses: Record<string, string>;
  settlements: Settlement[];
  results: Record<number, number>;
  result: Result | null;
  betting?: { stacks: number[]; bets: number[]; pot: number; button: number | null };
  pacing?: boolean;
}

/** A round that is over, as the table's list has it; results are by seat. */
export interface FinishedRound {
  number: number;
  seats: number[];
  names: string[];
  results: Record<string, number>;
  void: Ruling | null;
}

/** What a table tells. */
export type Told =
  | Snapshot
  | (Advice & { type: "advice"; move: number })
  | (Judgment & { type: "judgment" })
  | { type: "judging"; move: number; message: string }
  | { type: "warning"; move: number; action: Action; message: string }
  | { type: "error"; code: string; message: string; seconds?: number }
  | Phrase
  | { type: "pong" };

/** A fixed phrase from the player at a seat. */
export interface Phrase {
  type: "phrase";
  seat: number;
  phrase: string;
  words: string;
}

/** A message to a table. */
export type Telling =
  | { type: "sit"; seat: number }
  | { type: "leave" | "rebuy" | "advice" | "ping" }
  | { type: "sit_out"; value: boolean }
  | { type: "phrase"; phrase: string }
  | { type: "bet"; wagers: Record<string, number>; promise: string; number: number }
  | { type: "reveal"; contribution: string }
  | { type: "act"; action: Pick<Action, "kind" | "cards" | "amount" | "option">; move: number; warn: boolean };

/** The state of a connection: lost and retried after some seconds, or refused. */
export interface Line {
  online: boolean;
  retryIn?: number;
  refused?: string;
}

/** The cards picked and lit on a felt; `choosing` is the kind of action that the cards are picked for. */
export interface FeltUi {
  picked: number[];
  hand: string[];
  prompt: Prompt | null;
  lit: number;
  draft: Pick<Draft, "amounts" | "touched">;
  choosing: string;
  canSit: boolean;
  seat: number | null;
  pick(place: number, picked: boolean): void;
  light(place: number): void;
}

/** The same where something is decided: the amounts typed, by choice. */
export interface DecidingUi extends FeltUi {
  amounts: Record<string, number>;
  waiting: boolean;
  act(action: Action | null): void;
}

/** The same at a table, where bets are made and seats taken. */
export interface TableUi extends DecidingUi {
  draft: Draft;
  lastBets: Record<string, number> | null;
  chips: number;
  broke: boolean;
  round: number | null;
  nextHand: NextHand | null;
  bet(): void;
  drafted(): void;
  redraw(): void;
  sit(seat: number): void;
  sitOut(value: boolean): void;
  rebuy(): void;
}

// Help.

/** A game with its readings and pay table, as questions name it: the pay table by its name, or its rows. */
export interface GameChoice {
  game: string;
  readings: Record<string, string>;
  paytable?: string | PayTableRows | null;
}

/** The rows of a pay table as a file has them: by form what each hand pays. */
export interface PayTableRows {
  name: string;
  monotone: boolean;
  confirm_gaps: boolean;
  [form: string]: string | boolean | Record<string, string | number>;
}

/** Cards in sight, by their places: each as a text such as "As Kd". */
export type Situation = Record<string, string>;

/** A moment of choice that can be asked about, with an example of the cards in sight. */
export interface Moment {
  title: string;
  places: Situation;
  dead: boolean;
  later: boolean;
  stage: number;
}

export interface GuideStep {
  title: string;
  choices: string[];
  clauses: { id: string; words: string }[];
}

/** How a game is played. */
export interface Guide {
  steps: GuideStep[];
  moments: Moment[];
}

/** A cell of a table of best play. */
export type PlanCell = string | number | Exact;

/** How to play a game well; where it has rules, they have a cost. */
export type Plan = { words: string[]; table: Record<string, PlanCell>[]; is_kept: boolean } & (
  { rules: null } | { rules: string[]; cost: Exact; unit: string }
);

// The trainer and the drill.

/** A point of the curve: a day or a week. */
export interface Point {
  day: string;
  answers: number;
  right: number;
  per_100: Exact | null;
}

/** Something missed that comes back. */
export interface Again {
  key: string;
  box: number;
  due: boolean;
  due_at: number;
  missed: number;
}

/** The practice progress of a user. */
export interface Progress {
  answers: number;
  right: number;
  streak: number;
  longest: number;
  given: Exact;
  per_100: Exact | null;
  days: Point[];
  weeks: Point[];
  again: Again[];
}

/** A game as the trainer lists it; `why_not` says why it has no spots. */
export interface PracticedGame {
  slug: string;
  title: string;
  units: string;
  why_not: string;
}

/** A kind of spot, and in how many of the rounds dealt it came up. */
export interface SpotKind {
  decision: string;
  hand: string;
  rounds: number;
}

/** A spot to decide. */
export interface Spot {
  id: string;
  table: GameFacts;
  snapshot: Omit<Snapshot, "table"> & { table: Pick<TableFacts, "limits"> };
  kind: { decision: string; hand: string };
  because: string;
}

/** Which spots are wanted. */
export type Wish =
  | { what: "any" | "mistakes" }
  | { what: "close"; share: string }
  | { what: "kind"; decision: string; hand: string }
  | { what: "past"; past: { table: number; round: number; move: number } };

/** What the rule list says at a spot. */
export interface RuleHere {
  line: string;
  words: string;
  cost: Exact;
}

/** The verdict on an answer to a spot. */
export interface SpotVerdict {
  verdict: { sentence: string; best: string; yours: string; cost: Exact; grade: string };
  advice: Advice;
  rule: RuleHere | null;
  progress: Progress;
}

/** A question of a drill: what is to be answered, and from what. */
export interface Question {
  id: string;
  kind: "cards" | "choice" | "amount" | "order";
  prompt: string;
  cards: string[];
  options: { value: string; text: string }[];
}

/** An answer: cards, one option, an amount in cents, or options in order; null where nothing is answered. */
export type Answer = string[] | string | number | null;

/** A finished round before the dealer, with the questions on it. */
export interface Drill {
  id: string;
  round: {
    piles: { name: string; seat: number | null; cards: string[] }[];
    wagers: [string, number][][];
    events: TableEvent[];
    paytable: Record<string, PayRow[]>;
    clauses: Record<string, string>;
  };
  questions: Question[];
  progress: Progress;
}

/** Whether an answer is right, and what the rules say. */
export interface Correction {
  id: string;
  right: boolean;
  expected: string[] | string | number;
  clause: string;
  words: string;
  why: string;
  progress: Progress;
}

// The laboratory.

/** What the laboratory shows: the game as it is edited, and the view of it. `rows` are those that were changed. */
export interface LabState {
  game: string;
  paytable: string;
  strategy: string;
  view: string;
  shift: Record<string, string>;
  readings: Record<string, string>;
  rows: Record<string, string>;
}

/** How far a calculation is, with its result once it is done. */
export type JobReport<Result> =
  | { status: "queued" | "running" | "canceled"; progress?: { done: number; total: number } | null }
  | { status: "failed"; error?: string | null }
  | { status: "done"; result: Result };

/** A report as the browser saves it. */
export interface SavedFile {
  name: string;
  base64: string;
}

/** An integer; as text if it is too large for a float. */
export type Count = number | string;

export interface ReturnRow {
  outcome: string;
  combinations: Count;
  probability: Exact;
  pays: Exact;
  return: Exact;
}

/** A published figure beside ours. */
export interface PublishedCheck {
  figure: string;
  published: string;
  computed: Exact;
  base: string;
  agrees: boolean;
  difference: Exact;
  source: string;
  note: string;
}

/** The exact numbers of a game. */
export interface Analysis {
  title: string;
  paytable: string | null;
  strategy: string;
  ev: Exact;
  house_edge: Record<string, Exact>;
  average_total_wager: Exact;
  standard_deviation: number;
  rounds_won: Exact;
  rounds_not_lost: Exact;
  wagers: { title: string; staked: Exact; ev: Exact }[];
  return_table: ReturnRow[];
  total_combinations: Count;
  distribution: { net: string; combinations: Count }[];
  decisions: Record<string, Exact>;
  published: PublishedCheck[];
  notes: string[];
}

/** A figure of the base game beside that of the changed one; null where a game has no such figure. */
export interface FigureChange {
  figure: string;
  unit: string;
  base: Exact | null;
  changed: Exact | null;
  difference: Exact | null;
}

/** The hands that are best played differently; `words` say what was checked and what was found. */
export interface DecisionChanges {
  words: string[];
  hands: number;
  changed: number;
  examples: {
    cards: string;
    board: string;
    dealer: string;
    base: string;
    changed: string;
    cost: Exact | null;
  }[];
}

/** The most that a round can cost the house. */
export interface Exposure {
  seat: { bound_cents: number; most_cents: number; reached_cents: number };
  table: { bound_cents: number; within_aggregate_limits_cents: number };
}

/** A game beside its base. */
export interface Comparison {
  identical: boolean;
  verdict: string;
  base_words: string;
  duty: string;
  differences: { kind: string; what: string; clauses: string[]; base: string; changed: string }[];
  figures: FigureChange[];
  decision_shares: FigureChange[];
  decisions: DecisionChanges;
  exposure: { base: Exposure | null; changed: Exposure | null } | null;
}

/** How two seats of a table hang together, by dealing. */
export interface SeatLink {
  correlation: number;
  correlation_interval: [number, number];
  rounds_dealt: number;
  seats_dealt: number;
  strategy_dealt_instead: string | null;
}

/** The house's result of a shift, in cents. */
export interface Swing {
  standard_deviation_cents: number;
  losing_shift: number;
  worst: { level: number; house_cents: number }[];
  median_cents: number;
  reserve: { risk: number; cents: number };
}

/** A shift in a card room. */
export interface Shift {
  label: string;
  rounds: Count;
  seat_rounds: Count;
  players: {
    skill: string;
    strategy_words: string;
    bets_words: string;
    share: Exact;
    house_edge_per_unit_bet: Exact;
  }[];
  handle_cents: Exact;
  win_cents: Exact;
  win_of_handle: Exact;
  envy_cents: Exact;
  win_after_envy_cents: Exact;
  win_after_envy_per_table_hour_cents: Exact;
  two_seats: SeatLink | null;
  swing: Swing;
  histogram: { bars: [number, number][]; below: number; above: number };
}

// Fairness.

/** What this browser noted of a round while it was played. */
export interface Seen {
  game: string;
  readings: Record<string, string>;
  practice: boolean;
  commitment?: string;
  seat?: number;
  user?: number | null;
  contribution?: string;
  promises?: Record<string, string>;
  /** How many records the log had when this browser revealed. */
  revealed_at?: number;
  /** The cents that were at stake then. */
  staked?: number;
  bet?: Record<string, number>;
  /** Hashes of records, by their numbers. */
  heads: Record<string, string>;
  /** Lengths of the log that were shown while the round was open for bets or played. */
  during?: number[];
  piles: { name: string; seat: number | null; cards: string[] }[];
  events: { clause: string; seat: number | null; cards: string; amount: number }[];
  results?: Record<string, number>;
  /** The same event was shown in two ways. */
  changed?: boolean;
  /** The record after which the log is wanted without a gap. */
  after?: number;
}

/** The ends of all logs, signed by the room's key. */
export interface Checkpoint {
  body: string;
  key: string;
  signature: string;
}

/** The records of a finished round, as the server sends them. */
export interface RoundLog {
  table: number;
  number: number;
  game: string;
  readings: Record<string, string>;
  lines: string[];
}

export interface LogEvent {
  clause: string;
  seat: number | null;
  cards: string;
  amount: number;
  action: { kind: string; cards: string } | null;
}

/** One record of a table's log. */
export interface LogRecord {
  table: number;
  seq: number;
  at: number;
  kind: string;
  previous: string;
  salt: string;
  transfers: [string, string, number, string][];
  data: {
    number?: number;
    protocol?: number;
    commitment?: string;
    server_seed?: string | null;
    reason?: string;
    seat?: number;
    seats?: number[];
    button?: number | null;
    bets?: Record<string, number>[];
    promises?: Record<string, string>;
    contributions?: Record<string, string>;
    events?: LogEvent[];
    settlements?: { seat: number; staked: number; returned: number }[];
    results?: Record<string, number>;
  };
}

/** How a game deals: the deck, the first packets (clause, to whom, cards), and those that may follow. */
export interface DealPlan {
  deck: { packs: number; jokers: number; reading?: string };
  opening: [string, string, number][];
  later: [string, string, number, number][];
  rotation?: boolean;
  button?: boolean;
}

export interface RoundRules {
  version: number;
  games: Record<string, DealPlan>;
  reasons: Record<string, string>;
}

export interface RoundStep {
  title: string;
  value: string;
}

// Advice and review.

/** What each option is worth. A value that was dealt and not counted has a margin, and says what it rests on. */
export interface Advice {
  unit: string;
  options: Option[];
  rests_on?: string;
  plan?: string;
}

export interface Option {
  words: string;
  value: Exact;
  reason: string;
  margin?: number;
  cost_margin?: number;
}

/** The verdict on a decision. */
export interface Judgment {
  move: number;
  grade: string;
  sentence: string;
  cost: Exact;
}

export interface Decision {
  seq: number;
  move: number;
  seat: number;
  by: string;
  words: string;
  no_value: string;
}

/** A round that is over, moment by moment. */
export interface PastRound {
  table: GameFacts;
  number: number;
  at: number;
  seats: { seat: number; kind: "person" | "bot"; name: string; result: number }[];
  seat: number | null;
  steps: { kind: string; decision: Decision | null; snapshot: Omit<Snapshot, "table"> }[];
}

export type Valued = Advice & { judgment?: Judgment };

/** Whose cards are seen in a review. */
export interface Seeing {
  seat: number | null;
  open: boolean;
}

/** Where a reviewed round comes from; `table` is null for a file. */
export interface RoundSource {
  table: string | null;
  read(seen: Seeing): Promise<PastRound>;
  value(seq: number): Promise<Valued>;
}
