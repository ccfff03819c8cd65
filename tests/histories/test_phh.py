"""Hands that others wrote down: read, replayed to the last chip, written, and read by others."""

import random
import re
import tomllib
from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import pokerkit
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fivecard.cards import parse_cards
from fivecard.engine import (
    RULES,
    Action,
    BringIn,
    Call,
    Check,
    Deal,
    Discard,
    Drew,
    Fold,
    Raise,
    Rules,
    Stakes,
    apply,
    legal,
    start,
    view_for,
)
from fivecard.engine.stakes import Limit
from fivecard.engine.streets import BettingRound
from fivecard.errors import FivecardError, HistoryError, IllegalActionError, UnknownNameError
from fivecard.histories import History, Record, dump_all, load_all
from fivecard.histories.phh import dumps, loads, split
from fivecard.histories.phh.codes import CODES
from fivecard.histories.phh.toml import load_toml
from tests.effort import effort
from tests.paths import GOLDEN

HISTORIES = GOLDEN / "histories"
HANDS = sorted(HISTORIES.glob("*.phh"))
ENDINGS = {  # of the hands that do not say how they end: their accounts elsewhere do
    "alice-carol-wikipedia": (196, 220, 200, 184),
    "antonius-blom-2009": (193792375, 0),
    "arieh-yockey-2019": (0, 4190000, 5910000, 12095000),
    "dwan-ivey-2009": (572100, 1997500, 1109500),
    "phua-xuan-2019": (489000, 226000, 684000, 400000, 0, 198000),
}


def played(rules: Rules, players: int, source: random.Random, fewest: int = 1, *, completing: bool = True) -> History:
    """A hand of random legal actions; if they say so, without raises that complete a short all-in of fixed limit."""
    stakes = Stakes(
        ante=source.choice((0, 1)),
        blinds=() if rules.has_bring_in else (1, 2),
        bring_in=1 if rules.has_bring_in else 0,
        small_bet=2,
        big_bet=4 if rules.limit is Limit.FIXED_LIMIT else None,
    )
    stacks = tuple(source.randint(fewest, 60) for _ in range(players))
    deal = Deal.shuffled(source, cards=sorted(rules.deck))
    state, _ = apply(start(rules, players, stakes=stakes, stacks=stacks), deal)
    actions: list[Action] = []
    while state.turn is not None:
        now = legal(view_for(state, state.turn))
        assert now is not None
        action = now.sample(source)
        street = rules.streets[state.street]
        bet = stakes.bet(big=isinstance(street, BettingRound) and street.big)
        completes = rules.limit is Limit.FIXED_LIMIT and state.raises and max(state.bets) % bet
        if isinstance(action, Raise) and rules.limit is Limit.FIXED_LIMIT and not completing:
            action = Call(now.seat) if completes else Raise(now.seat, now.min_raise_to)
        if isinstance(action, Fold) and source.random() < 0.7:  # most hands should go far
            action = Check(now.seat) if now.check else BringIn(now.seat) if now.bring_in else Call(now.seat)
        state, _ = apply(state, action)
        actions.append(action)
    return History(rules, stakes, stacks, deal, tuple(actions), finishing_stacks=state.stacks)


def hands_of_every_code(count: int) -> list[Any]:
    return [
        pytest.param(code, players, seed, id=f"{code}-{players}-{seed}")
        for code in CODES
        for seed, players in enumerate([2, 3, 6] * count)
    ]


def phh(actions: list[str], code: str = "NT", **fields: object) -> str:
    """A hand for two with these actions."""
    bets = "small_bet = 2\nbig_bet = 4" if code.startswith("F") else "min_bet = 2"
    rest = "".join(f"{name} = {value}\n" for name, value in fields.items())
    return (
        f"variant = '{code}'\nantes = [0, 0]\nblinds_or_straddles = [1, 2]\n{bets}\n"
        f"starting_stacks = [100, 100]\nactions = {actions!r}\n{rest}"
    )


DEALT = ["d dh p1 AsAd", "d dh p2 KsKd"]
BOARD = "2c7d9hJsQc"


