// Both ranges: as texts, which the server reads and writes, and as grids that are painted.
/** @import { Seat, ShownRange } from "/page/study/types.d.ts" */
import { $, make, setText } from "/page/lib/dom.js";
import { wordsOf } from "/page/lib/errors.js";
import { kindUnder, makeGrid } from "/page/study/grid.js";
import { handsOf, spokenKind } from "/page/study/kinds.js";
import { post } from "/page/study/server.js";

/** @type {Record<Seat, string>} */
export const SEATS = { oop: "Out of position", ip: "In position" };
const WAIT = 250; // milliseconds after the last letter

/**
 * @typedef {object} Ranges
 * @property {Record<Seat, string>} texts
 * @property {() => Promise<void>} settled after what was typed and painted is read
 * @property {() => void} show
 * @property {(problems: Record<string, string>) => void} blame
 */

/** @type {(game: () => string, changed: () => void) => Ranges} */
export function prepareRanges(game, changed) {
  /** @type {Record<Seat, string>} */
  const texts = { oop: "", ip: "" };
  /** @type {Record<Seat, string>} */
  const problems = { oop: "", ip: "" };
  /** @type {Seat} */
  let whose = "oop";
  /** @type {Map<string, number>} */
  let weights = new Map();
  /** @type {Map<string, number>} what was painted and is not in the text yet */
  let painted = new Map();
  let busy = Promise.resolve();
  let waiting = 0;
  let asked = 0;
  const text = $("range-text", HTMLTextAreaElement);
  const brush = $("brush", HTMLInputElement);
  const grid = makeGrid("Hands of the range: press to paint", () => {});
  $("range-grid").replaceChildren(grid.element);

  $("whose").append(
    ...Object.entries(SEATS).map(([seat, name]) => {
      const input = make("input", { type: "radio", name: "whose", value: seat, checked: seat === whose });
      input.addEventListener("change", () => {
        whose = /** @type {Seat} */ (seat);
        show();
      });
      return make("label", {}, name, input);
    }),
  );

  function showCells() {
    for (const [kind, cell] of grid.cells) {
      const weight = weights.get(kind) ?? 0;
      cell.textContent = kind;
      cell.style.setProperty("--part", String(weight));
      cell.classList.toggle("there", weight > 0);
      cell.setAttribute("aria-label", `${spokenKind(kind)}: ${Math.round(100 * weight)} %`);
    }
  }

  function showProblem() {
    setText($("problem-range"), problems[whose]);
    text.setAttribute("aria-invalid", String(Boolean(problems[whose])));
  }

  /** @type {(found: ShownRange) => void} */
  function take(found) {
    weights = new Map(
      [...grid.cells.keys()].map((kind, number) => {
        const size = found.grid.length; // short-deck has nine ranks
        const [row, column] = [Math.floor(number / 13), number % 13];
        return [kind, row < size && column < size ? found.grid[row][column] : 0];
      }),
    );
    const all = [...weights].reduce((sum, [kind, weight]) => sum + weight * handsOf(kind), 0);
    setText($("range-said"), `${found.hands.toLocaleString("en")} hands, ${((100 * all) / 1326).toFixed(1)} % of all.`);
    showCells();
  }

  /** @type {(kinds?: Record<string, number>) => void} */
  function read(kinds) {
    const seat = whose;
    const mine = ++asked;
    busy = busy.then(async () => {
      try {
        const found = await post("/range", { text: texts[seat], game: game(), ...(kinds && { kinds }) });
        if (kinds) texts[seat] = found.text;
        problems[seat] = "";
        if (mine === asked && seat === whose) {
          if (kinds) text.value = found.text;
          take(found);
        }
        changed();
      } catch (error) {
        problems[seat] = wordsOf(error);
      }
      if (seat === whose) showProblem();
    });
  }

  function show() {
    text.value = texts[whose];
    text.setAttribute("aria-label", `${SEATS[whose]}: range as text`);
    showProblem();
    read();
  }

  text.addEventListener("input", () => {
    texts[whose] = text.value;
    clearTimeout(waiting);
    waiting = setTimeout(() => {
      waiting = 0;
      read();
    }, WAIT);
  });

  // Painting: the first kind says whether a stroke paints or wipes out.
  let stroke = 0;
  /** @type {(kind: string | null) => void} */
  const paint = (kind) => {
    if (!kind || weights.get(kind) === stroke) return;
    weights.set(kind, stroke);
    painted.set(kind, stroke);
    showCells();
  };
  const begin = (/** @type {string} */ kind) => {
    const wanted = Number(brush.value) / 100;
    stroke = weights.get(kind) === wanted ? 0 : wanted;
  };
  const end = () => {
    if (!painted.size) return;
    read(Object.fromEntries(painted));
    painted = new Map();
  };
  grid.element.addEventListener("pointerdown", (event) => {
    const kind = kindUnder(event.target);
    if (!kind || event.button) return;
    event.preventDefault();
    grid.goTo(kind, true);
    grid.element.setPointerCapture(event.pointerId);
    begin(kind);
    paint(kind);
  });
  grid.element.addEventListener("pointermove", (event) => {
    if (grid.element.hasPointerCapture(event.pointerId))
      paint(kindUnder(document.elementFromPoint(event.clientX, event.clientY)));
  });
  for (const name of ["pointerup", "pointercancel"]) grid.element.addEventListener(name, end);
  grid.element.addEventListener("keydown", (event) => {
    const kind = kindUnder(event.target);
    if (!kind || (event.key !== " " && event.key !== "Enter")) return;
    event.preventDefault();
    begin(kind);
    paint(kind);
    end();
  });
  brush.addEventListener("input", () => setText($("brush-said"), `${brush.value} %`));
  $("range-none").addEventListener("click", () => {
    texts[whose] = "";
    show();
  });

  return {
    texts,
    show,
    settled: async () => {
      if (waiting) {
        clearTimeout(waiting);
        waiting = 0;
        read();
      }
      await busy;
    },
    blame: (found) => {
      for (const seat of /** @type {Seat[]} */ (["oop", "ip"])) problems[seat] = found[seat] ?? problems[seat];
      showProblem();
      for (const input of $("whose").querySelectorAll("input"))
        input.closest("label")?.classList.toggle("wrong", Boolean(problems[/** @type {Seat} */ (input.value)]));
    },
  };
}
