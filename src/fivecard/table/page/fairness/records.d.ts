// Records of rounds as the server keeps them, and what this browser keeps of them. See core/record.py and witness.js.

import type { Link, RoundView, Show, TableView } from "../lib/types.d.ts";

/** A round that was played. */
export interface PlayedRecord {
  protocol?: number;
  table: string;
  round: number;
  previous: string;
  rules: string;
  players: number;
  names: string[];
  seats: string[];
  nonces: Record<string, string>;
  server_seed: string;
  next_commitment: string;
  deck: string[];
  reserve: string[];
  discards: string[][];
  by: ("person" | "computer" | "clock")[];
  computers?: string;
  hands: string[][];
  made: string[];
  winners: number[];
  reason: string;
}

/** What somebody did in a hand with chips. */
export interface Act {
  do: string;
  to?: number;
  cards?: string;
}

/** A hand with chips: what it was played for, and how it went. */
export interface ChipsRecord extends PlayedRecord {
  limit: string;
  stacks: number[];
  finishing_stacks: number[];
  button: number;
  actions: (Act & { player: number; by: string })[];
  won: number[];
  returned: number[];
  lines: string[];
}

/** A hand with chips as everybody saw it, until the table has ended. */
export interface PublicRecord
  extends Pick<ChipsRecord, "table" | "round" | "rules" | "limit" | "names" | "hands" | "made" | "winners" | "lines"> {
  public: true;
  hash: string;
  me: number | null;
  told: string[];
  events: ({ kind: string } & Record<string, unknown>)[];
}

export type RoundRecord = PlayedRecord | ChipsRecord;

/** What this browser kept of a round, as far as it went. */
export interface Witness {
  player: number;
  nonce: string;
  commitments: Record<string, string>;
  server_commitment: string;
  committed: number;
  opened: string;
  following: string;
  asked: string[];
  anew: number;
  arrived: number;
  excused: boolean;
  left: boolean;
  spent: boolean;
  seat: number;
  people: number[];
  dealt: number;
  hand: string[];
  total: number;
  seen: Pick<RoundView, "hand" | "board"> & { up: string[][]; drawn: number };
  thrown: string[];
  final: string[];
  drew: Record<string, number>;
  hash: string;
  button: number;
  chain: Link | null;
  shown: Pick<Show, "hands" | "made" | "winners" | "reason" | "won" | "returned">;
  acts: Act[] | null;
  acts_before: Act[] | null;
}

/** What this browser kept of a round that it was dealt in. */
export type OwnWitness = Partial<Witness> & Pick<Witness, "player" | "nonce" | "commitments" | "server_commitment">;

/** Whether something holds, null being not known yet; and what, in words. */
export type Check = [holds: boolean | null, words: string];

/** A table at which a round is, or was, played. */
export type Playing = TableView & { round: RoundView };
