// A finished round, from the deal to the show.
import "/page/answers.js"; // keys that are held down do nothing
import { download, fetchRound, showChecks } from "/page/record.js";
import { checkPlay } from "/page/rules.js";
import { $, make, picture, showColours } from "/page/show.js";

const [, , table, , number] = location.pathname.split("/");
const { record, witness } = await fetchRound(table, number);

$("title").textContent = "void" in record ? `Round ${record.round}` : `Round ${record.round}, rules ${record.rules}`;
$("status").textContent = "void" in record ? `The deal came to nothing: ${record.void}.` : record.reason;
$("back", HTMLAnchorElement).href = `/t/${table}`;
$("text", HTMLAnchorElement).href = `/t/${table}/rounds/${number}.txt`;
$("download").addEventListener("click", () => download(table, number));
showColours();
if (!("void" in record)) {
  $("seats").replaceChildren(
    ...record.names.map((name, seat) => {
      const dealt = record.deck.slice(0, 5 * record.players).filter((_, index) => index % record.players === seat);
      const thrown = new Set(record.discards[seat]);
      /** @type {(cards: string[]) => HTMLElement} */
      const row = (cards) => make("div", { class: "row" }, ...cards.map((card) => picture(card)));
      const by = { person: "", computer: " (computer)", clock: " (out of time)" }[record.by[seat]];
      return make(
        "li",
        { class: `seat${record.winners.includes(seat) ? " won" : ""}` },
        make("div", { class: "name" }, name),
        make(
          "div",
          { class: "note" },
          `dealt${by}, ${thrown.size ? `threw ${record.discards[seat].join(" ")} away` : "stood pat"}`,
        ),
        row(dealt),
        make("div", { class: "note" }, record.made[seat]),
        row(record.hands[seat]),
      );
    }),
  );
  showChecks(record, witness, checkPlay(record, { witness }), $("fair"));
}
