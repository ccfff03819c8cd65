// Names of people in English sentences.

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

// A name as a part of a sentence: one that is read from the right leaves the order of the words around it.
/** @type {(name: string) => string} */
export const isolated = (name) => (RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name);

// A sentence of the server's, which has these names in it. No English word is read from the right: what is found is a name.
/** @type {(text: string, names: (string | null)[]) => string} */
export const withNames = (text, names) =>
  names.reduce((/** @type {string} */ told, name) => (name ? told.replaceAll(name, isolated(name)) : told), text);
