// How what can be gained has fallen while it was solved: time to the right, both axes from what there is.
import { make, svg } from "/page/lib/dom.js";
import { duration } from "/page/study/numbers.js";

const [WIDTH, HEIGHT, LEFT, BELOW] = [320, 120, 44, 18];
const TICKS = [100, 10, 1, 0.1, 0.01, 0.001];

/** @type {(curve: [number, number, number][], target: number) => Node | null} */
export function drawCurve(curve, target) {
  const points = curve.filter(([, , gain]) => gain > 0);
  if (points.length < 2) return null;
  const longest = Math.max(...points.map(([seconds]) => seconds));
  const most = Math.log10(Math.max(...points.map(([, , gain]) => gain), target));
  const least = Math.log10(Math.min(...points.map(([, , gain]) => gain), target)) - 0.1;
  /** @type {(seconds: number) => number} */
  const x = (seconds) => LEFT + ((WIDTH - LEFT - 4) * seconds) / longest;
  /** @type {(gain: number) => number} */
  const y = (gain) => 6 + ((HEIGHT - BELOW - 6) * (most - Math.log10(gain))) / (most - least || 1);
  const last = points[points.length - 1];
  const words = `Exploitability fell to ${last[2].toPrecision(2)} % of the pot in ${duration(last[0])}; the target is ${target} %`;
  /** @type {(x: number, y: number, text: string, anchor: string) => SVGElement} */
  const label = (x, y, text, anchor) => {
    const element = svg("text", { x, y, "text-anchor": anchor, class: "tick" });
    element.textContent = text;
    return element;
  };
  const ticks = TICKS.filter((tick) => Math.log10(tick) <= most && Math.log10(tick) >= least && tick !== target);
  const drawing = svg(
    "svg",
    {
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      preserveAspectRatio: "xMinYMid",
      role: "img",
      "aria-label": words,
      class: "curve",
    },
    ...ticks.flatMap((tick) => [
      svg("line", { x1: LEFT, x2: WIDTH, y1: y(tick), y2: y(tick), class: "rule" }),
      label(LEFT - 4, y(tick) + 3, `${tick} %`, "end"),
    ]),
    svg("line", { x1: LEFT, x2: WIDTH, y1: y(target), y2: y(target), class: "goal" }),
    label(WIDTH - 2, y(target) - 3, `target ${target} %`, "end"),
    svg("polyline", { points: points.map(([seconds, , gain]) => `${x(seconds)},${y(gain)}`).join(" "), class: "fall" }),
    label(LEFT, HEIGHT - 4, "0 s", "start"),
    label(WIDTH - 2, HEIGHT - 4, duration(longest), "end"),
  );
  return make("figure", {}, drawing);
}
