// A grid of the 169 kinds of hands: one stop of Tab, arrows inside it, a finger or a mouse over it.
import { make } from "/page/lib/dom.js";
import { kindAt, SIZE } from "/page/study/kinds.js";

const ARROWS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };

/**
 * @typedef {object} Cells
 * @property {HTMLElement} element
 * @property {Map<string, HTMLElement>} cells by the names of kinds
 * @property {(kind: string, focus?: boolean) => void} goTo
 */

// Make a grid; `told` hears which kind is come to, by keys or by pressing.
/** @type {(label: string, told: (kind: string) => void) => Cells} */
export function makeGrid(label, told) {
  /** @type {Map<string, HTMLElement>} */
  const cells = new Map();
  const rows = Array.from({ length: SIZE }, (_, row) =>
    make(
      "div",
      { role: "row" },
      ...Array.from({ length: SIZE }, (_, column) => {
        const kind = kindAt(row, column);
        const cell = make("div", {
          role: "gridcell",
          tabIndex: row || column ? -1 : 0,
          "data-kind": kind,
        });
        cells.set(kind, cell);
        return cell;
      }),
    ),
  );
  const element = make("div", { class: "grid", role: "grid", "aria-label": label }, ...rows);

  /** @type {(kind: string, focus?: boolean) => void} */
  function goTo(kind, focus = false) {
    for (const cell of cells.values()) cell.tabIndex = -1;
    const cell = cells.get(kind);
    if (!cell) return;
    cell.tabIndex = 0;
    if (focus) cell.focus();
  }

  element.addEventListener("keydown", (event) => {
    const kind = kindUnder(event.target);
    const step = ARROWS[/** @type {keyof typeof ARROWS} */ (event.key)];
    if (!kind || !step || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    const at = [...cells.keys()].indexOf(kind);
    const row = Math.min(Math.max(Math.floor(at / SIZE) + step[0], 0), SIZE - 1);
    const column = Math.min(Math.max((at % SIZE) + step[1], 0), SIZE - 1);
    const next = kindAt(row, column);
    goTo(next, true);
    told(next);
  });
  element.addEventListener("click", (event) => {
    const kind = kindUnder(event.target);
    if (!kind) return;
    goTo(kind, true);
    told(kind);
  });
  return { element, cells, goTo };
}

/** @type {(target: EventTarget | null) => string | null} */
export function kindUnder(target) {
  const cell = target instanceof Element ? target.closest("[data-kind]") : null;
  return cell instanceof HTMLElement ? (cell.dataset.kind ?? null) : null;
}
