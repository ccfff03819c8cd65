// A question that is being solved: its curve, and what can be done with it.
/** @import { Study } from "/page/study/types.d.ts" */
import { $, amountOf, fill, make, setText } from "/page/lib/dom.js";
import { capital } from "/page/lib/english.js";
import { wordsOf } from "/page/lib/errors.js";
import { drawCurve } from "/page/study/curve.js";
import { duration } from "/page/study/numbers.js";
import { get, post } from "/page/study/server.js";

const WAIT = 400; // milliseconds between two questions for how far it is

/** @type {(study: Study) => string} */
function words({ state, iterations, seconds, exploitability, curve, target, error, can_improve }) {
  const now = curve.at(-1)?.[2];
  if (state === "failed") return `${capital(error)}.`;
  if (state === "solving")
    return now === undefined
      ? "Solving ..."
      : `Solving: ${now.toPrecision(2)} % of the pot can be gained, ${target} % is the target.`;
  const gain = exploitability === null ? "" : `Nobody gains more than ${exploitability.toPrecision(2)} % of the pot. `;
  const how = can_improve ? `${amountOf(iterations)} iterations, ${duration(seconds)}.` : "From a file.";
  return `${gain}${state === "stopped" ? "Stopped short of the target. " : ""}${how}`;
}

/**
 * @typedef {object} Job
 * @property {(study: Study) => void} show
 * @property {() => void} forget
 */

// Show how far a question is; `changed` hears when solving has begun or ended.
/** @type {(changed: (study: Study) => void) => Job} */
export function prepareJob(changed) {
  /** @type {Study | null} */
  let shown = null;
  let waiting = 0;

  /** @type {(study: Study) => void} */
  function show(study) {
    const before = shown;
    shown = study;
    clearTimeout(waiting);
    $("job").hidden = false;
    $("job").dataset.state = study.state;
    setText($("job-said"), words(study));
    fill($("curve"), [study.curve.length, study.id, study.state], () => [drawCurve(study.curve, study.target)]);
    fill($("job-ways"), [study.id, study.state, study.target], () => ways(study));
    if (study.state === "solving") waiting = setTimeout(ask, WAIT, study.id);
    if (before?.id !== study.id || before?.state !== study.state) changed(study);
  }

  /** @type {(id: string) => Promise<void>} */
  async function ask(id) {
    try {
      const study = await get(`/solutions/${id}`);
      if (shown?.id === id) show(study);
    } catch (error) {
      setText($("job-said"), `${capital(wordsOf(error))}.`);
      if (shown?.id === id) waiting = setTimeout(ask, 5 * WAIT, id);
    }
  }

  /** @type {(address: string, body?: object) => Promise<void>} */
  async function act(address, body) {
    try {
      show(await post(address, body));
    } catch (error) {
      setText($("job-said"), `${capital(wordsOf(error))}.`);
    }
  }

  /** @type {(study: Study) => Node[]} */
  function ways({ id, state, target, can_improve }) {
    if (state === "solving") {
      const stop = make("button", { type: "button", "data-id": "stop" }, "Stop");
      stop.addEventListener("click", () => act(`/solutions/${id}/stop`));
      return [stop];
    }
    const save = make("a", { class: "button", href: `/solutions/${id}/file`, download: "", "data-id": "save" }, "Save");
    if (!can_improve) return [save];
    const better = state === "stopped" ? target : Number((target / 3).toPrecision(1));
    const on = make("button", { type: "button", "data-id": "on" }, `Go on to ${better} %`);
    on.addEventListener("click", () => act(`/solutions/${id}/go-on`, { target: String(better) }));
    return [on, save];
  }

  return {
    show,
    forget: () => {
      clearTimeout(waiting);
      shown = null;
      $("job").hidden = true;
    },
  };
}
