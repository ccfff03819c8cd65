// The study: which view is shown, of which solution and which spot, as the address says.
/** @import { Study } from "/page/study/types.d.ts" */
/** @import { View } from "/page/study/link.js" */
import { $, make, setText } from "/page/lib/dom.js";
import { capital } from "/page/lib/english.js";
import { wordsOf } from "/page/lib/errors.js";
import { addressOf, goTo, VIEWS, where } from "/page/study/link.js";
import { prepareSpot } from "/page/study/place.js";
import { preparePractice } from "/page/study/practice.js";
import { askSettings, prepareQuestion } from "/page/study/question.js";
import { prepareReport } from "/page/study/report.js";
import { get, Refused } from "/page/study/server.js";
import { prepareJob } from "/page/study/solving.js";

const settings = await askSettings();
/** @type {Study | null} */
let study = null;
/** @type {string[]} the spot that is shown, or that will be once it is solved */
let at = [];

const form = prepareQuestion(settings, (begun) => {
  if (study && study.id !== begun.id) at = []; // else it is the question of a link, which leads to a spot
  study = begun;
  open("solution");
});
const job = prepareJob((now) => {
  study = now;
  if (now.state !== "solving") showSpot();
  else spot.clear();
  $("nothing").hidden = true;
});
const spot = prepareSpot((path) => {
  at = path;
  open("solution");
});
const practice = preparePractice((path) => {
  at = path;
  open("solution");
});

/** @type {(view: View, replace?: boolean) => void} */
function open(view, replace = false) {
  const question = study?.question ?? (study ? {} : form.read());
  goTo(
    addressOf({ view, id: study?.id ?? "", at, question: { ...question, blind: form.read().blind } }, settings.usual),
    replace,
  );
  show(view);
}

/** @type {(view: View) => void} */
function show(view) {
  for (const name of VIEWS) $(name).hidden = name !== view;
  for (const link of $("views").querySelectorAll("a")) {
    if (link.dataset.view === view) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  setText($("notice"), "");
  document.title = `${study && view !== "question" ? study.title : capital(view)} · fivecard study`;
  if (view === "solution") {
    if (study) job.show(study);
    else listOpen();
    showSpot();
  }
  if (view === "practice")
    practice.show(study && study.state !== "solving" ? study : null, Number(form.read().blind) || 0);
}

function showSpot() {
  if (!study || $("solution").hidden) return;
  if (study.state === "solved" || (study.state === "stopped" && study.iterations)) spot.show(study, at);
}

// List what is open on the server.
async function listOpen() {
  const { open: there } = await askSettings();
  $("opened").replaceChildren(
    ...there.map(({ id, title }) => {
      const address = addressOf({ view: "solution", id, at: [], question: {} }, settings.usual);
      return make("li", {}, make("a", { class: "tool", href: address }, title));
    }),
  );
}

// Come to where the address leads: a solution that is open here, or a question that can be solved here.
async function arrive() {
  const [to, address] = [where(), location.hash];
  at = to.at;
  if (to.id && to.id !== study?.id) {
    try {
      const found = await get(`/solutions/${to.id}`);
      if (address !== location.hash) return; // somebody has gone on meanwhile
      study = found;
    } catch (error) {
      study = null;
      job.forget();
      spot.clear();
      form.show(to.question);
      show("question");
      const known = error instanceof Refused && error.status === 404;
      setText(
        $("notice"),
        known
          ? "This solution is not open here: solve its question to get to the spot."
          : `${capital(wordsOf(error))}.`,
      );
      return;
    }
  }
  if (!to.id && study && to.view !== "question") return open(to.view, true);
  if (study?.question && to.id) form.show({ ...study.question, ...to.question });
  show(to.view);
}

$("views").addEventListener("click", (event) => {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!(link instanceof HTMLAnchorElement)) return;
  event.preventDefault();
  open(/** @type {View} */ (link.dataset.view));
});
addEventListener("popstate", arrive);
addEventListener("keydown", (event) => {
  if (!$("solution").hidden) spot.key(event);
  else if (!$("practice").hidden) practice.key(event);
});

prepareReport();
const first = where();
form.show(first.id ? {} : first.question);
if (settings.first && !location.hash) {
  study = await get(`/solutions/${settings.first}`);
  if (study?.question) form.show(study.question);
  open("solution", true);
} else await arrive();
