// Files of reports: csv, or JSON with an object on each line.

/**
 * @typedef {object} Report
 * @property {string[]} columns of numbers
 * @property {{ flop: string[], numbers: (number | null)[] }[]} rows
 */

// Read a report; what is none is refused in a sentence.
/** @type {(text: string) => Report} */
export function readReport(text) {
  const lines = text.split(/\r?\n/).filter((line) => line.trim());
  const rows = text.trimStart().startsWith("{") ? lines.map(objectOf) : csv(lines);
  const [first] = rows;
  if (!first || typeof first.flop !== "string")
    throw new Error("this file is no report over flops: it has no column flop");
  const columns = Object.keys(first).filter((name) => name !== "flop");
  return {
    columns,
    rows: rows.map((row, number) => {
      const flop = String(row.flop).match(/[2-9TJQKA][cdhs]/g) ?? [];
      if (flop.length !== 3) throw new Error(`row ${number} has no flop of three cards`);
      return { flop, numbers: columns.map((name) => numberOf(row[name])) };
    }),
  };
}

/** @type {(line: string, number: number) => Record<string, unknown>} */
function objectOf(line, number) {
  try {
    return JSON.parse(line);
  } catch {
    throw new Error(`line ${number + 1} is not JSON`);
  }
}

/** @type {(lines: string[]) => Record<string, unknown>[]} */
function csv([head, ...lines]) {
  const names = cells(head ?? "");
  return lines.map((line) => {
    const values = cells(line);
    return Object.fromEntries(names.map((name, number) => [name, values[number] ?? ""]));
  });
}

/** @type {(line: string) => string[]} */
const cells = (line) =>
  [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain]) =>
    quoted === undefined ? plain : quoted.replaceAll('""', '"'),
  );

/** @type {(value: unknown) => number | null} */
function numberOf(value) {
  const number = value === "" || value === null || value === undefined ? Number.NaN : Number(value);
  return Number.isFinite(number) ? number : null;
}
