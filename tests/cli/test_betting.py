"""What each answer at a table with chips does: those that are understood, and those that are refused."""

import random
import re
from collections.abc import Iterator

import pytest

from fivecard.cli.terminal.betting import explained, prompt, read_bet
from fivecard.engine import VARIANTS, BringIn, Call, Check, Fold, Limit, Raise, State, apply, legal
from fivecard.errors import FivecardError
from fivecard.words.narrating import Narrator
from tests.cli.terminal import after, dealt, evening, legal_view
from tests.engine.tables import table


def answers(state: State, *texts: str) -> Iterator[object]:
    view = legal_view(state)
    now = legal(view)
    assert now is not None
    for text in texts:
        yield read_bet(text, view, now)


def test_words_and_their_first_letters_mean_the_same() -> None:
    state = dealt(VARIANTS["holdem"])  # the button is first to act, with 2 to call
    assert [*answers(state, "f", "fold", "F", " fold ")] == [Fold(2)] * 4
    assert [*answers(state, "c", "call", "CALL")] == [Call(2)] * 3
    assert [*answers(state, "k", "check")] == [Check(2)] * 2
    assert [*answers(state, "r 20", "raise 20", "raise to 20", "b 20", "bet 20", "r20", "r to 20")] == [
        Raise(2, 20)
    ] * 7
    assert [*answers(state, "all in", "all-in", "allin", "a", "ALL IN")] == [Raise(2, 200)] * 5
    assert [*answers(state, "r 1,000", "raise 0")] == [Raise(2, 1000), Raise(2, 0)]


def test_pot_and_half_are_sized_by_the_pot_after_a_call() -> None:
    state = dealt(VARIANTS["holdem"])
    assert [*answers(state, "pot", "p", "half", "h")] == [Raise(2, 7), Raise(2, 7), Raise(2, 4), Raise(2, 4)]
    pot_limit = dealt(VARIANTS["holdem"].with_limit(Limit.POT_LIMIT))
    now = legal(legal_view(pot_limit))
    assert now is not None
    assert [*answers(pot_limit, "pot")] == [Raise(2, now.max_raise_to)]


def test_the_pot_is_the_engines_with_a_short_big_blind_too() -> None:
    state = dealt(VARIANTS["omaha"], stacks=[200, 1, 200])
    now = legal(legal_view(state))
    assert now is not None
    assert now.max_raise_to == 7
    assert [*answers(state, "pot", "half")] == [Raise(2, 7), Raise(2, 4)]


def test_a_pot_that_is_more_than_the_stack_is_all_in() -> None:
    for limit in (Limit.POT_LIMIT, Limit.NO_LIMIT):
        assert [*answers(dealt(VARIANTS["omaha"].with_limit(limit), stacks=[200, 200, 6]), "pot")] == [Raise(2, 6)]


def test_a_bring_in_is_completed_in_the_prompt_as_it_is_told() -> None:
    state = dealt(VARIANTS["razz"])
    assert state.turn is not None
    state = after(state, BringIn(state.turn))
    view = legal_view(state)
    now = legal(view)
    assert now is not None
    assert "complete\xa0to\xa04" in prompt(view, now)
    assert "  complete, r: complete to 4" in explained(view, now)
    assert [*answers(state, "complete", "r", "raise")] == [Raise(now.seat, 4)] * 3
    raised, events = apply(state, Raise(now.seat, 4))
    assert Narrator(("Ann", "Bob", "Cleo")).tell(events, raised)[0].endswith("completes to 4.")
    again = legal_view(raised)
    assert "raise\xa0to\xa08" in prompt(again, legal(again))  # type: ignore[arg-type]


@pytest.mark.parametrize("limit", [Limit.FIXED_LIMIT, Limit.NO_LIMIT])
def test_all_in_is_the_bring_in_where_that_takes_everything(limit: Limit) -> None:
    cards = ("As Ks 2c", "Qs Js 3d", "9s 8s 4h")
    rules = VARIANTS["seven-card-stud"].with_limit(limit)
    state = table(rules, (4, 100, 100), *cards, ante=3, bring_in=2, small_bet=10)
    assert [*answers(state, "all in", "bring in")] == [BringIn(0)] * 2