@pytest.mark.parametrize("file", HANDS, ids=lambda file: file.stem)
def test_real_hands_end_as_they_did(file: Path) -> None:
    history = loads(file.read_text())
    state = history.check()
    assert state.is_over
    assert state.stacks == (history.finishing_stacks or ENDINGS[file.stem])


def test_there_are_forty_seven_real_hands_of_eleven_games() -> None:
    assert len(HANDS) == 47
    codes = {loads(file.read_text()).rules for file in HANDS}
    assert codes == {rules for code, rules in CODES.items() if not code.endswith("5D")}


@pytest.mark.parametrize("file", HANDS, ids=lambda file: file.stem)
def test_what_is_written_is_read_as_the_same_history(file: Path) -> None:
    history = loads(file.read_text())
    assert loads(dumps(history)) == history


@pytest.mark.parametrize("file", HANDS, ids=lambda file: file.stem)
def test_another_library_replays_what_is_written(file: Path) -> None:
    history = loads(file.read_text())
    *_, last = pokerkit.HandHistory.loads(dumps(history))
    assert tuple(stack / history.unit for stack in map(Fraction, last.stacks)) == history.replay().stacks


@pytest.mark.parametrize(("code", "players", "seed"), hands_of_every_code(2))
def test_hands_of_ours_are_written_and_read(code: str, players: int, seed: int) -> None:
    source = random.Random(f"{code} {players} {seed}")
    for _ in range(effort(3, 10)):
        history = played(CODES[code], players, source)
        text = dumps(history)
        again = loads(text)
        assert again.check().stacks == history.finishing_stacks
        assert again.actions == history.actions
        assert dumps(again) == text
        assert loads(dumps(again)) == again


@pytest.mark.filterwarnings("ignore:.*:UserWarning:pokerkit")  # it wonders at strange folds
@pytest.mark.parametrize(("code", "players", "seed"), [p for p in hands_of_every_code(1) if "5D" not in p.values[0]])
def test_another_library_ends_hands_of_ours_alike(code: str, players: int, seed: int) -> None:
    source = random.Random(f"{code} {players} {seed}")
    for _ in range(effort(2, 5)):
        # it has blinds that are too short called for less, adds a whole bet to short all-ins of fixed limit, and knows
        # no choice of bets where a pair shows
        history = played(CODES[code], players, source, fewest=4, completing=False)
        *_, last = pokerkit.HandHistory.loads(dumps(history))
        assert tuple(last.stacks) == history.finishing_stacks


@pytest.mark.parametrize(
    ("stacks", "said", "actions"),
    [
        ([7, 100, 100], ["p3 f", "p1 cc", "p2 cc"], (Fold(2), Call(0))),
        ([100, 3, 100], ["p3 f", "p1 cc"], (Fold(2),)),
        ([100, 10, 100], ["p3 cc", "p1 f"], (Call(2), Fold(0))),
    ],
)
def test_who_has_no_choice_is_asked_in_files_alone(
    stacks: list[int], said: list[str], actions: tuple[Action, ...]
) -> None:
    """PHH has everybody check; the engine goes on without those who can neither win nor lose more."""
    dealt, board = ["d dh p1 AsAd", "d dh p2 KsKd", "d dh p3 QsQd"], ["d db 2c7d9h", "d db Js", "d db 3c # river"]
    text = (
        "variant = 'NT'\nantes = [0, 0, 0]\nblinds_or_straddles = [5, 10, 0]\nmin_bet = 10\n"
        f"starting_stacks = {stacks}\nactions = {[*dealt, *said, *board]}\n"
    )
    history = loads(text)
    assert history.actions == actions
    assert history.check().is_over
    written = dumps(history)
    lines = [line.partition(" #")[0] for line in load_toml(written)["actions"]]
    assert [line for line in lines if line.endswith((" f", " cc"))] == said
    assert loads(written).actions == actions
    assert [*pokerkit.HandHistory.loads(written)][-1].stacks == [*history.replay().stacks]


