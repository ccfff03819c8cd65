// What the server says: fivecard.study.places, .practice and .web.

export type Seat = "oop" | "ip";
export type Question = Record<string, string>;

export interface Study {
  id: string;
  title: string;
  state: "solving" | "stopped" | "solved" | "failed";
  error: string;
  target: number;
  iterations: number;
  exploitability: number | null;
  seconds: number;
  curve: [number, number, number][];
  can_improve: boolean;
  question: Question | null;
  pot: number;
  stack: number;
  board: string[];
}

export interface Settings {
  usual: Question;
  first: string;
  open: { id: string; title: string }[];
}

export interface Estimate {
  problems: Record<string, string>;
  nodes?: number;
  memory?: string;
  seconds?: [string, string, string];
}

export interface ShownRange {
  text: string;
  grid: number[][];
  hands: number;
}

export interface Step {
  step: string;
  player: Seat | null;
}

export interface RangeHere {
  hands: string[];
  reach: (number | null)[];
  weights: (number | null)[];
  evs: (number | null)[];
  equities: (number | null)[];
  strategy: (number | null)[][] | null;
  action_evs: (number | null)[][] | null;
}

export interface Place {
  path: Step[];
  pot: number;
  stacks: [number, number];
  kind: "act" | "card" | "fold" | "showdown";
  board: string[];
  player: Seat | null;
  actions: { name: string; leads: string }[];
  values: Record<Seat, number | null>;
  equities: Record<Seat, number | null>;
  frequencies: (number | null)[];
  ranges: Record<Seat, RangeHere>;
  cards: string[];
}

export interface CardValue {
  card: string;
  values: [number | null, number | null];
  equities: [number | null, number | null];
}

export interface Verdict {
  action: string;
  cost: number;
  percent: number;
  right: boolean;
  chances: Record<string, number>;
  evs: Record<string, number>;
  kind: string;
  street: string;
}

export interface Learnt {
  decisions: number;
  right: number;
  cost: number;
  streets: Record<string, [number, number]>;
  kinds: Record<string, [number, number]>;
  weakest: string[];
}

export interface Exercise {
  exercise: string;
  player: Seat;
  hand: string[];
  other: string[] | null;
  board: string[];
  path: Step[];
  actions: string[];
  street: string;
  over: boolean;
  why: string;
  pot: number;
  stacks: [number, number];
  verdict?: Verdict;
  progress?: Learnt;
}