def test_where_the_low_card_is_all_in_the_prompt_lets_the_next_fold() -> None:
    cards = ("As Ks 2c", "Qs Js 3d", "9s 8s 4h")
    state = table("seven-card-stud", (3, 100, 100), *cards, ante=3, bring_in=2, small_bet=10)
    view = legal_view(state)
    assert prompt(view, legal(view)).startswith("Bring\xa0in\xa02, bet\xa010, fold")  # type: ignore[arg-type]
    assert [*answers(state, "fold", "f")] == [Fold(1)] * 2


def test_enter_checks_and_does_nothing_else() -> None:
    state = dealt(VARIANTS["holdem"])
    with pytest.raises(FivecardError, match="Enter alone does nothing here"):
        next(answers(state, ""))
    free = after(state, Call(2), Call(0))
    assert [*answers(free, "", "k", "check", "c")] == [Check(1)] * 4
    assert prompt(legal_view(free), legal(legal_view(free))).startswith("Enter\xa0checks, ")  # type: ignore[arg-type]
    stud = dealt(VARIANTS["razz"])
    with pytest.raises(FivecardError, match="Enter alone does nothing here"):
        next(answers(stud, ""))
    assert [*answers(stud, "bring in", "bring-in", "i")] == [BringIn(stud.turn)] * 3  # type: ignore[arg-type]


def test_an_amount_is_needed_only_where_there_is_a_choice() -> None:
    fixed = dealt(VARIANTS["holdem"].with_limit(Limit.FIXED_LIMIT))
    assert [*answers(fixed, "r", "raise", "b")] == [Raise(2, 4)] * 3
    with pytest.raises(FivecardError, match=r"How much\? You may raise to 4-200: type for example 'r 4'"):
        next(answers(dealt(VARIANTS["holdem"]), "r"))


@pytest.mark.parametrize("text", ["half", "pot", "all in"])
def test_a_fixed_limit_has_no_other_amounts(text: str) -> None:
    fixed = dealt(VARIANTS["holdem"].with_limit(Limit.FIXED_LIMIT))
    with pytest.raises(FivecardError, match=r"^The limit is fixed: you may raise to 4, neither more nor less\.$"):
        next(answers(fixed, text))
    short = dealt(VARIANTS["holdem"].with_limit(Limit.FIXED_LIMIT), stacks=[50, 50, 4])
    assert [*answers(short, "all in")] == [Raise(2, 4)]


def test_a_short_stack_goes_all_in_by_calling() -> None:
    state = after(dealt(VARIANTS["holdem"], stacks=[50, 50, 200]), Raise(2, 100))
    assert [*answers(state, "all in")] == [Call(0)]
    assert "call\xa049\xa0(all\xa0in)" in prompt(legal_view(state), legal(legal_view(state))).lower()  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "text", ["20", "raise twenty", "fold 3", "call me", "r -5", "foo", "r 5 6", "٣", "\x1b[A", "c c"]
)
def test_what_is_no_answer_is_refused_in_a_sentence(text: str) -> None:
    with pytest.raises(FivecardError, match=r"is not a choice here; \? explains\."):
        next(answers(dealt(VARIANTS["holdem"]), text))