def hide(history: History, seats: set[int]) -> str:
    """Write a hand down as somebody would who did not see the cards of some seats."""
    text = dumps(history)
    lines = []
    for line in text.splitlines():
        words = line.strip(" ',").split()
        player = next((word for word in words if word[0] == "p" and word[1:].isdecimal()), "p0")
        if len(words) > 2 and int(player[1:]) - 1 in seats and words[-1] != player and words[1] in {"dh", "sd"}:
            cards = words[-1]
            line = line.replace(cards, "??" * (len(cards) // 2))
        lines.append(line)
    return "\n".join(lines)


@pytest.mark.parametrize("code", CODES)
def test_hands_without_the_cards_of_those_who_folded_end_alike(code: str) -> None:
    source = random.Random(f"unseen {code}")
    for _ in range(30):
        history = played(CODES[code], 5, source)
        if history.rules.has_bring_in:  # who acts first depends on what lies open
            continue
        folded = {action.seat for action in history.actions if isinstance(action, Fold)}
        again = loads(hide(history, folded))
        assert again.check().stacks == history.finishing_stacks
        once_more = loads(dumps(again))
        assert once_more.check().stacks == history.finishing_stacks
        assert once_more == again or again.deal.reserve  # which unseen discards came back is anybody's guess


@pytest.mark.parametrize("code", CODES)
def test_what_is_shown_fills_what_was_not_seen(code: str) -> None:
    source = random.Random(f"shown {code}")
    for _ in range(30):
        history = played(CODES[code], 3, source)
        if history.rules.has_bring_in:
            continue
        again = loads(hide(history, {0, 1, 2}))
        assert again.check().stacks == history.finishing_stacks
        assert loads(dumps(again)) == again


# What a file may say


def test_a_mucked_hand_cannot_win_though_it_is_known() -> None:
    rest = ["p2 cc", "p1 cc", f"d db {BOARD[:6]}", "p1 cc", "p2 cc", f"d db {BOARD[6:8]}", "p1 cc", "p2 cc"]
    rest += [f"d db {BOARD[8:]}", "p1 cc", "p2 cc"]
    shown = loads(phh([*DEALT, *rest, "p1 sm AsAd", "p2 sm KsKd"]))
    mucked = loads(phh([*DEALT, *rest, "p1 sm", "p2 sm -"]))
    assert shown.replay().stacks == (102, 98)
    assert mucked.replay().stacks == (98, 102)
    assert mucked.dead == frozenset(parse_cards("As Ad"))
    assert mucked.mucked == {0}
    assert "'d dh p1 AsAd'" in dumps(mucked)


def test_everything_else_in_a_file_is_kept() -> None:
    text = phh(
        [*DEALT, "# Both are late.", "p2 cbr 6 # without looking", "p1 f"],
        _mine='{a = [1, 2.50], "b c" = true}',
        event='"It\'s a \\"test\\"\\t\\u007F"',
        time="10:30:00",
        day="1979-05-27",
        time_limit=30,
        time_banks="[1.5, inf]",
        hand="'x'",
        seats="[3, 5]",
    )
    history = loads(text)
    assert history.remarks == ((0, "Both are late."), (1, "without looking"))
    assert history.details["_mine"] == {"a": [1, Decimal("2.50")], "b c": True}
    assert history.details["event"] == 'It\'s a "test"\t\x7f'
    assert loads(dumps(history)) == history


def test_amounts_of_money_are_chips_of_the_smallest_unit() -> None:
    text = phh([*DEALT, "p2 cbr 5.25", "p1 f"]).replace("[1, 2]", "[0.5, 1]").replace("[100, 100]", "[100, 99.5]")
    history = loads(text)
    assert history.unit == Fraction(1, 100)
    assert history.stacks == (10000, 9950)
    assert history.actions[0] == Raise(1, 525)
    assert history.stakes.blinds == (50, 100)
    assert loads(dumps(history)) == history


def test_amounts_are_exact_whatever_their_length() -> None:
    stack = "9" * 30 + "." + "8" * 17 + "1"
    history = loads(phh([*DEALT, f"p2 cbr {stack}", "p1 f"]).replace("[100, 100]", f"[{stack}, {stack}]"))
    assert history.stacks == (int(stack.replace(".", "")),) * 2
    assert history.amount(history.stacks[0]) == stack
    assert history.amount(-history.stacks[0], grouped=True) == "-" + ",".join(["999"] * 10) + "." + "8" * 17 + "1"
    assert loads(dumps(history)) == history


def test_trimmed_antes_are_won_only_as_far_as_they_were_matched() -> None:
    checked = ["p2 cc", "p3 cc"]
    actions = ["d dh p1 AsAd", "d dh p2 KsKd", "d dh p3 5s5d", *checked, f"d db {BOARD[:6]}", *checked]
    actions += [f"d db {BOARD[6:8]}", *checked, f"d db {BOARD[8:]}", *checked, "p2 sm -", "p3 sm -", "p1 sm -"]
    text = (
        "variant = 'NT'\nantes = [9, 9, 9]\nblinds_or_straddles = [0, 0, 0]\nmin_bet = 2\n"
        f"starting_stacks = [3, 50, 50]\nactions = {actions!r}\n"
    )
    assert loads(text).replay().stacks == (21, 41, 41)
    assert loads(f"{text}ante_trimming_status = true\n").replay().stacks == (9, 53, 41)


def test_a_call_of_a_short_blind_is_the_whole_blind() -> None:
    text = phh(["d dh p1 AsAd", "d dh p2 KsKd", "d dh p3 QsQd", "p3 cc", "p1 cc", f"d db {BOARD[:6]}"])
    text = text.replace("[0, 0]", "[0, 0, 0]").replace("[1, 2]", "[1, 2, 0]").replace("[100, 100]", "[100, 1, 100]")
    assert loads(text).actions == (Call(2), Call(0))
    assert loads(text).replay().committed == (2, 1, 2)


def test_a_discard_that_comes_back_is_dealt_again() -> None:
    source = random.Random(4)
    found = 0
    while found < 5:
        history = played(CODES["F2L3D"], 6, source)
        again = loads(dumps(history))
        found += bool(again.deal.reserve)
        assert again.check().stacks == history.finishing_stacks


@pytest.mark.parametrize(("code", "players"), [("F2L3D", 6), ("F5D", 8), ("FB", 8)])
def test_a_deck_is_found_though_nobody_saw_which_discards_came_back(code: str, players: int) -> None:
    source = random.Random(code)
    came_back = 0
    while came_back < 10:
        history = played(CODES[code], players, source)
        again = loads(hide(history, {*range(players)}))
        came_back += bool(again.deal.reserve)
        assert again.check().stacks == history.finishing_stacks
        assert loads(dumps(again)).check().stacks == history.finishing_stacks


@pytest.mark.parametrize("code", ["F2L3D", "FB"])
def test_discards_that_come_back_several_times_do_so_as_they_did(code: str) -> None:
    """At full tables where everybody calls and draws a lot, the deck runs out up to four times."""
    rules, source, most = CODES[code], random.Random(3), 0
    for _ in range(effort(50, 200)):
        beginning = start(rules, rules.most_players, stakes=Stakes(blinds=(1, 2), small_bet=2, big_bet=4), stacks=100)
        deal = Deal.shuffled(source)
        state, _ = apply(beginning, deal)
        actions: list[Action] = []
        drawn, refills = [], 0
        while state.turn is not None:
            now = legal(view_for(state, state.turn))
            assert now is not None
            if now.draw:
                actions.append(Discard(now.seat, now.hand[: min(now.most_discards, source.choice([2, 3, 4]))]))
            else:
                actions.append(Check(now.seat) if now.check else Call(now.seat))
            state, events = apply(state, actions[-1])
            drawn += [event.drawn for event in events if isinstance(event, Drew)]
            refills += sum(event.replenished > 0 for event in events if isinstance(event, Drew))
        most = max(most, refills)
        played = History(rules, beginning.stakes or Stakes(), beginning.stacks, deal, tuple(actions))
        again = loads(dumps(played))
        end = again.check()
        assert (end.hands, end.stacks, end.discards) == (state.hands, state.stacks, state.discards)
        assert again.drawn == tuple(drawn)
        assert dumps(again) == dumps(played)
    assert most > effort(1, 2)


def test_cards_that_did_not_come_as_the_file_says_are_refused() -> None:
    history = loads(phh(["d dh p1 2c2d2h2s3c", "d dh p2 9c9d9h9s8c", "p2 cc", "p1 cc",
                            "p1 sd 2c", "p2 sd", "d dh p1 4c", "p1 f"], "F5D"))  # fmt: skip
    swapped = dict(zip(parse_cards("4c 5c"), parse_cards("5c 4c"), strict=True))
    other = replace(history, deal=Deal(tuple(swapped.get(card, card) for card in history.deal.deck)))
    assert other.replay().stacks == history.check().stacks
    with pytest.raises(HistoryError, match="action 5 'p1 sd 2c': the file says that '4c' came, the deck does not"):
        other.check()


def test_a_discard_may_come_back_before_all_cards_were_seen() -> None:
    """Dealers burn cards, and shuffle before the last one."""
    first, second = ["p1 sd 2c", "p2 sd"], ["p1 sd 2d", "p2 sd 9h"]
    actions = ["d dh p1 2c2d2h2s3c", "d dh p2 9c9d9h9s8c", "p2 cc", "p1 cc", *first, "d dh p1 4c", "p1 cc", "p2 cc"]
    history = loads(phh([*actions, *second, "d dh p1 5c", "d dh p2 2c", "p1 f"], "F2L3D"))
    state = history.check()
    assert {*state.hands[1]} == {*parse_cards("9c 9d 9s 8c 2c")}
    assert history.deal.reserve == parse_cards("2c")
    assert len(history.deal.deck) == 12


def test_in_stud_a_card_for_all_is_laid_only_if_there_are_too_few() -> None:
    history = played(CODES["F7S"], 2, random.Random(1), fewest=60)
    text = dumps(history)
    last = [line for line in text.splitlines() if "d dh p1 " in line][-1]
    with pytest.raises(HistoryError, match="there are enough cards for everybody: none is laid on the table"):
        loads(text.replace(last, "  'd db ??',"))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("variant = 'NT'", "the field 'antes' is missing"),
        ("variant = 'XX'", "there is no variant 'XX': they are FT, NT, "),
        ("variant = ", "this is not TOML: Invalid value"),
        (phh(["p1 x"]), "action 1 'p1 x': not an action of PHH"),
        (phh(["p3 f"]), "action 1 'p3 f': there is no player 'p3': they are p1, p2"),
        (phh(["d dh p1 AsAx"]), "action 1 'd dh p1 AsAx': 'Ax' is not a card"),
        (phh(["d dh p1 AsA"]), "action 1 'd dh p1 AsA': 'A' is not a card"),
        (phh(["d dh p1 AsAdAh"]), "action 1 'd dh p1 AsAdAh': 2 cards are due, not 3"),
        (phh(["d dh p1 AsAd", "p2 cc"]), "action 2 'p2 cc': p2 has not got all cards yet"),
        (phh(["d dh p1 AsAd"]), "p2 has not got all cards yet"),
        (phh(["d dh p1 AsAd", "d dh p2 AsKd"]), "action 2 'd dh p2 AsKd': 'As' has been dealt before"),
        (phh([*DEALT, "d dh p1 Ac"]), "action 3 'd dh p1 Ac': no cards are due"),
        (phh([*DEALT, "p2 f", "d dh p2 Ac"]), "action 4 'd dh p2 Ac': who has folded gets no cards"),
        (phh([*DEALT, "d db 2c3c4c5c6c7c"]), "action 3 'd db 2c3c4c5c6c7c': the board has 5 cards, not 6"),
        (phh([*DEALT, "p1 sm AsKc"]), "action 3 'p1 sm AsKc': 'Kc' is not in the hand"),
        (phh([*DEALT, "p2 cbr 1e3"]), "action 3 'p2 cbr 1e3': '1e3' is not an amount"),
        (phh([*DEALT, "p2 cbr -5"]), "action 3 'p2 cbr -5': '-5' is not an amount"),
        (phh(["d dh p1 2c2d"], "NS"), "action 1 'd dh p1 2c2d': '2c' is not a card of short-deck hold'em"),
        (phh([], players="['Ann']"), "there are 1 names for 2 players"),
        (phh([], finishing_stacks="[1]"), "there are 1 finishing stacks for 2 players"),
        (phh([]).replace("[100, 100]", "[100, 'x']"), "a starting stack is a number, not 'x'"),
        (phh([]).replace("[100, 100]", "[100, -inf]"), "a starting stack is a number, not '-Infinity'"),
        (phh([]).replace("[0, 0]", "[0, inf]"), "an ante is a number, not 'Infinity'"),
        (phh([]).replace("[100, 100]", "[100, 0]"), "p2's stack is a whole number of chips above 0"),
        (phh([]).replace("[100, 100]", "7"), "the field 'starting_stacks' is a list, not 7"),
        (phh([]).replace("actions = []", "actions = [1]"), "action 1 is a text, not 1"),
        (phh([]).replace("[0, 0]", "[0, -2]"), "the ante is a whole number of chips, not -2"),
        (phh([]).replace("[1, 2]", f"[1, -{'9' * 31}]"), "a blind has more than 30 digits: '-999"),
        (phh([]).replace("min_bet = 2", f"min_bet = {'9' * 5000}"), "this is not TOML"),
        (f"a = {'[' * 5000}", "this is not TOML"),
        (phh([]).replace("min_bet = 2", "min_bet = 1e99999999"), "a bet has more than 30 digits: '1E+99999999'"),
        (phh([]).replace("min_bet = 2", "min_bet = 1e-99999999"), "an amount has 99999999 decimals"),
        (phh([]).replace("[100, 100]", f"[100, {'9' * 31}]"), "a starting stack has more than 30 digits: '999"),
    ],
)
def test_what_cannot_be_read_is_named_with_its_action(text: str, reason: str) -> None:
    with pytest.raises(FivecardError, match=f"^{re.escape(reason)}"):
        loads(text)


