// Talk and reactions: what was said, what to say, and whom not to hear.
/** @import { Line, TableView } from "/page/lib/types.d.ts" */

import { $, fill, hueOf, icon, make, setText } from "/page/lib/dom.js";
import { settings } from "/page/lib/settings.js";
import { notice, session, ui } from "/page/table/session.js";

// Reactions as they are sent, what they are called, and the pictures of them: not every machine has a font for them.
/** @type {Record<string, [words: string, picture: string]>} */
const REACTIONS = {
  "👏": ["Applause", "applause"],
  "😂": ["Laughter", "laughter"],
  "😮": ["Surprise", "surprise"],
  "😬": ["Ouch", "ouch"],
  "🔥": ["On fire", "fire"],
  "👍": ["Thumbs up", "thumbs-up"],
};
/** @type {(what: string) => SVGElement} */
const drawn = (what) => icon(REACTIONS[what][1], "reaction");
const KEPT = 50;
const SHOWN_FOR = 4; // seconds that a reaction stays at its seat

// A connection is new: its first state brings the last lines again.
export function listenAnew() {
  ui.talk.anew = true;
}

// Take what was said; `visible` is whether the talk is on the screen.
/** @type {(state: TableView, visible: boolean) => void} */
export function showTalk({ talk, you }, visible) {
  const { lines, anew } = ui.talk;
  const known = anew ? lines.map((line) => JSON.stringify(line)) : [];
  const fresh = anew ? talk.filter((line) => !known.includes(JSON.stringify(line))) : talk;
  ui.talk.anew = false;
  ui.talk.lines = [...lines, ...fresh].slice(-KEPT);
  const heard = fresh.filter((line) => !settings.muted.includes(line.name));
  ui.talk.came += heard.filter((line) => line.seat !== you).length;
  for (const line of heard) if (line.reaction && line.at * 1000 > Date.now() - 1000 * SHOWN_FOR) reactAt(line);
  redraw(visible);
}

/** @type {(visible: boolean) => void} */
export function redraw(visible) {
  if (visible) ui.talk.read = ui.talk.came;
  const { lines, read, came } = ui.talk;
  const list = $("talk");
  const atEnd = list.scrollHeight - list.scrollTop - list.clientHeight < 40;
  const changed = fill(list, [lines, settings.muted], () => lines.map(lineView));
  if (changed && atEnd) list.scrollTop = list.scrollHeight;
  const unread = $("unread");
  unread.hidden = read === came;
  setText(unread, String(Math.min(came - read, 99)));
  $("open-panel").setAttribute("aria-label", `Talk and hands${read === came ? "" : `, ${came - read} unread`}`);
}

/** @type {(line: Line) => HTMLElement} */
function lineView({ name, text, at, reaction }) {
  const time = new Date(at * 1000).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
  const shown = reaction && text in REACTIONS && !settings.muted.includes(name);
  const said = shown
    ? [drawn(text), make("span", { class: "visually-hidden" }, REACTIONS[text][0])]
    : [settings.muted.includes(name) ? "(muted)" : text];
  return make(
    "li",
    {},
    make("b", { "--hue": hueOf(name) }, make("bdi", {}, name)),
    " ",
    ...said,
    " ",
    make("time", {}, time),
  );
}

// Show a reaction at the seat for a few seconds.
/** @type {(line: Line) => void} */
function reactAt({ seat, text, name }) {
  const place = document.querySelector(`[data-seat="${seat}"] .player`) ?? $("me");
  if (!(text in REACTIONS)) return;
  const said = make(
    "span",
    { class: "said", role: "img", "aria-label": `${name}: ${REACTIONS[text][0]}` },
    drawn(text),
  );
  place.append(said);
  setTimeout(() => said.remove(), 1000 * SHOWN_FOR);
}

export function prepareTalk() {
  $("reactions").replaceChildren(
    ...Object.entries(REACTIONS).map(([what, [words]]) =>
      make(
        "button",
        { type: "button", "aria-label": words, title: words, onclick: () => session.send("react", { what }) },
        drawn(what),
      ),
    ),
  );
  $("say").addEventListener("submit", (event) => {
    event.preventDefault();
    const field = $("text", HTMLInputElement);
    const text = field.value.trim();
    if (!text) return;
    if (ui.state?.you === null) return notice("Sit down to talk.");
    session.send("say", { text });
    field.value = "";
  });
}