@pytest.mark.parametrize("name", VARIANTS)
def test_all_that_is_offered_is_allowed_and_all_that_is_allowed_is_offered(name: str) -> None:
    """Walk through hands at random; compare the prompt and the explanation with what is legal."""
    rules, source = VARIANTS[name], random.Random(name)
    for hand in range(20):
        state = dealt(rules, 3, seed=hand, stacks=[9, 40, 200])
        while state.turn is not None:
            view = legal_view(state)
            now = legal(view)
            assert now is not None
            if now.draw is None:
                offered, told = prompt(view, now), explained(view, now)
                for allowed, word in (
                    (now.check, "check"), (bool(now.call_amount), "call"), (bool(now.bring_in), "bring"),
                    (now.fold, "fold"),
                ):  # fmt: skip
                    assert (word in told) is allowed
                    assert (word in offered.lower()) is (allowed and not (word == "fold" and now.check))
                words = ("bet", "complete to", "raise to")
                assert any(word in offered.lower().replace("\xa0", " ") for word in words) is bool(now.min_raise_to)
                for action in answers(state, *(["c"] if now.call_amount or now.check else ["i"])):
                    assert now.allows(action)  # type: ignore[arg-type]
            state, _ = apply(state, now.sample(source))


def test_an_open_pair_offers_both_bets_of_stud() -> None:
    cards = ("As Ks 2c 3d", "Qs Js 9h 9d", "8s 7s 4h Th")
    state = table("seven-card-stud", (100,) * 3, *cards, ante=1, bring_in=2, small_bet=4, big_bet=8)
    state = after(state, BringIn(0), Call(1), Call(2))
    view = legal_view(state)
    now = legal(view)
    assert now is not None
    assert [*now.amounts] == [4, 8]
    assert "bet\xa04\xa0or\xa08" in prompt(view, now)
    assert "  bet 4, b 4: bet 4\n  bet 8, b 8: bet 8\n" in explained(view, now)
    assert [*answers(state, "b 4", "bet 8")] == [Raise(now.seat, 4), Raise(now.seat, 8)]
    for text, message in (
        ("b", "How much? You may bet 4 or 8: type for example 'b 4'."),
        ("pot", "bet 4 or 8, neither"),
    ):
        with pytest.raises(FivecardError, match=re.escape(message)):
            next(answers(state, text))


def test_wrong_answers_are_asked_again_and_change_nothing() -> None:
    typed = "k\nr 3\nr 999\nfoo\n?\n\nf\n"
    shown = evening("holdem", "--opponents", "1", "--seed", "2", "--rounds", "1", typed=typed * 3)
    assert "is not a choice here" in shown
    assert re.search(r"r 3\nA bet or raise .* 4 .* 200 .*not to 3\.\n", shown)
    assert re.search(r"r 999\nA bet or raise .* 4 .* 200 .*not to 999\.\n", shown)
    assert "Type a word or its first letter:\n" in shown
    assert "After 1 hand\n" in shown


def test_folding_for_nothing_is_asked_about() -> None:
    shown = evening("holdem", "--opponents", "1", "--seed", "4", "--rounds", "1", typed="c\nf\nn\nf\ny\n")
    assert "It costs nothing to check. Fold all the same? (y/n) n\n" in shown
    assert "It costs nothing to check. Fold all the same? (y/n) y\nYou fold.\n" in shown


def test_discards_are_numbers_with_or_without_spaces() -> None:
    told = []
    for discards in ("135", "1 3 5", "1,3,5"):
        words = ["five-card-draw", "--opponents", "1", "--seed", "3", "--rounds", "1"]
        shown = evening(*words, typed=f"c\n{discards}\n" + "c\n" * 5)
        told += re.findall(r"You draw .*", shown)
    assert len(told) == 3
    assert len(set(told)) == 1
    assert re.fullmatch(r"You draw (\w\w ){2}\w\w: [a-z ]+, .*\.", told[0])


def test_a_badugi_hand_has_four_numbers() -> None:
    words = ["badugi", "--opponents", "1", "--seed", "4", "--rounds", "1"]
    shown = evening(*words, typed="c\n5\n11\n12\n" + "c\n\n" * 20)
    assert "'5' is not the number of a card: type numbers from 1 to 4, or nothing." in shown
    assert re.search(r"^You draw \w\w \w\w: .*[AKQJT2-9]-[AKQJT2-9].*\.$", shown, re.MULTILINE)
    assert "You keep all four: " in shown