@pytest.mark.parametrize(
    ("actions", "reason"),
    [
        (["p1 cc"], "action 3 'p1 cc': it is p2's turn"),
        (["p2 cbr 3"], "action 3 'p2 cbr 3': a bet or raise is to between 4 and 100 now, not to 3"),
        (["p2 cbr 101"], "action 3 'p2 cbr 101': a bet or raise is to between 4 and 100 now, not to 101"),
        (["p2 f", "p1 f"], "action 4 'p1 f': the round is over"),
        (["p2 cc"], "the hand is not over: it is p1's turn"),
        (["p2 pb"], "action 3 'p2 pb': no bring-in is due"),
        (["p2 sd"], "action 3 'p2 sd': it is no time to draw"),
        ([f"d db {BOARD[:6]}", "p2 cc", "p1 cc"], "action 4 'p2 cc': 7 cards have been dealt, there should be 4"),
        (["p2 cc", "p1 cc", "p1 cc"], "action 5 'p1 cc': 4 cards have been dealt, there should be 7"),
        (["p2 f", f"d db {BOARD[:6]}"], "the end: 7 cards have been dealt, there should be 4"),
        (["p2 cbr 100", "p1 cc"], "action 4 'p1 cc': nobody knows who wins: the hands of p1 and p2 are not known"),
    ],
)
def test_what_is_not_legal_is_named_with_its_action(actions: list[str], reason: str) -> None:
    history = loads(phh([*DEALT, *actions]))
    with pytest.raises(FivecardError, match=f"^{re.escape(reason)}"):
        history.check()


