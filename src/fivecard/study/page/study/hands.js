// The hands of a kind: how often each is there, what it does, and what that is worth.
/** @import { Place, Seat } from "/page/study/types.d.ts" */
import { make, minis } from "/page/lib/dom.js";
import { coloursOf, stripes } from "/page/study/colours.js";
import { byKind, spokenKind } from "/page/study/kinds.js";
import { chips, percent } from "/page/study/numbers.js";

/** @type {(place: Place, seat: Seat, kind: string) => (Node | string)[]} */
export function handsOfKind(place, seat, kind) {
  const range = place.ranges[seat];
  const there = byKind(range).get(kind);
  const title = make("h2", {}, kind, make("span", { class: "visually-hidden" }, `: ${spokenKind(kind)}`));
  if (!there) return [title, make("p", { class: "quiet" }, "None of these hands is here.")];
  const acts = place.player === seat && range.strategy;
  const colours = coloursOf(place.actions.map(({ name }) => name));
  const rows = [...there.places]
    .sort((one, two) => (range.weights[two] ?? 0) - (range.weights[one] ?? 0))
    .map((at) => {
      const hand = range.hands[at];
      const cards = make(
        "span",
        { class: "minis", role: "img", "aria-label": hand },
        ...minis([hand.slice(0, 2), hand.slice(2)]),
      );
      for (const card of cards.children) card.setAttribute("aria-hidden", "true");
      const bar = make("span", { class: "mix", "aria-hidden": "true" });
      if (range.strategy)
        bar.style.background = stripes(
          range.strategy.map((row) => row[at] ?? 0),
          colours,
        );
      return make(
        "tr",
        {},
        make("th", { scope: "row" }, cards, acts ? bar : null),
        make("td", {}, percent(range.reach[at], 0)),
        make("td", {}, percent(range.equities[at], 0)),
        make("td", {}, chips(range.evs[at])),
        ...(acts
          ? place.actions.map((_, number) =>
              make(
                "td",
                {},
                make("b", {}, percent(range.strategy?.[number][at] ?? null, 0)),
                make("br"),
                make("span", { class: "quiet" }, chips(range.action_evs?.[number][at] ?? null)),
              ),
            )
          : []),
      );
    });
  const heads = ["Hand", "Here", "Equity", "EV", ...(acts ? place.actions.map(({ name }) => name) : [])];
  const table = make(
    "table",
    { "aria-label": `Hands of ${kind}` },
    make("thead", {}, make("tr", {}, ...heads.map((head) => make("th", { scope: "col" }, head)))),
    make("tbody", {}, ...rows),
  );
  const note = acts ? "Under each action: how often, and the chips that it wins." : "Equity and chips on average.";
  return [
    title,
    make("div", { class: "wide", tabIndex: 0, role: "region", "aria-label": `Hands of ${kind}, scrollable` }, table),
    make("p", { class: "quiet" }, note),
  ];
}
