// The colours of actions and of numbers. None says anything alone: names, numbers and positions say the same.

const BETS = ["#f3c969", "#f0a05a", "#ec7f6c", "#dd6f9b", "#b98be0", "#a9a3f0"];

/** @type {(actions: string[]) => string[]} */
export function coloursOf(actions) {
  const bets = actions.filter((name) => /^(bet|raise)/.test(name));
  return actions.map((name) => {
    if (name === "fold") return "#8fb6e0";
    if (name === "check" || name === "call") return "#86cfa2";
    return BETS[Math.min(bets.indexOf(name), BETS.length - 1)];
  });
}

// Stripes of colours, each as wide as its part.
/** @type {(parts: number[], colours: string[]) => string} */
export function stripes(parts, colours) {
  let from = 0;
  const stops = parts.map((part, number) => {
    const to = from + 100 * part;
    const stop = `${colours[number]} ${from.toFixed(1)}% ${to.toFixed(1)}%`;
    from = to;
    return stop;
  });
  return `linear-gradient(90deg, ${stops.join(", ")})`;
}

// From blue, the least, over a pale middle to orange, the most.
/** @type {(part: number) => string} */
export function heat(part) {
  const [from, to] = part < 0.5 ? ["#7fb0e6", "#f2efe4"] : ["#f2efe4", "#f0a45c"];
  const share = Math.round(100 * (part < 0.5 ? 2 * part : 2 * part - 1));
  return `color-mix(in oklab, ${to} ${share}%, ${from})`;
}