def test_damaged_hands_are_refused_in_a_sentence_or_replayed() -> None:
    source = random.Random(11)
    refused = 0
    for _ in range(1000):
        text = source.choice(HANDS).read_text()
        words = re.split(r"([\s',\[\]]+)", text)
        for _ in range(source.randint(1, 3)):
            match source.randrange(3):
                case 0:
                    del words[source.randrange(len(words))]
                case 1:
                    words[source.randrange(len(words))] = source.choice(words)
                case _:
                    at, other = source.randrange(len(words)), source.randrange(len(words))
                    words[at], words[other] = words[other], words[at]
        try:
            history = loads("".join(words))
            assert sum(history.check().stacks) == sum(history.stacks)
        except FivecardError:
            refused += 1
    assert 500 < refused < 1000


def test_a_hand_that_does_not_end_as_it_says_is_refused() -> None:
    history = loads(phh([*DEALT, "p2 f"], finishing_stacks="[102, 98]", players="['Ann', 'Bob']"))
    with pytest.raises(HistoryError, match="Ann ends with 101, the file says 102"):
        history.check()


def test_nobody_wins_with_an_unknown_card_on_the_board() -> None:
    rules, stakes = CODES["NT"], Stakes(blinds=(1, 2), small_bet=2)
    deck = parse_cards("As Ks Ad Kd 2c 7d 9h Js Qc")
    state, _ = apply(start(rules, 2, stakes=stakes, stacks=2), Deal(deck, unknown=frozenset(parse_cards("As"))))
    known, _ = apply(state, Call(1))
    assert known.winners == (1,)
    state, _ = apply(start(rules, 2, stakes=stakes, stacks=2), Deal(deck, unknown=frozenset(parse_cards("Qc"))))
    with pytest.raises(IllegalActionError, match="nobody knows who wins"):
        apply(state, Call(1))


