// Records of hands as the server keeps them, and what this browser keeps of them. See core/record.py and witness.js.

import type { Link, RoundView, Show, TableView } from "../lib/types.d.ts";

/** What somebody did. */
export interface Act {
  do: string;
  to?: number;
  cards?: string;
}

/** A hand that was played; without chips there are no stacks and no button. */
export interface HandRecord {
  protocol?: number;
  table: string;
  previous: string;
  round: number;
  at: number;
  rules: string;
  limit: string;
  names: string[];
  seats: string[];
  nonces: Record<string, string>;
  anew: number;
  anew_by: string[][];
  server_seed: string;
  next_commitment: string;
  deck: string[];
  reserve: string[];
  stacks: number[];
  button: number | null;
  actions: (Act & { player: number; by: string })[];
  computers?: string;
  /** How often the rest of the board was run, if more than once. */
  runs?: number;
  /** What each showed after the hand, if anybody did. */
  showed?: string[][];
  finishing_stacks: number[];
  dealt: number[];
  hands: string[][];
  made: string[];
  winners: number[];
  won: number[];
  returned: number[];
  lines: string[];
}

/** A hand as everybody saw it, while its record is sealed. */
export interface PublicRecord
  extends Pick<HandRecord, "table" | "round" | "rules" | "limit" | "names" | "hands" | "made" | "winners" | "lines"> {
  public: true;
  hash: string;
  me: number | null;
  told: string[];
  events: ({ kind: string } & Record<string, unknown>)[];
}

/** What this browser kept of a hand, as far as it went. */
export interface Witness {
  player: number;
  nonce: string;
  commitments: Record<string, string>;
  server_commitment: string;
  committed: number;
  opened: string;
  following: string;
  /** The number of the last event up to which the others had committed to nothing but `commitments`. */
  knew: number;
  /** Whether the server has refused the nonce because of what others have committed to meanwhile. */
  refused: boolean;
  asked: string[];
  here: string[];
  changed: string[];
  anew: number;
  at: number;
  arrived: number;
  excused: boolean;
  left: boolean;
  spent: boolean;
  /** Whether another device of this person may have the seat, or have played the hand to its end. */
  handed: boolean;
  /** Whether this device took the seat over from one with whose nonce the hand was dealt. */
  tookOver: boolean;
  seat: number;
  people: number[];
  dealt: number;
  hand: string[];
  total: number;
  seen: Pick<RoundView, "hand" | "board"> & { up: string[][]; drawn: number };
  drew: number[][];
  hash: string;
  button: number | null;
  chain: Link | null;
  shown: Pick<Show, "hands" | "made" | "winners" | "won" | "returned">;
  acts: (Act & { seq: number })[];
  unanswered: (Act & { id: string })[];
  stakes: string;
  stacks: Record<string, number>;
}

/** What this browser kept of a hand that it was dealt in. */
export type OwnWitness = Partial<Witness> & Pick<Witness, "player" | "nonce" | "commitments" | "server_commitment">;

/** Whether something holds, null being not known yet; and what, in words. */
export type Check = [holds: boolean | null, words: string];

/** A table at which a hand is, or was, played. */
export type Playing = TableView & { round: RoundView };
