// An answer belongs to the question that was on the screen when the key or the finger went down, and is given once. A
// question takes answers after a short pause, so that a second press that was meant for the one before does nothing;
// a key that is held down does nothing more either.

const PAUSE = 600; // milliseconds: longer than between the two presses of a double one

let question = null;
let since = 0;
let given = false;
let press = null; // the press at hand, with the question that it is for

// Ask something: a name for it that no other question has. Calls `ready` when it takes answers.
export function ask(name, ready) {
  if (name === question) return;
  question = name;
  since = performance.now();
  given = false;
  setTimeout(ready, PAUSE + 1);
}

// Whether the question takes an answer now.
export const open = () => !given && performance.now() - since > PAUSE;

// Take the press at hand as the answer, if it is one.
export function take() {
  if (!open() || (press && press.of !== question)) return false;
  given = true;
  return true;
}

// The answer was not accepted: let there be another.
export function askAgain() {
  given = false;
}

function down(event) {
  if (event.repeat) {
    if (event.key === "Enter") event.preventDefault(); // else it presses a button again, or sends a form
  } else if (event.type === "pointerdown" || event.key === "Enter" || event.key === " ") press = { of: open() ? question : null };
}

// The click comes when the key or finger has gone up.
function up() {
  const ended = press;
  setTimeout(() => {
    if (press === ended) press = null;
  });
}

for (const name of ["keydown", "pointerdown"]) document.addEventListener(name, down, true);
for (const name of ["keyup", "pointerup", "pointercancel"]) document.addEventListener(name, up, true);
