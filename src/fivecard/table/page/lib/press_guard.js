// An answer belongs to the question that was on the screen when the key or the finger went down, and is given once. A
// question takes answers after a short pause, so that a second press that was meant for the one before does nothing;
// a key that is held down does nothing more either.

const PAUSE = 600; // milliseconds: longer than between the two presses of a double one

/** @type {string | null} */
let question = null;
let timer = 0; // no clock is compared with it: browsers round what they tell of the time
let taking = false;
let given = false;
/** @type {{ of: string | null } | null} */
let press = null; // the press at hand, with the question that it is for

// Ask something: a name for it that no other question has. Calls `ready` when it takes answers.
/** @type {(name: string, ready: () => void) => void} */
export function ask(name, ready) {
  if (name === question) return;
  question = name;
  taking = false;
  given = false;
  clearTimeout(timer);
  timer = setTimeout(() => {
    taking = true;
    ready();
  }, PAUSE);
}

// Whether the question takes an answer now.
export const open = () => taking && !given;

// Whether the press at hand was made for the question.
export const meant = () => open() && (!press || press.of === question);

// Take the press at hand as the answer, if it is one.
export function take() {
  if (!meant()) return false;
  given = true;
  return true;
}

// The answer was not accepted: let there be another.
export function askAgain() {
  given = false;
}

// Nothing is asked any more.
export function reset() {
  clearTimeout(timer);
  question = press = null;
  taking = given = false;
}

/** @type {(event: KeyboardEvent | PointerEvent) => void} */
function down(event) {
  const key = "key" in event ? event.key : null;
  if ("repeat" in event && event.repeat) {
    if (key === "Enter") event.preventDefault(); // else it presses a button again, or sends a form
  } else if (event.type === "pointerdown" || key === "Enter" || key === " ") press = { of: open() ? question : null };
}

// The click comes when the key or finger has gone up.
function up() {
  const ended = press;
  setTimeout(() => {
    if (press === ended) press = null;
  });
}

document.addEventListener("keydown", down, true);
document.addEventListener("pointerdown", down, true);
for (const name of ["keyup", "pointerup", "pointercancel"]) document.addEventListener(name, up, true);
