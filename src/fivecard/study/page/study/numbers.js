// Numbers as the page says them.

const CHIPS = new Intl.NumberFormat("en", { maximumFractionDigits: 1 });

/** @type {(number: number | null) => string} */
export const chips = (number) => (number === null ? "–" : CHIPS.format(number).replace("-", "−"));

/** @type {(part: number | null, digits?: number) => string} */
export const percent = (part, digits = 1) =>
  part === null ? "–" : `${(100 * part).toFixed(digits).replace(/\.0$/, "")} %`;

/** @type {(seconds: number) => string} */
export const duration = (seconds) =>
  seconds < 1
    ? "less than a second"
    : seconds < 90
      ? `${Math.round(seconds)} s`
      : `${Math.round(seconds / 60).toLocaleString("en")} min`;
