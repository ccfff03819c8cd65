// What is agreed on for an evening: buying in again or a sit-and-go, and a password.
import { make } from "/page/lib/dom.js";

const REBUYS = 2; // as often as friends forgive
const LEVEL = 10; // hands or minutes
const PRIZES = { winner: "Winner takes all", two: "First two are paid", three: "First three are paid" };

/** @type {(name: string, words: string, properties: object) => HTMLElement} */
const field = (name, words, properties) =>
  make("label", { class: "field" }, words, make("input", { name, autocomplete: "off", ...properties }));

/** @type {(name: string, words: string, choices: Record<string, string>, chosen: string) => HTMLElement} */
export const choice = (name, words, choices, chosen) =>
  make(
    "label",
    { class: "field" },
    words,
    make(
      "select",
      { name },
      ...Object.entries(choices).map(([each, told]) => new Option(told, each, false, each === chosen)),
    ),
  );

/** @type {(value: number, most: number, least?: number) => object} */
const count = (value, most, least = 0) => ({
  type: "number",
  min: least,
  max: most,
  value,
  inputMode: "numeric",
  required: true,
});

// The fields, by what is chosen so far.
/** @type {(value: (name: string) => string, chips: boolean) => HTMLElement[]} */
export function eveningFields(value, chips) {
  const password = field("password", "Password", {
    type: "text",
    maxLength: 64,
    placeholder: "none",
    value: value("password"),
  });
  if (!chips) return [password];
  const tournament = value("kind") === "sit_and_go";
  return [
    choice("kind", "Kind of game", { cash: "Cash game", sit_and_go: "Sit-and-go" }, value("kind")),
    ...(tournament
      ? [
          choice("levels", "Blinds and antes rise by", { hands: "Hands", minutes: "Minutes" }, value("levels")),
          field("level", "Hands or minutes a level", count(Number(value("level")) || LEVEL, 100, 1)),
          choice("prizes", "Prizes", PRIZES, value("prizes") || "two"),
        ]
      : [field("rebuys", "Rebuys without asking", count(value("rebuys") ? Number(value("rebuys")) : REBUYS, 100))]),
    password,
  ];
}

// What is wanted, as the server takes it.
/** @type {(value: (name: string) => string, chips: boolean) => object} */
export function eveningWishes(value, chips) {
  const password = value("password");
  if (!chips) return { password };
  if (value("kind") !== "sit_and_go") return { password, rebuys: Number(value("rebuys")) };
  return { password, sit_and_go: { [value("levels")]: Number(value("level")), prizes: value("prizes") } };
}

// In a few words.
/** @type {(value: (name: string) => string) => string[]} */
export const eveningWords = (value) => [
  value("kind") === "sit_and_go" ? "sit-and-go" : "",
  value("password") ? "with a password" : "",
];