# Files of many hands


def test_a_stream_gives_a_hand_before_it_reads_the_next() -> None:
    first = phh([*DEALT, "p2 f"])

    def lines() -> Iterator[str]:
        yield "[1]\n"
        yield from first.splitlines(keepends=True)
        yield "[2]\n"
        raise AssertionError("read too far")

    assert loads(next(split(lines()))) == loads(first)


def test_numbered_and_concatenated_hands_are_told_apart() -> None:
    hands = [loads(file.read_text()) for file in HANDS]
    numbered = "".join(dump_all(hands))
    joined = "\n".join(file.read_text() for file in HANDS)
    for text in (numbered, joined):
        assert [loads(hand) for hand in split(text.splitlines(keepends=True))] == hands
    assert list(pokerkit.HandHistory.loads_all(numbered))[-1].variant == "FR"


@pytest.mark.parametrize(
    "extra",
    [
        'note = """\nvariant = 1\n[2]\n"""\n', "note = '''\nvariant = 1\n'''\n", "levels = [\n[1]\n]\n",
        "levels = [ # ]\n[1], ']',\n[2],\n]\n", 'note = "\\\\"\n', 'note = """x \\"""\nvariant = 1\n"""\n',
        "note = '\"\"\"'\n", "note = '''it'''\n",
    ],
)  # fmt: skip
@pytest.mark.parametrize("numbers", ["12", ('"1"', '"2"'), ("'1'", " 2 ")])
def test_values_over_several_lines_do_not_end_a_hand(extra: str, numbers: tuple[str, str]) -> None:
    hand = phh([*DEALT, "p2 f"])
    for text in (extra + hand, hand + extra):
        expected = loads(text)
        assert expected.details == tomllib.loads(extra)
        first, second = numbers
        for file in (text, text + text, f"[{first}]\n{text}[{second}]\n{text}"):
            found = list(load_all(file.splitlines(keepends=True)))
            assert found == [expected] * (1 if file == text else 2)


