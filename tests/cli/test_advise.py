"""What the solution of heads-up five-card draw advises: the command, hints and verdicts, also in the browser."""

import json
import random
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from importlib.resources import files
from pathlib import Path

import pytest

from fivecard.cards import parse_cards
from fivecard.cli.main import main
from fivecard.cli.terminal.style import Look
from fivecard.cli.terminal.tables import advice_table
from fivecard.engine import (
    VARIANTS,
    Action,
    Call,
    Check,
    Deal,
    Discard,
    Fold,
    Raise,
    View,
    apply,
    legal,
    start,
    view_for,
)
from fivecard.engine.defaults import LIMITS, default_stakes
from fivecard.solvers.limit_draw import Advice, InfoSet, LimitDraw, Mean, Option, advise, load_policy
from fivecard.solvers.limit_draw.advice import OFTEN
from fivecard.solvers.limit_draw.review import Review, Tally, Verdict, advice_for, in_words
from fivecard.table.client import Person
from fivecard.table.runtime.hints import as_text, hints_for
from tests.cli.terminal import evening
from tests.effort import THOROUGH, effort
from tests.table.server import Server, choose, open_table, run

KINGS = "Kh Kd 9s 4c 2d"
FULL = "Kh Kd Ks 4c 4d"
NUMBER = r"(?:-?\d+\.\d{3} \+- \d+\.\d{3})"


def asked(capsys: pytest.CaptureFixture[str], *words: str, status: int = 0) -> str:
    """What the command prints; a few deals are enough to see its form."""
    assert main(["advise", *words, "--deals", "2000"]) == status
    told = capsys.readouterr()
    return told.err if status else told.out


# The command


def test_every_action_is_shown_with_how_often_and_what_it_is_worth(capsys: pytest.CaptureFixture[str]) -> None:
    lines = asked(capsys, KINGS, "--first", "--history", "check bet").splitlines()
    assert lines[:4] == [
        f"{KINGS}  one pair, Kings, Nine Four Two kickers",
        "first of two players, fixed limit, up to 5 cards drawn; 4 antes in the pot, 2 to call",
        "",
        "          played           antes          behind",
    ]
    rows = [
        re.fullmatch(rf"([* ]) (fold|call|raise) +(-|\d+ %) +(0|{NUMBER})( +{NUMBER})?", each) for each in lines[4:7]
    ]
    assert [row and row[2] for row in rows] == ["fold", "call", "raise"]
    assert sum(row[5] is None for row in rows if row) == 1  # all others are behind the best; the star may be as good
    assert sum(row[1] == "*" for row in rows if row) == 1
    assert rows[0]
    assert rows[0][4] == "0"
    assert re.fullmatch(r"(Call|Raise|Fold)[^.]*\.( .* worse.*\.)?", lines[8]), lines[8]


