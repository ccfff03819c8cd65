// The ledger of a table: what everybody bought in for, what it is worth, and who pays whom.
import { $, amountOf, make, setText, signed } from "/page/lib/dom.js";
import { capital, counted } from "/page/lib/words.js";

/**
 * What the server says of a table; payments name accounts by their numbers.
 * @typedef {object} Account
 * @property {string} name
 * @property {boolean} here
 * @property {number} bought
 * @property {number} buys
 * @property {number | null} cash_out
 * @property {number} net
 * @property {boolean} computer
 */
/**
 * @typedef {object} Ledger
 * @property {number} hands
 * @property {boolean} ended
 * @property {Account[]} accounts
 * @property {{ payer: number, payee: number, chips: number }[]} payments
 * @property {{ hand: number, name: string, chips: number, by: keyof typeof BY }[]} buys
 */

const BY = { start: "bought in", host: "from the host", rebuy: "bought in again", "top-up": "topped up" };
const [, , table] = location.pathname.split("/");
$("back", HTMLAnchorElement).href = `/t/${table}`;
$("csv", HTMLAnchorElement).href = `/t/${table}/ledger.csv`;

/** @type {(name: string) => HTMLElement} */
const person = (name) => make("bdi", {}, name);

/** @type {(label: string, heads: string[], rows: (Node | string)[][]) => HTMLElement} */
const tableOf = (label, heads, rows) =>
  make(
    "table",
    { "aria-label": label },
    make("thead", {}, make("tr", {}, ...heads.map((head) => make("th", { scope: "col" }, head)))),
    make(
      "tbody",
      {},
      ...rows.map(([first, ...rest]) =>
        make("tr", {}, make("th", { scope: "row" }, first), ...rest.map((cell) => make("td", {}, cell))),
      ),
    ),
  );

/** @type {(ledger: Ledger) => void} */
function show({ hands, ended, accounts, payments, buys }) {
  const after = hands ? `After ${counted(hands, "hand")}` : "Before the first hand";
  setText($("status"), ended ? `The evening is over: ${counted(hands, "hand")}.` : `${after}, and the table plays on.`);
  $("csv").hidden = !accounts.length;
  if (!accounts.length) return $("accounts").replaceChildren(make("p", {}, "Nobody has bought in yet."));
  $("accounts").replaceChildren(
    tableOf(
      "Buy-ins and cash-outs",
      ["Player", "Bought in", "Cash out", "Net"],
      accounts.map(({ name, computer, bought, buys, cash_out, net }) => [
        person(computer ? capital(name) : name),
        computer ? "" : `${amountOf(bought)}${buys > 1 ? ` (${buys} times)` : ""}`,
        cash_out === null ? "playing" : computer ? "" : amountOf(cash_out),
        cash_out === null ? "" : signed(net),
      ]),
    ),
  );
  const playing = accounts.some(({ cash_out }) => cash_out === null);
  $("payments").replaceChildren(
    make("h2", {}, ended ? "Settle up" : "If it ended now"),
    payments.length
      ? make(
          "ul",
          { class: "owed" },
          ...payments.map(({ payer, payee, chips }) =>
            make(
              "li",
              {},
              make("span", {}, person(accounts[payer].name), " pays ", person(accounts[payee].name)),
              make("b", {}, amountOf(chips)),
            ),
          ),
        )
      : make(
          "p",
          {},
          playing ? "When the sit-and-go is over, it is said here who pays whom." : "Nobody owes anything.",
        ),
  );
  $("buys").replaceChildren(
    make("h2", {}, "Every buy-in"),
    tableOf(
      "Every buy-in",
      ["Player", "Chips", "How", "After hand"],
      buys.map(({ name, chips, by, hand }) => [person(name), amountOf(chips), BY[by], String(hand)]),
    ),
  );
}

const answer = await fetch(`/t/${table}/ledger.json`, { cache: "no-store" });
const told = await answer.json();
if (answer.ok) show(told);
else setText($("status"), `${capital(String(told.message))}.`);
