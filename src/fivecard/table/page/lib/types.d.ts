// What the server and the page say to each other. Made from the server's types by tests/table/page_types.py.

/** A seat, its person and what was won there. */
export interface SeatView {
  name: string | null;
  away: boolean;
  out: "" | "asked" | "broke";
  ready: boolean;
  connected: boolean;
  rounds: number;
  won: number;
  stack: number;
  net: number;
  biggest: number;
  best: string;
  asks: boolean;
  leaving: boolean;
  commitment: string;
  late: boolean;
}

/** One who plays in the round. */
export interface PlayerView {
  seat: number;
  name: string;
  level: string | null;
  person: boolean;
  drew: number[];
  stack: number;
  bet: number;
  folded: boolean;
  all_in: boolean;
  cards: number;
  up: string[];
  did: string;
  button: boolean;
  bank: number;
}

/** Chips, and who plays for them. */
export interface PotView {
  amount: number;
  players: number[];
}

/** The usual raises, each as what it goes to; null when it would not be legal. */
export interface Sizes {
  half: number | null;
  two_thirds: number | null;
  pot: number | null;
  blinds_2_5?: number | null;
  blinds_3?: number | null;
}

/** What the player may do now. */
export interface LegalView {
  fold: boolean;
  check: boolean;
  call: number;
  bring_in: number;
  lowest_raise: number;
  highest_raise: number;
  raise_step: number;
  draw: boolean;
  most_discards: number;
  sizes: Sizes;
}

/** A pot, or a part of one, and who has won it. */
export interface Win {
  pot: number;
  board: number;
  part: string;
  players: number[];
  amounts: number[];
  cards: string[][];
}

/** A moment of a hand in which all are all in: every card that is open by then. */
export interface Stage {
  hands: string[][];
  board: string[];
  boards: string[][];
  shares: number[] | null;
}

/** The end of a round. */
export interface Show {
  hands: string[][];
  made: string[];
  made_of: string[][];
  winners: number[];
  won: number[];
  returned: number[];
  lines: string[];
  wins: Win[];
  stages: Stage[];
  showed: string[][];
}

/** The round as a seat may see it. */
export interface RoundView {
  number: number;
  me: number | null;
  turn: number | null;
  hand: string[];
  players: PlayerView[];
  pot: number;
  pots: PotView[];
  board: string[];
  boards: string[][];
  street: string;
  made: string | null;
  made_of: string[];
  price: number;
  legal: LegalView | null;
  may_show: string[];
  pad: string;
  anew: number;
  anew_by: string[][];
  show?: Show;
}

/** What the server has committed to its seed for the next round with. */
export interface Commitment {
  round: number;
  commitment: string;
  anew: number;
  anew_by: string[][];
}

/** The end of the chain of records. */
export interface Link {
  round: number;
  hash: string;
}

/** The game of a table, for those who do not know it. */
export interface GameView {
  name: string;
  title: string;
  about: string;
  limit: string;
  stakes: string;
  chips: boolean;
  hand: number;
  draws: number;
  board: boolean;
}

/** What the host can have played for, and what it is; null is what this game or limit does not have. */
export interface Amounts {
  ante: number;
  blinds: number[] | null;
  bring_in: number | null;
  small_bet: number | null;
  big_bet: number | null;
}

/** What somebody said, or a reaction. */
export interface Line {
  seat: number;
  name: string;
  text: string;
  at: number;
  reaction?: boolean;
}

/** What an evening brought somebody. */
export interface Sum {
  name: string;
  here: boolean;
  hands: number;
  won: number;
  net: number;
  biggest: number;
  best: string;
}

/** Chips that somebody has bought. */
export interface BuyView {
  seq: number;
  seat: number;
  name: string;
  chips: number;
  by: "host" | "rebuy" | "top-up" | "start";
}

/** How somebody finished in a sit-and-go. */
export interface PlaceView {
  place: number;
  seat: number;
  name: string;
  you: boolean;
  prize: number;
}

/** How far a sit-and-go is. */
export interface SitAndGoView {
  level: number;
  hands_left: number;
  seconds_left: number | null;
  then: string;
  left: number;
  prizes: number[];
  places: PlaceView[];
}