def test_at_the_draw_it_says_what_to_keep(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["Kh Kd Ks 4c 2d", "--second", "--history", "bet call / 1", "--most", "3"]
    lines = asked(capsys, *words).splitlines()
    assert "; 6 antes in the pot" in lines[1]
    assert lines[3].split() == ["keep", "discard", "played", "antes", "behind"]
    kept = [set(line[2:16].split()) for line in lines[4:9]]
    assert {"Kh", "Kd", "Ks"} <= kept[0]
    for line in lines[4:9]:  # every card is kept or thrown away
        assert {*re.findall("[2-9TJQKA][cdhs]", line)} == {*words[0].split()}
    assert lines[9] == "... and 21 more: --all shows them"
    whole = asked(capsys, *words, "--all").splitlines()
    assert sum(bool(re.search(NUMBER, line)) for line in whole) == 26  # of 32 ways, those that draw up to three
    assert lines[-1].startswith("Keep K")


def test_json_has_everything(capsys: pytest.CaptureFixture[str]) -> None:
    words = [KINGS, "--first", "--history", "bet call / 3 1 / check bet", "--thrown", "Ac 8d 7d", "--json"]
    record = json.loads(asked(capsys, *words))
    assert record["hand"] == KINGS.split()
    assert record["player"] == "first"
    assert record["game"] == {
        "ante": 1, "blinds": [], "small_bet": 2, "big_bet": 4, "cap": 4, "most_drawn": 5
    }  # fmt: skip
    assert (record["before_the_draw"], record["drawn"]) == (["bet", "call"], [3, 1])
    assert (record["after_the_draw"], record["units"]) == (["check", "bet"], "antes")
    strategy = load_policy(LimitDraw(most_drawn=5))
    infoset = InfoSet(strategy.game, 0, parse_cards(KINGS), ("bet", "call"), (3, 1), ("check", "bet"))
    advice = advise(strategy, infoset, thrown=parse_cards("Ac 8d 7d"), deals=2000)
    assert record["deals"] == advice.deals
    assert record["options"] == [
        {
            "action": option.choice,
            "chance": option.chance,
            "value": option.value._asdict(),
            "behind": option.behind._asdict(),
        }
        for option in advice.options
    ]
    draw = json.loads(asked(capsys, KINGS, "--first", "--history", "check check", "--json"))
    assert len(draw["options"]) == 32
    assert all({*each["keep"], *each["discard"]} == {*KINGS.split()} for each in draw["options"])


def test_the_same_question_has_the_same_answer_and_another_seed_another(capsys: pytest.CaptureFixture[str]) -> None:
    first = asked(capsys, KINGS, "--first")
    assert asked(capsys, KINGS, "--first") == first
    assert asked(capsys, KINGS, "--first", "--seed", "1") != first


def test_a_strategy_in_a_file_is_asked_about_its_own_game(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    three = load_policy(LimitDraw())
    file = Path(str(files("fivecard.solvers.limit_draw") / "data" / "heads-up-3.strategy"))
    if THOROUGH:  # it takes seconds
        file = tmp_path / "three.strategy"
        three.save(file)
    words = [KINGS, "--first", "--strategy", str(file)]
    assert asked(capsys, *words) == asked(capsys, KINGS, "--first", "--most", "3")
    assert "up to 3 cards drawn, not " in asked(capsys, *words, "--most", "5", status=1)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--second", "--history", "check bet"], "--history 'check bet': it is the turn of the first player here"),
        (["--first", "--history", "chek"], "--history 'chek': 'chek' is not possible here: check or bet is"),
        (["--first", "--history", "bet fold"], "--history 'bet fold': the hand is over after 'bet fold'"),
        (["--first", "--history", "check check / x"], "--history: 'x' is not how many cards somebody drew"),
        (["--first", "--history", "check check / 6"], "--history 'check check / 6': up to 5 cards are drawn, not 6"),
        (["--first", "--history", "///"], "--history '///': there are bets, draws and bets, with a / between them"),
        (["--first", "--cap", "3"], "no solution of this game comes with fivecard: `fivecard solve` finds one, "),
        (["--first", "--thrown", "Ac"], "--thrown 'Ac': by --history, you have not drawn yet"),
        (["--first", "--history", "bet call / 3 1", "--thrown", "Ac"], "--thrown 'Ac': by --history, you drew 3"),
        (["--first", "--history", "bet call / 1 1", "--thrown", "Kh"], "--thrown 'Kh': 'Kh' is still in your hand"),
    ],
)
def test_a_mistake_on_the_command_line_is_named(
    capsys: pytest.CaptureFixture[str], words: list[str], told: str
) -> None:
    assert asked(capsys, KINGS, *words, status=2).startswith(f"fivecard: {told}")


def test_a_bad_hand_or_number_of_deals_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert "a hand has 5 different cards, not 'Kh Kd'" in asked(capsys, "Kh Kd", "--first", status=1)
    assert main(["advise", KINGS, "--first", "--deals", "1"]) == 2
    assert "--deals 1: there may be 2 to 1,000,000" in capsys.readouterr().err
    rare = "bet raise raise raise call / 1 3 / check bet raise raise"
    assert main(["advise", KINGS, "--first", "--most", "3", "--deals", "2", "--history", rare]) == 1
    assert "among 80 deals the other hardly ever did this: more are needed" in capsys.readouterr().err
    assert main(["advise", KINGS, "--first", "--most", "3", "--seed", "-1"]) == 2
    assert "a seed is a whole number" in capsys.readouterr().err


# Verdicts


def numbers(verdict: Verdict) -> list[str]:
    """What a verdict says in figures."""
    return re.findall(r"\d+(?:\.\d+)?", verdict.words(as_text))


def infoset_of(hand: str, *history: str, player: int = 0, drawn: tuple[int, ...] = (), second: str = "") -> InfoSet:
    return InfoSet(LimitDraw(), player, parse_cards(hand), history, drawn, tuple(second.split()))


def advice_of(infoset: InfoSet) -> Advice:
    strategy = load_policy(infoset.game)
    return advise(strategy, infoset, deals=4000)


def test_to_fold_a_full_house_is_a_mistake_that_costs_much() -> None:
    advice = advice_of(infoset_of(FULL, "bet", "call", drawn=(0, 1), second="check bet"))
    verdict = Verdict.of(advice, Fold(0))
    assert verdict.option.mistake
    assert verdict.cost.mean > 5  # there are 10 antes in the pot
    assert numbers(verdict) == [f"{verdict.cost.mean:.2f}"]


