// A report over flops, from a file of `fivecard.solvers.postflop.report`: a table that is sorted, and a chart of what it
// is sorted by. The file is read here, and sent to nobody.
import { $, amountOf, make, minis, setText, svg } from "/page/lib/dom.js";
import { capital, counted } from "/page/lib/english.js";
import { wordsOf } from "/page/lib/errors.js";
import { chips, percent } from "/page/study/numbers.js";
import { readReport } from "/page/study/report_file.js";

/** @typedef {import("/page/study/report_file.js").Report} Report */

const SHOWN = 50; // rows, until somebody wants all
const [WIDTH, HEIGHT] = [600, 120];
const COUNTS = ["weight", "iterations"];
const CHIPS = ["oop ev", "ip ev"];

/** @type {(column: string, value: number | null) => string} */
function said(column, value) {
  if (value === null || COUNTS.includes(column)) return value === null ? "–" : amountOf(value);
  if (column === "exploitability") return `${value.toFixed(2)} %`;
  return CHIPS.includes(column) ? chips(value) : percent(value);
}

export function prepareReport() {
  /** @type {Report | null} */
  let report = null;
  let by = "";
  let down = true;
  let all = false;

  $("report-file", HTMLInputElement).addEventListener("change", async (event) => {
    const input = /** @type {HTMLInputElement} */ (event.currentTarget);
    const file = input.files?.[0];
    if (!file) return;
    try {
      report = readReport(await file.text());
      by = report.columns.includes("oop ev") ? "oop ev" : report.columns[0];
      [down, all] = [true, false];
      setText($("report-said"), `${file.name}: ${counted(report.rows.length, "flop")}.`);
      draw();
    } catch (error) {
      setText($("report-said"), `${capital(wordsOf(error))}.`);
    }
    input.value = "";
  });

  function draw() {
    if (!report) return;
    const column = report.columns.indexOf(by);
    const rows = [...report.rows].sort((one, two) => {
      const [first, second] = [one.numbers[column] ?? -Infinity, two.numbers[column] ?? -Infinity];
      return down ? second - first : first - second;
    });
    const heads = report.columns.map((name) => {
      const button = make("button", { type: "button", "data-id": name }, name, name === by ? (down ? " ↓" : " ↑") : "");
      button.addEventListener("click", () => {
        [by, down] = [name, name === by ? !down : true];
        draw();
        const again = [...$("report").querySelectorAll("th button")].find(
          (each) => each.getAttribute("data-id") === name,
        );
        if (again instanceof HTMLElement) again.focus({ preventScroll: true });
      });
      const head = make("th", { scope: "col" }, button);
      if (name === by) head.setAttribute("aria-sort", down ? "descending" : "ascending");
      return head;
    });
    const { columns } = report;
    const shown = all ? rows : rows.slice(0, SHOWN);
    const table = make(
      "table",
      { "aria-label": "Flops" },
      make("thead", {}, make("tr", {}, make("th", { scope: "col" }, "Flop"), ...heads)),
      make(
        "tbody",
        {},
        ...shown.map(({ flop, numbers }) =>
          make(
            "tr",
            {},
            make("th", { scope: "row" }, make("span", { class: "minis" }, ...minis(flop))),
            ...columns.map((name, number) => make("td", {}, said(name, numbers[number]))),
          ),
        ),
      ),
    );
    const more = make("button", { type: "button" }, `Show all ${amountOf(rows.length)}`);
    more.addEventListener("click", () => {
      all = true;
      draw();
    });
    $("report").replaceChildren(
      chart(
        by,
        rows.map(({ numbers }) => numbers[column]),
      ),
      make("div", { class: "wide", tabIndex: 0, role: "region", "aria-label": "Flops, scrollable" }, table),
      ...(shown.length < rows.length ? [more] : []),
    );
  }

  // A bar for each flop, in the order of the table.
  /** @type {(name: string, values: (number | null)[]) => HTMLElement} */
  function chart(name, values) {
    const there = values.filter((value) => value !== null);
    const [least, most] = [Math.min(0, ...there), Math.max(0, ...there)];
    const wide = WIDTH / values.length;
    /** @type {(value: number) => number} */
    const y = (value) => (HEIGHT * (most - value)) / (most - least || 1);
    const bars = values.map((value, number) =>
      svg("rect", {
        x: number * wide,
        width: Math.max(wide - (wide > 4 ? 1 : 0), 0.2),
        y: Math.min(y(value ?? 0), y(0)),
        height: Math.abs(y(value ?? 0) - y(0)),
      }),
    );
    const words = `${name} of ${counted(values.length, "flop")}: from ${said(name, Math.min(...there))} to ${said(name, Math.max(...there))}`;
    const drawing = svg(
      "svg",
      {
        viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
        preserveAspectRatio: "none",
        role: "img",
        "aria-label": words,
        class: "bars",
      },
      ...bars,
    );
    return make("figure", { class: "chart" }, drawing, make("figcaption", { class: "quiet" }, `${capital(words)}.`));
  }
}