/** The whole table as a seat may see it. */
export interface TableView {
  type: "state";
  table: string;
  seq: number;
  phase: "lobby" | "playing" | "shown";
  rules: string;
  fill: string;
  computers: string;
  clock: number;
  next_in: number;
  practice: boolean;
  you: number | null;
  asked:
    | "act"
    | "ahead"
    | "back"
    | "begin"
    | "chips"
    | "choose"
    | "draw"
    | "late"
    | "nothing"
    | "over"
    | "ready"
    | "seat"
    | "twice";
  sits_out: boolean;
  substitute: string;
  refused: string;
  waited: number[];
  sealed: boolean;
  left: number | null;
  in_bank: boolean;
  seats: SeatView[];
  round: RoundView | null;
  next: Commitment;
  chain: Link;
  game: GameView;
  amounts: Amounts | null;
  next_stakes: string;
  host: number | null;
  paused: boolean;
  ended: boolean;
  watching: number;
  talk: Line[];
  summary: Sum[];
  stack: number;
  takes_chips: number;
  rebuys: number;
  buys: BuyView[];
  sit_and_go: SitAndGoView | null;
  locked: boolean;
  next_table: string;
  next_by: string;
  agreed: number;
  players: number;
  agrees: boolean;
}

/** The answer to a message that was obeyed. */
export interface Done {
  type: "done";
  of: string;
  seq: number;
}

/** The answer to one that was not. */
export interface Refusal {
  type: "error";
  code: string;
  message: string;
  seq?: number | null;
}

/** A discard, and what it comes to. */
export interface Choice {
  keep: string[];
  share: number | null;
  better: number | null;
}

/** Something that can be done where the game is solved, and what it is worth. */
export interface Worth {
  do: string;
  keep: string[];
  chance: number;
  value: number;
  error: number;
}

/** The answer to one who asked for hints. */
export interface Hints {
  type: "hint";
  margin: number | null;
  choices: Choice[];
  words?: string;
  options?: Worth[];
  units?: string;
}

/** What a decision at a practice table was worth, and all of them so far, where the game is solved. */
export interface Judged {
  type: "verdict";
  hand: number;
  words: string;
  mistake: boolean;
  so_far: string[];
}

/** The answer to one who wants to go on with the seat on another device. */
export interface SeatLink {
  type: "seatlink";
  code: string;
  seconds: number;
  picture: string;
}

/** The table has a password: nothing is sent before it was said. */
export interface Locked {
  type: "locked";
}

/** Nothing but that the server is there: a browser that hears nothing for long has lost the network. */
export interface Beat {
  type: "beat";
}

/** Take a free seat: if it is free, it does not matter what has happened elsewhere. */
export interface Sit {
  type: "sit";
  seq: number;
  seat: number;
  name: string;
  commitment: string;
}

/** Stand up; a computer plays the round to its end. */
export interface Leave {
  type: "leave";
  seq: number;
}

/** Be ready for a round, or the next one: open the nonce that one has committed to, and commit to another. */
export interface Begin {
  type: "begin";
  seq: number;
  nonce: string;
  commitment: string;
}

/** Commit to another nonce, from a browser that does not have the one before. */
export interface Commit {
  type: "commit";
  seq?: number;
  commitment: string;
  instead: string;
}

/** Do something on one's turn: `to` goes with a raise, `cards` with a discard, and nothing with the rest. */
export interface Act {
  type: "act";
  seq: number;
  do: "bringin" | "call" | "check" | "discard" | "fold" | "raise";
  to?: number | null;
  cards?: string[] | null;
}

/** Say whether to run the rest of the board twice, when all are all in: one who does not agree decides it. */
export interface RunTwice {
  type: "twice";
  seq: number;
  yes: boolean;
}

/** Show cards of one's own, or one of them, after a hand in which one need not. */
export interface ShowCards {
  type: "show";
  seq: number;
  cards: string[];
}

/** Play again after being away, or sitting out. */
export interface Back {
  type: "back";
  seq?: number;
}

/** Play this hand to its end, and none after it until asking to be back. */
export interface SitOut {
  type: "sitout";
  seq?: number;
}