def test_to_fold_for_nothing_costs_what_the_hand_is_worth() -> None:
    verdict = Verdict.of(advice := advice_of(infoset_of(FULL)), Fold(0))
    assert verdict.cost == advice.best.value
    assert verdict.option.mistake


def test_to_break_a_straight_flush_is_a_mistake() -> None:
    advice = advice_of(infoset_of("9h 8h 7h 6h 5h", "bet", "call"))
    assert not Verdict.of(advice, Discard(0, ())).option.mistake
    verdict = Verdict.of(advice, Discard(0, parse_cards("9h 5h")))
    assert verdict.option.mistake
    assert numbers(verdict) == [f"{verdict.cost.mean:.2f}"]


def views(hands: int) -> Iterator[View]:
    """Where somebody has to decide, in hands of chance."""
    rules, source = VARIANTS["five-card-draw"], random.Random(3)
    for _ in range(hands):
        state = start(rules, 2, stakes=default_stakes(rules), stacks=200, button=source.randrange(2))
        state, _ = apply(state, Deal.shuffled(source))
        while state.turn is not None:
            view = view_for(state, state.turn)
            yield view
            now = legal(view)
            assert now
            state, _ = apply(state, now.sample(source))


def test_what_the_solution_often_does_is_no_mistake_and_every_action_has_a_verdict() -> None:
    judged = 0
    for view in list(views(4))[:: effort(4, 1)]:
        advice, now = advice_for(view), legal(view)
        assert advice
        assert now
        possible: list[Action] = [Raise(now.seat, now.min_raise_to)] if now.min_raise_to else []
        possible += (
            [Check(now.seat)] * now.check + [Call(now.seat)] * bool(now.call_amount) + [Fold(now.seat)] * now.fold
        )
        for action in [Discard(now.seat, view.hand[:2]), Discard(now.seat, ())] if now.draw else possible:
            verdict = Verdict.of(advice, action)
            assert not verdict.option.mistake or verdict.option.chance < OFTEN or advice.off_policy
            assert verdict.words(as_text).startswith("That cost " if verdict.option.mistake else "Good: ")
            judged += 1
    assert judged > effort(4, 20)


def option(choice: str, chance: float, value: float, behind: float, error: float = 0.01) -> Option:
    return Option(choice, chance, Mean(value, 0.02), Mean(behind, error))


BEST = option("call", 0.71, 2.31, 0.0, 0.0)
FACING = infoset_of(KINGS, "check", "bet")


@pytest.mark.parametrize(
    ("others", "told"),
    [
        ([option("raise", 0.29, 2.30, 0.01)], "Call 71\xa0% of the time, raise 29\xa0%."),
        ([option("raise", 0.0, 2.10, 0.21)], "Call. Raising is 0.21 antes worse."),
        ([option("raise", 0.0, 2.10, 0.21), option("fold", 0.0, 0, 2.31)],
         "Call. Raising is 0.21 antes worse, folding 2.31."),
        ([option("raise", 0.04, 2.30, 0.015)], "Call."),  # by less than two standard errors
    ],
)  # fmt: skip
def test_advice_is_a_sentence(others: list[Option], told: str) -> None:
    assert in_words(Advice(FACING, (BEST, *others), 1000, off_tree=False), as_text) == told


def test_of_what_may_be_as_good_the_solution_is_followed() -> None:
    folds, raises = option("fold", 0.0, 0.0, 2.33), option("raise", 0.0, 2.33, 0.0, 0.0)
    advice = Advice(FACING, (folds, option("call", 1.0, 2.31, 0.02, 0.015), raises), 9, off_tree=False)
    assert advice.best.choice == "call"
    assert numbers(Verdict(advice, "fold")) == ["2.33"]
    starred = [line.split()[1] for line in advice_table(advice, Look()) if line.startswith("*")]
    assert starred == ["call"]
    behind = advice._replace(options=(folds, option("call", 1.0, 2.28, 0.05, 0.015), raises))
    assert behind.best.choice == "raise"  # by more than two standard errors


def test_numbers_of_any_size_stand_under_each_other() -> None:
    options = (
        Option("fold", 0.0, Mean(0.0, 0.0), Mean(10.2, 0.02)),
        Option("call", 0.0, Mean(-12.3, 0.02), Mean(22.5, 0.02)),
        Option("raise", 1.0, Mean(10.2, 0.02), Mean(0.0, 0.0)),
    )
    lines = advice_table(Advice(FACING, options, 9, off_tree=False), Look())
    assert [line.replace("\xa0", " ") for line in lines] == [
        "          played             antes           behind",
        "  fold         -                 0  10.200 +- 0.020",
        "  call         -  -12.300 +- 0.020  22.500 +- 0.020",
        "* raise    100 %   10.200 +- 0.020",
    ]


