// Records of rounds as the server keeps them, and what this browser keeps of them. See core/record.py and witness.js.

import type { Link, RoundView, Show, TableView } from "../lib/types.d.ts";

/** A deal that came to nothing. */
export interface VoidRecord {
  protocol?: number;
  table: string;
  round: number;
  after: number;
  previous: string;
  void: string;
  players: string[];
  names: string[];
  puzzles: Record<string, string>;
}

/** A round that was played. */
export interface PlayedRecord {
  protocol?: number;
  table: string;
  round: number;
  after: number;
  previous: string;
  voids: VoidRecord[];
  puzzles: Record<string, string>;
  openings: Record<string, { factor?: string; forced?: string }>;
  rules: string;
  players: number;
  names: string[];
  agreed: string;
  server_commitment: string;
  server_seed: string;
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

export type RoundRecord = PlayedRecord | ChipsRecord | VoidRecord;

/** What this browser kept of a round, as far as it went. */
export interface Witness {
  seat: number;
  factors: string[];
  committed: number;
  server_commitment: string;
  sealed_after: number;
  acknowledged: string[];
  hand: string[];
  thrown: string[];
  final: string[];
  drew: Record<string, number>;
  hash: string;
  void: string;
  chain: Link | null;
  shown: Pick<Show, "hands" | "made" | "winners" | "reason" | "won" | "returned">;
  acts: Act[] | null;
  acts_before: Act[] | null;
  voids: Record<string, Partial<Witness>>;
}

/** What this browser kept of a round that it has a puzzle in. */
export type OwnWitness = Partial<Witness> & Pick<Witness, "seat" | "factors">;

/** Whether something holds, null being not known yet; and what, in words. */
export type Check = [holds: boolean | null, words: string];

/** A table at which a round is, or was, played. */
export type Playing = TableView & { round: RoundView };