def test_a_list_that_is_not_closed_ends_with_its_hand() -> None:
    good = phh([*DEALT, "p2 f"])
    text = f"[1]\n{good}[2]\nvariant = 'NT'\nantes = [\n0,\n[3]\n{good}"
    first, second, third = load_all(text.splitlines(keepends=True))
    assert first == third == loads(good)
    assert isinstance(second, HistoryError)


def test_openers_cannot_be_written() -> None:
    history = replace(loads(phh([*DEALT, "p2 f"])), rules=CODES["F5D"].with_openers())
    with pytest.raises(HistoryError, match="PHH cannot say that it takes openers to bet first in five-card draw"):
        dumps(history)


def test_other_bets_on_later_streets_are_a_matter_of_fixed_limit() -> None:
    history = loads(phh([*DEALT, "p2 f"]))
    with pytest.raises(HistoryError, match="PHH cannot say that bets are 4 on the later streets"):
        dumps(replace(history, stakes=replace(history.stakes, big_bet=4)))


def test_a_bad_hand_does_not_hide_the_others() -> None:
    good = phh([*DEALT, "p2 f"])
    text = f"[1]\n{good}[2]\nvariant = 'XX'\n[3]\n{good}"
    first, second, third = load_all(text.splitlines(keepends=True))
    assert first == third == loads(good)
    assert isinstance(second, UnknownNameError)