def test_what_the_solution_does_where_it_seldom_gets_is_not_advised() -> None:
    junk = option("raise", 0.5, 1.31, 1.0)
    advice = Advice(
        FACING, (option("fold", 0.5, 0.0, 2.31), option("call", 0.0, 2.31, 0.0, 0.0), junk), 9, off_tree=False
    )
    assert advice.off_policy
    assert in_words(advice, as_text) == (
        "Call. Raising is 1.00 antes worse, folding 2.31. "
        "The solution seldom gets here, or forgets what you threw away: this goes by the values."
    )
    assert numbers(Verdict(advice, "raise")) == ["1.00"]
    assert not Advice(
        FACING, (BEST, option("raise", 0.29, 2.2, 0.11)), 9, off_tree=False
    ).off_policy  # it may be chance


def test_advice_says_where_the_other_cannot_have_been_the_solution() -> None:
    assert in_words(Advice(FACING, (BEST,), 1000, off_tree=True), as_text) == (
        "Call. What the other did is nothing that the solution does, so it tells nothing of that hand."
    )


def test_a_verdict_depends_on_how_often_the_solution_does_it() -> None:
    def verdict(chance: float, behind: float) -> Verdict:
        return Verdict(Advice(FACING, (BEST, option("raise", chance, 2.3, behind)), 9, off_tree=False), "raise")

    verdicts = [verdict(0.0, 0.12), verdict(0.0, 0.034), verdict(0.0, 0.019), verdict(0.29, 0.12), verdict(0.99, 0.0)]
    assert [each.option.mistake for each in verdicts] == [True, True, False, False, False]
    assert [numbers(each) for each in verdicts] == [["0.12"], ["0.034"], [], ["29"], []]
    assert len({each.words(as_text) for each in verdicts}) == len(verdicts)


def test_lessons_add_up_and_know_the_worst() -> None:
    raised = option("raise", 0.0, 2.19, 0.12, 0.03)
    advice = Advice(FACING, (option("fold", 0.0, 0.0, 2.31, 0.04), BEST, raised), 9, off_tree=False)
    lessons = Review()
    assert lessons.words(as_text) == ["no decisions, no mistake that could be measured."]
    for choice in ("call", "raise", "call"):
        lessons = lessons.after(Verdict(advice, choice))
    assert lessons.whole == lessons.tallies["first"] == Tally(3, 1, Mean(0.12, 0.03))
    lessons = lessons.after(Verdict(advice, "fold")).after(Verdict(advice, "raise"))
    assert lessons.whole.cost == pytest.approx((2.55, (0.03**2 + 0.04**2 + 0.03**2) ** 0.5))
    drawn = replace(advice.infoset, first=("check", "bet", "call"), drawn=(3, 1))
    lessons = lessons.after(Verdict(advice._replace(infoset=drawn), "call"))
    assert lessons.words(as_text) == [
        "6 decisions, 3 mistakes that cost 2.55 ± 0.06 antes.",
        "Before the draw: 5 decisions, 3 mistakes that cost 2.55 ± 0.06 antes.",
        "After the draw: 1 decision, no mistakes.",
        f"The worst: folding before the draw with {KINGS} cost 2.31 antes: calling was better.",
    ]


# Where hints are


@pytest.mark.parametrize(
    ("change", "advised"),
    [
        ({}, True),
        ({"ante": 5, "bets": (10, 20)}, True),
        ({"bets": (2, 2)}, False),
        ({"players": 3}, False),
        ({"stacks": 24}, False),  # who may be all in plays another game
        ({"openers": True}, False),
        ({"limit": "pot"}, False),
    ],
)
def test_there_is_advice_in_the_solved_game_alone(change: dict[str, object], advised: bool) -> None:
    change = {"players": 2, "stacks": 200, "openers": False, "limit": "fixed", "ante": None, "bets": None} | change
    rules = VARIANTS["five-card-draw"].with_limit(LIMITS[str(change["limit"])])
    rules = rules.with_openers() if change["openers"] else rules
    stakes = default_stakes(rules, ante=change["ante"], bets=change["bets"])  # type: ignore[arg-type]
    state = start(rules, change["players"], stakes=stakes, stacks=change["stacks"])  # type: ignore[arg-type]
    state, _ = apply(state, Deal.shuffled(random.Random(1)))
    assert state.turn is not None
    view = view_for(state, state.turn)
    assert (advice_for(view) is not None) == advised
    hints = hints_for(view)
    assert [each.do for each in hints.options] == (["check", "bet"] if advised else [])
    assert hints.words


