// Chips that move: bets to the pot, and the pot to those who win it. Play never waits for it, and nothing moves for those who
// ask for that.
/** @import { TableView } from "/page/lib/types.d.ts" */
import { $, icon, make } from "/page/lib/dom.js";

const STILL = matchMedia("(prefers-reduced-motion: reduce)");
const LONG = 350; // milliseconds

// Where the bets and the pot are, before the page shows what comes next.
export function places() {
  /** @type {Map<number, DOMRect>} */
  const bets = new Map();
  for (const bet of document.querySelectorAll("[data-bet]"))
    bets.set(Number(bet.getAttribute("data-bet")), bet.getBoundingClientRect());
  return { bets, pot: $("middle").getBoundingClientRect() };
}

// Move chips from where they were to where they have gone.
/** @type {(before: TableView | null, state: TableView, was: ReturnType<typeof places>) => void} */
export function moveChips(before, state, was) {
  if (STILL.matches || !state.game.chips || before?.round?.number !== state.round?.number || document.hidden) return;
  for (const [seat, from] of was.bets) if (!document.querySelector(`[data-bet="${seat}"]`)) fly(from, was.pot);
  const show = state.phase === "shown" && before?.phase !== "shown" ? state.round?.show : undefined;
  show?.won.forEach((amount, number) => {
    if (amount > 0) fly(was.pot, plateOf(state, number).getBoundingClientRect());
  });
}

/** @type {(state: TableView, number: number) => Element} */
function plateOf({ round }, number) {
  if (!round || number === round.me) return $("mine");
  return document.querySelector(`[data-seat="${round.players[number].seat}"] .plate`) ?? $("middle");
}

/** @type {(from: DOMRect, to: DOMRect) => void} */
function fly(from, to) {
  const middle = (/** @type {DOMRect} */ box) => [box.x + box.width / 2, box.y + box.height / 2];
  const [[x, y], [toX, toY]] = [middle(from), middle(to)];
  const chip = make(
    "span",
    { class: "flying", "aria-hidden": "true", "--x": `${x}px`, "--y": `${y}px` },
    icon("chip", "chip"),
  );
  document.body.append(chip);
  const moved = chip.animate(
    { translate: ["0 0", `${toX - x}px ${toY - y}px`] },
    { duration: LONG, easing: "ease-in-out" },
  );
  moved.finished.finally(() => chip.remove());
}
