// Asking the server; what it refuses is an error with its sentence, and the field that it is about.

export class Refused extends Error {
  /**
   * @param {string} message
   * @param {number} status
   * @param {string} field
   */
  constructor(message, status, field) {
    super(message);
    this.status = status;
    this.field = field;
  }
}

/** @type {(answer: Response) => Promise<any>} */
async function read(answer) {
  /** @type {any} */
  let found;
  try {
    found = await answer.json();
  } catch {
    throw new Refused("the server's answer cannot be read", answer.status, "");
  }
  if (answer.ok) return found;
  throw new Refused(String(found.message), answer.status, String(found.field ?? ""));
}

/** @type {(asked: () => Promise<Response>) => Promise<any>} */
async function reached(asked) {
  /** @type {Response} */
  let answer;
  try {
    answer = await asked();
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new Refused("the server does not answer: is `fivecard study` still running?", 0, "");
  }
  return read(answer);
}

/** @type {(address: string, signal?: AbortSignal) => Promise<any>} */
export const get = (address, signal) => reached(() => fetch(address, { cache: "no-store", signal }));

/** @type {(address: string, body?: unknown, signal?: AbortSignal) => Promise<any>} */
export const post = (address, body = {}, signal) =>
  reached(() =>
    fetch(address, {
      method: "POST",
      body: body instanceof Blob ? body : JSON.stringify(body),
      signal,
    }),
  );
