// A finished round, from the deal to the show.
import { check, witnessKey } from "/page/fair.js";
import { fairness, make, picture } from "/page/show.js";

const [, , table, , number] = location.pathname.split("/");
const record = await (await fetch(`/t/${table}/rounds/${number}.json`)).json();
const witness = JSON.parse(localStorage.getItem(witnessKey(table, number)) ?? "null");
const $ = (id) => document.getElementById(id);

$("title").textContent = `Round ${record.round}, rules ${record.rules}`;
$("status").textContent = record.reason;
$("back").href = `/t/${table}`;
$("text").href = `/t/${table}/rounds/${number}.txt`;
$("json").href = `/t/${table}/rounds/${number}.json`;
$("seats").replaceChildren(
  ...record.names.map((name, seat) => {
    const dealt = record.deck.slice(0, 5 * record.players).filter((_, place) => place % record.players === seat);
    const thrown = new Set(record.discards[seat]);
    const row = (cards, lifted) => make("div", { class: "row" }, ...cards.map((card) => picture(card, { class: lifted.has(card) ? "lifted" : "" })));
    const by = { person: "", computer: " (computer)", clock: " (out of time)" }[record.by[seat]];
    return make(
      "li",
      { class: `seat${record.winners.includes(seat) ? " won" : ""}` },
      make("div", { class: "name" }, name),
      make("div", { class: "note" }, `dealt${by}, ${thrown.size ? `threw ${record.discards[seat].join(" ")} away` : "stood pat"}`),
      row(dealt, new Set()),
      make("div", { class: "note" }, record.made[seat]),
      row(record.hands[seat], new Set()),
    );
  }),
);
fairness(check(record, witness), $("fair"));
