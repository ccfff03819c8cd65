// English, as all pages need it.
import { amountOf } from "/page/lib/dom.js";

/** @type {(text: string) => string} */
export const capital = (text) => text.slice(0, 1).toUpperCase() + text.slice(1);

/** @type {(count: number, one: string, many?: string) => string} */
export const counted = (count, one, many = `${one}s`) => `${amountOf(count)} ${count === 1 ? one : many}`;
