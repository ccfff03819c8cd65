"""Exact equities against other programs: OMPEval, in pokerfast, and poker-equity. They are those of bench/peers.txt.

They are not among the tools for development: `pip install pokerfast poker-equity` beside them, and these tests run.
"""

from contextlib import suppress
from random import Random
from typing import Any

import pytest

from fivecard import HandError
from fivecard.cards import ALL_CARDS, PLAIN
from fivecard.equities import Equity, equity
from fivecard.games import GAMES
from tests.effort import effort


@pytest.fixture(scope="module")
def ompeval() -> Any:
    return pytest.importorskip("pokerfast.equity", reason="NO POKERFAST: equities are not compared with OMPEval's")


@pytest.fixture(scope="module")
def poker_equity() -> Any:
    return pytest.importorskip("poker_equity", reason="NO POKER-EQUITY: equities are not compared with its")


RANGES = [
    "AA",
    "QQ+,AKs",
    "22+,A2s+,KTs+,QJs,AJo+",
    "77-44",
    "KTo+",
    "JTs-76s",
    "AsKd",
    "QhQd,QhQc",
    "T9s,98s",
    "random",
]
"""In a spelling that both understand."""
OMPEVAL_RANGES = {"77-44": "44,55,66,77", "JTs-76s": "JTs,T9s,98s,87s,76s"}


def random_cards(random: Random, count: int) -> str:
    return PLAIN.join(random.sample(ALL_CARDS, count), separator="")


def asked(random: Random, *, players: int, board: int) -> tuple[list[str], str, str, Equity]:
    """A random question that makes sense, and our answer."""
    while True:
        cards = random_cards(random, board + random.choice([0, 2]))
        table, dead = cards[: 2 * board], cards[2 * board :]
        ranges = [random.choice(RANGES if players == 2 else RANGES[:-1]) for _ in range(players)]
        with suppress(HandError):
            return ranges, table, dead, equity(*ranges, board=table, dead=dead, exact=True)


@pytest.mark.parametrize(
    ("players", "board", "questions"), [(2, 5, 100), (2, 4, 60), (2, 3, 40), (3, 5, 30), (3, 4, 10)]
)
def test_ranges_are_worth_what_ompeval_says(ompeval: Any, players: int, board: int, questions: int) -> None:
    random = Random(players * 10 + board)
    for _ in range(effort(questions // 10 + 2, questions)):
        ranges, table, dead, ours = asked(random, players=players, board=board)
        theirs = ompeval.equity([OMPEVAL_RANGES.get(each, each) for each in ranges], board=table, dead=dead)
        assert ours.share == pytest.approx(theirs, abs=1e-9), (ranges, table, dead)


def test_ranges_before_the_flop_are_worth_what_ompeval_says(ompeval: Any) -> None:
    for ranges in (["AA", "KK"], ["AsKs", "QhQd"], ["QQ+,AKs", "JTs"], ["AsKd", "77"]):
        assert equity(*ranges).share == pytest.approx(ompeval.equity(ranges), abs=1e-9)


@pytest.mark.parametrize(
    ("name", "theirs", "hole"),
    [
        ("holdem", "holdem", 2),
        ("short-deck", "short_deck", 2),
        ("omaha", "omaha", 4),
        ("omaha", "omaha_five", 5),
        ("omaha", "omaha_six", 6),
        ("omaha-hi-lo", "omaha_hi_lo", 4),
        ("omaha-hi-lo", "omaha_five_hi_lo", 5),
    ],
)
def test_hands_are_worth_what_poker_equity_says(poker_equity: Any, name: str, theirs: str, hole: int) -> None:
    random = Random(theirs)
    deck = GAMES[name].deck
    for _ in range(effort(5, 20)):
        players, board = random.choice([2, 2, 3]), random.choice([3, 4, 5])
        cards = random.sample(deck, players * hole + board + 1)
        hands = [PLAIN.join(cards[at * hole : (at + 1) * hole], separator="") for at in range(players)]
        table, dead = PLAIN.join(cards[players * hole : -1]), PLAIN.join(cards[-1:])
        ours = equity(*hands, board=table, dead=dead, game=name, exact=True)
        answer = poker_equity.exact_from_text(theirs, hands, table, dead)
        assert answer["samples"] == ours.deals
        told = (hands, table, dead)
        assert ours.share == pytest.approx([player["equity"] for player in answer["players"]], abs=1e-12), told
        assert ours.win == pytest.approx([player["scoop"] for player in answer["players"]], abs=1e-12), told