def test_a_hint_in_a_game_that_is_not_solved_keeps_nothing_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Or else anybody could fill a server's memory, with other stakes each time."""
    monkeypatch.setattr("fivecard.solvers.limit_draw.game._native", None)
    rules = VARIANTS["five-card-draw"]
    state, _ = apply(
        start(rules, 2, stakes=default_stakes(rules, ante=3, bets=(7, 11)), stacks=200), Deal.shuffled(random.Random(1))
    )
    assert hints_for(view_for(state, state.turn)).words


def test_ctrl_c_during_the_first_hint_is_one() -> None:
    """What the compiled module has to import itself, it cannot be interrupted in."""
    code = """
import sys
from fivecard.cards import parse_cards
from fivecard.solvers.limit_draw import Policy, LimitDraw, InfoSet, advise

class Native:
    def first(self, *_): return 0, 1
    def worth(self, *_): sys.exit("numpy" not in sys.modules)

strategy = Policy(LimitDraw(), {}, b"")
strategy.__dict__["native"] = Native()
advise(strategy, InfoSet(strategy.game, 0, parse_cards("Kh Kd 9s 4c 2d")))
"""
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)


def test_an_evening_with_hints_ends_with_its_mistakes() -> None:
    words = ["five-card-draw", "--opponents", "1", "--seed", "5", "--rounds", "2", "--hints"]
    shown = evening(*words, typed="f\ny\n" * 20)
    assert len(re.findall(r"^          played           antes          behind$", shown, re.MULTILINE)) == 2
    assert len(re.findall(r"^Hint: (?:Check|Bet|Call|Raise|Fold)[ .]", shown, re.MULTILINE)) == 2
    costs = re.findall(r"^That cost (\d+\.\d\d) antes: \w+ was better\.$", shown, re.MULTILINE)
    assert len(costs) == 2  # folded for nothing
    summary = shown[shown.index("\nWhat the solution says about your play\n") :].splitlines()
    told = re.fullmatch(r"  2 decisions, 2 mistakes that cost (\d+\.\d+) ± \d+\.\d+ antes\.", summary[2])
    assert told
    assert float(told[1]) == pytest.approx(sum(map(float, costs)), abs=0.02)
    assert summary[3].startswith("  The worst: folding before the draw with ")
    assert f" cost {max(costs, key=float)} antes: " in summary[3]


def test_an_evening_of_another_game_has_the_hints_it_had() -> None:
    shown = evening("holdem", "--opponents", "2", "--seed", "5", "--rounds", "1", "--hints", typed="c\n" * 20)
    assert "Hint: " in shown
    assert "the solution" not in shown


# The table


def test_at_a_practice_table_each_decision_gets_a_verdict_and_who_comes_back_is_told(server: Server) -> None:
    source = random.Random(4)

    async def work() -> None:
        ann = Person(server.base, "")
        open_table(server, ann, rules="five-card-draw", seats=2, practice=True, clock=60)
        async with ann:
            await ann.sit(0, "Ann")
            await ann.begin()
            state = await ann.until(ann.may_act)
            hint = await ann.ask("hint")
            assert (hint["type"], hint["units"]) == ("hint", "antes")
            assert sum(each["chance"] for each in hint["options"]) == pytest.approx(1)
            assert (await ann.act(**choose(state, source)))["type"] == "done"
            while not ann.verdict:
                await ann.receive()
            assert ann.verdict["words"].startswith("That cost " if ann.verdict["mistake"] else "Good: ")
            assert ann.verdict["so_far"][0].startswith("1 decision, ")
        first, ann.verdict = ann.verdict, {}
        async with ann:
            while not ann.verdict:
                await ann.receive()
            assert ann.verdict == first | {"hand": 0, "words": "", "mistake": False}

    run(work())


def test_there_are_verdicts_at_practice_tables_alone(server: Server) -> None:
    source = random.Random(4)

    async def heard(**wishes: object) -> list[str]:
        ann = Person(server.base, "")
        open_table(server, ann, rules="five-card-draw", **wishes)
        ann.listening = True
        async with ann:
            await ann.sit(0, "Ann")
            await ann.begin()
            while (state := await ann.until(lambda state: ann.may_act(state) or state["phase"] == "shown"))[
                "phase"
            ] != "shown":
                await ann.act(**choose(state, source))
        return [json.loads(text)["type"] for text in ann.heard]

    for wishes in ({"seats": 2}, {"seats": 3, "practice": True}):
        assert "verdict" not in run(heard(**wishes))
