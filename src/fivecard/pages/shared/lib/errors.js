// What went wrong, in words: anything can be thrown.

/** @type {(error: unknown) => string} */
export const wordsOf = (error) => (error instanceof Error ? error.message : String(error));