/** Take a new stack, or what is missing of one, where that needs no asking; or else ask the host for chips. */
export interface Rebuy {
  type: "rebuy";
  seq?: number;
}

/** Open a new table with the settings of one that has ended. */
export interface Again {
  type: "again";
  seq?: number;
}

/** Let all see the cards that one folded or mucked, now that the table has ended: the decks can then be checked. */
export interface Agree {
  type: "agree";
  seq?: number;
}

/** Ask for a code with which another browser of the same person takes the seat over. */
export interface HandOver {
  type: "handover";
  seq?: number;
}

/** Take over the seat of somebody who has asked for this code. */
export interface TakeOver {
  type: "takeover";
  seq?: number;
  code: string;
}

/** Ask for the odds of each discard, at practice tables. */
export interface Hint {
  type: "hint";
  seq: number;
}

/** Tell everybody something. */
export interface Say {
  type: "say";
  seq?: number;
  text: string;
}

/** Show everybody a face. */
export interface React {
  type: "react";
  seq?: number;
  what: "👍" | "👏" | "🔥" | "😂" | "😬" | "😮";
}

/** Stop the clock, or let it run again. */
export interface Pause {
  type: "pause";
  seq?: number;
  on: boolean;
}

/** Have a person leave for good. */
export interface Kick {
  type: "kick";
  seq?: number;
  seat: number;
}

/** Give a person chips. */
export interface Grant {
  type: "grant";
  seq?: number;
  seat: number;
  chips: number;
}

/** Give a person who asks for chips none. */
export interface Decline {
  type: "decline";
  seq?: number;
  seat: number;
}

/** Have another person be host, as if that one had opened the table. */
export interface PassHost {
  type: "passhost";
  seq?: number;
  seat: number;
}

/** Play for something else, from the next hand on. */
export interface ChangeStakes {
  type: "stakes";
  ante?: number | null;
  blinds?: number[] | null;
  bring_in?: number | null;
  small_bet?: number | null;
  big_bet?: number | null;
  seq?: number;
}

/** Let this hand be the last. */
export interface End {
  type: "end";
  seq?: number;
}

/** Say the password of a table, before anything of it is sent. */
export interface Enter {
  type: "enter";
  password: string;
}

/** What is to be played for; what is left out goes by the rest, or is as usual. */
export interface WantedStakes {
  ante?: number | null;
  blinds?: number[] | null;
  bring_in?: number | null;
  small_bet?: number | null;
  big_bet?: number | null;
}

/** How long a level lasts, and how the buy-ins are divided. */
export interface SitAndGo {
  hands?: number;
  minutes?: number;
  prizes?: "three" | "two" | "winner";
}

/** What kind of table is wanted; what is left out is as usual. */
export interface Wishes {
  rules: string;
  seats?: number;
  fill?: string | null;
  clock?: number;
  practice?: boolean;
  limit?: string | null;
  stakes?: WantedStakes;
  stack?: number | null;
  bank?: number;
  delay?: number;
  openers?: boolean;
  rebuys?: number;
  sit_and_go?: SitAndGo | null;
  password?: string;
  next_in?: number | null;
  twice?: boolean;
}

/** A step of a hand that is over: what happened, in sentences, and the table after it. */
export interface Step {
  told: string[];
  state: TableView;
}

/** A hand that is over, from the deal to the end, as the reader saw it. */
export interface Steps {
  steps: Step[];
}

/** A kind of hand, and one of it. */
export interface Example {
  kind: string;
  cards: string[];
}

/** What wins, for those who do not know it: a sentence, and hands from the best on. */
export interface Guide {
  about: string;
  hands: Example[];
}

export type Told = TableView | Done | Refusal | Hints | Judged | SeatLink | Locked | Beat;

export type Message =
  | Sit
  | Leave
  | Begin
  | Commit
  | Act
  | RunTwice
  | ShowCards
  | Back
  | SitOut
  | Rebuy
  | Again
  | Agree
  | HandOver
  | TakeOver
  | Hint
  | Say
  | React
  | Pause
  | Kick
  | Grant
  | Decline
  | PassHost
  | ChangeStakes
  | End
  | Enter;