@pytest.mark.parametrize("rules", RULES.values(), ids=RULES)
def test_a_record_from_before_is_read_and_replayed(rules: Rules) -> None:
    deal = Deal.shuffled(random.Random(7))
    state, _ = apply(start(rules, 4), deal)
    draws: list[Action] = []
    while state.turn is not None:
        draws.append(Discard(state.turn, state.hands[state.turn][:2]))
        state, _ = apply(state, draws[-1])
    text = Record.of(start(rules, 4), [deal, *draws]).to_text()
    (history,) = load_all(f"\n{text}\n".splitlines(keepends=True))
    assert isinstance(history, History)
    assert history.check() == state == Record.from_text(text).replay()[0]


def test_what_is_no_history_is_refused() -> None:
    with pytest.raises(HistoryError, match="this is no history: it begins with 'Dear diary,'"):
        list(load_all(["\n", "Dear diary,\n"]))
    assert list(load_all([])) == []


# TOML


@pytest.mark.parametrize("file", HANDS, ids=lambda file: file.stem)
def test_plain_toml_is_read_as_the_standard_parser_reads_it(file: Path) -> None:
    text = dumps(loads(file.read_text()))
    for each in (text, text.replace("\n", "\r\n"), file.read_text()):
        expected = tomllib.loads(each, parse_float=Decimal)
        found = load_toml(each)
        assert found == expected
        assert list(found) == list(expected)


@pytest.mark.parametrize(
    "text",
    [
        "a = 1, 2", "a = 1\na = 2", "a = null", "a = [null]", "a = NaN", "a = Infinity", "a = -Infinity",
        "a = {\"b\": 1}",
        "a = [1", "a = [1\nb = 2], 3", "a = '''x", "a = \"x", "a = 'x' 'y'", "a =", "= 1", "a b = 1", "a = 01",
        "a = [\n5\n0,\n]", "a = [\n'x\n y',\n]", "a = [\n1\n2\n]", "a = [1,\r2]", "a = 'x\x7f'", "# \x01\na = 1",
        "a = \"\\q\"", "a = [\n1,\n2", "a = 'x\ty\x00'", "a = 1 2", "a = [1,,2]", "a: 1", "a = tru",
    ],
)  # fmt: skip
def test_what_is_not_toml_is_refused(text: str) -> None:
    with pytest.raises(tomllib.TOMLDecodeError):
        tomllib.loads(text)
    with pytest.raises(HistoryError, match="this is not TOML"):
        load_toml(text)


@given(
    st.dictionaries(
        st.from_regex(r"[A-Za-z_][A-Za-z0-9_-]{0,5}", fullmatch=True),
        st.recursive(
            st.integers(-(2**63), 2**63 - 1) | st.booleans() | st.text(max_size=20) | st.decimals(allow_nan=False),
            lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
            max_leaves=5,
        ),
        max_size=4,
    )
)
def test_any_details_are_written_and_read(details: dict[str, Any]) -> None:
    history = replace(loads(phh([*DEALT, "p2 f"])), details={f"_{key}": value for key, value in details.items()})
    assert loads(dumps(history)) == history
