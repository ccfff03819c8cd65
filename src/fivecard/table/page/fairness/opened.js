// What stands at a table when a browser opens a nonce, and whether that nonce is still for what stands there later.
/** @import { Witness } from "/page/fairness/records.d.ts" */
/** @import { TableView } from "/page/lib/types.d.ts" */

// What the others have committed to, by seat: also those who come too late for the next hand, since all may begin anew before
// this browser's nonce arrives.
/** @type {(state: TableView) => Record<string, string>} */
export const others = ({ seats, you }) =>
  Object.fromEntries(seats.flatMap(({ name, commitment }, seat) => (name && seat !== you ? [[seat, commitment]] : [])));

// The chips of all who are waited for, and one's own, by seat.
/** @type {(state: TableView) => Record<string, number>} */
export const stacksOf = ({ seats, you }) =>
  Object.fromEntries(seats.flatMap((each, seat) => (isWaitedFor(each) || seat === you ? [[seat, each.stack]] : [])));

// What the next hand is played for, in words: `game` has it of the hand that lies there.
/** @type {(state: TableView) => string} */
export const stakesOf = ({ game, next_stakes }) => next_stakes || game.stakes;

// The names of those who are waited for.
/** @type {(state: TableView) => string[]} */
export const waitedFor = ({ seats, you }) =>
  seats.flatMap((each, seat) => (seat !== you && isWaitedFor(each) ? [each.name ?? ""] : []));

/** @type {(seat: TableView["seats"][number]) => boolean} */
const isWaitedFor = ({ name, away, out, late }) => Boolean(name) && !away && !out && !late;

// Whether the others have committed to nothing but what a browser knew when it opened its nonce.
/** @type {(state: TableView, kept: Partial<Witness>) => boolean} */
export const knowsAll = (state, { commitments = {} }) =>
  Object.entries(others(state)).every(([seat, commitment]) => commitments[seat] === commitment);

// Whether the nonce that is open for a hand was opened for what stands there now.
/** @type {(state: TableView, kept: Partial<Witness>) => boolean} */
export const isFor = (state, kept) =>
  kept.server_commitment === state.next.commitment && !changedBy(state, kept).length;

// The names of those who have committed to something that this browser did not know when it opened its nonce, and of the
// host if it is played for something else, or with other chips. Who comes too late for the hand changes nothing, unless the
// server has refused the nonce since then.
/** @type {(state: TableView, kept: Partial<Witness>) => string[]} */
export function changedBy(state, { commitments = {}, stakes, stacks = {}, refused }) {
  const { seats, you, host } = state;
  const changed = seats.flatMap(({ name, late, commitment }, seat) =>
    name && seat !== you && (!late || refused) && commitments[seat] !== commitment ? [name] : [],
  );
  const isOther = seats.some(
    ({ name, stack, commitment }, seat) =>
      name &&
      stacks[seat] !== undefined &&
      stacks[seat] !== stack &&
      (seat === you || commitments[seat] === commitment),
  );
  if ((stakes === stakesOf(state) && !isOther) || host === null) return changed;
  return [...changed, seats[host].name ?? ""];
}
