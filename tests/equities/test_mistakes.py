"""What is wrong with a question of equity is named with its place."""

import re
from collections.abc import Sequence
from typing import Any

import pytest

from fivecard import ArgumentError, CardTypeError, DuplicateCardError, FivecardError, HandError, UnknownNameError
from fivecard.equities import equity
from fivecard.ranges import Range

A, B, FLOP = "QQ+,AKs", "22+,A2s+,KTs+,QJs,AJo+", "2c 7d Th"
BROADWAY = "TT+, ATs+, KTs+, QTs+, JTs, ATo+, KTo+, QTo+, JTo"


@pytest.mark.parametrize(
    ("players", "options", "error", "message"),
    [
        (["AA"], {}, ArgumentError, "an equity is for 2 to 10 players, not 1"),
        (["AA"] * 11, {}, ArgumentError, "an equity is for 2 to 10 players, not 11"),
        (["AA", "KZ"], {}, FivecardError, "player 2: column 1: 'KZ' is not a range"),
        (["AA", ""], {}, FivecardError, "player 2: "),
        (["AA", 5], {}, CardTypeError, "player 2: expected cards, got 5"),
        (["AA", [1]], {}, CardTypeError, "player 2: expected a Card at position 0, got 1"),
        (["AsKs", "AsQs"], {}, DuplicateCardError, "'As' is in the hand of player 1 and in the hand of player 2"),
        (["AsKs", "QQ"], {"board": "As 2c 3d"}, DuplicateCardError, "'As' is on the board and in the hand of player 1"),
        (["AsKs", "QQ"], {"dead": "Ks"}, DuplicateCardError, "'Ks' is dead and in the hand of player 1"),
        (["AA", "QQ"], {"board": FLOP, "dead": "Th"}, DuplicateCardError, "'Th' is on the board and dead"),
        (["AA", "QQ"], {"board": "2c 7d 2c"}, DuplicateCardError, "the board: duplicate card '2c' in '2c 7d 2c'"),
        (["AA", "QQ"], {"dead": "2c 2c"}, DuplicateCardError, "dead cards: duplicate card '2c' in '2c 2c'"),
        (["AA", "QQ"], {"board": "2c"}, HandError, "the board has 0, 3, 4 or 5 cards, not 1: '2c'"),
        (["AA", "QQ"], {"board": "2c 3d"}, HandError, "the board has 0, 3, 4 or 5 cards, not 2: '2c 3d'"),
        (["AA", "QQ"], {"board": "2c 3d 4d 5d 6d 7d"}, HandError, "the board has 0, 3, 4 or 5 cards, not 6"),
        (["AA", "QQ"], {"board": "2c 3x 4d"}, FivecardError, "the board: column 4: '3x' is not a card"),
        (["AA", "QQ"], {"game": "whist"}, UnknownNameError, "there is no game 'whist'"),
        (["AA", "QQ"], {"game": "short-deck", "dead": "2c"}, HandError, "dead cards: '2c' is not in the deck"),
        (["AsKs", "As*"], {}, HandError, "player 1 and player 2 exclude each other: every hand of 'AsKs' has a card"),
        (["AsAh", "AdAc", "AA"], {}, HandError, "at once: 'AsAh' (player 1), 'AdAc' (player 2), 'AA'"),
        ([BROADWAY] * 8, {"dead": "As Kd Qh Jc Ts"}, HandError, "the players cannot all have a hand at once"),
        ([BROADWAY] * 10, {"board": "As 2c 3d"}, HandError, "the players cannot all have a hand at once"),
        (["TT+"] * 9, {"dead": "As Ks"}, HandError, "the players cannot all have a hand at once"),
        (["QQ", "AK"], {"board": "As Ah Ad", "dead": "Ac"}, HandError, "player 2: every hand of 'AK' has a card of"),
        (["random"] * 8, {"game": "razz"}, HandError, "8 players need 56 cards, dead ones included: the"),
        (["As Kd", "Qd Qh"], {"game": "razz", "board": "2c 3c 4c"}, HandError, "there is no board in razz: '2c 3c 4c'"),
        (["AA", Range("JT98ds", "omaha")], {}, HandError, "player 2: a range of 4 cards for Omaha, but here are 2"),
        (["AA", "KK"], {"holds": ["As", None]}, ArgumentError, "nothing is drawn in Texas hold'em"),
        (["AA", "KK"], {"error": 0}, FivecardError, "error must be a number above 0, not 0"),
        (["AA", "KK"], {"seconds": -1}, FivecardError, "seconds must be a number above 0, not -1"),
        (["AA", "KK"], {"seed": -1}, FivecardError, "a seed is a whole number from 0 to 2^64 - 1, not -1"),
        (["AA", "KK"], {"threads": 0}, FivecardError, "threads are a whole number from 1 to 1024, not 0"),
        (["AA", "KK"], {"hole": 3}, ArgumentError, "in Texas hold'em a player has 2 cards, not 3"),
        (["AA", "KK"], {"hole": 0}, ArgumentError, "in Texas hold'em a player has 2 cards, not 0"),
        (["AA", "KK"], {"hole": 2.0}, ArgumentError, "in Texas hold'em a player has 2 cards, not 2.0"),
        (["AA", "KK"], {"exact": "no"}, FivecardError, "expected True, False or None as exact, got 'no'"),
        (["AA", "KK"], {"error": True}, FivecardError, "error must be a number above 0, not True"),
        (["AA", "KK"], {"seconds": True}, FivecardError, "seconds must be a number above 0, not True"),
        (["AA", "KK"], {"seconds": 10**400}, FivecardError, "seconds must be at most about 1.8e308, not 1000"),
        (["AA", "KK"], {"gpu": 1}, FivecardError, "expected True or False as gpu, got 1"),
        (["AA", "KK"], {"progress": 5}, FivecardError, "expected a function as progress, got 5"),
        (["AA", "KK"], {"progress": 0}, FivecardError, "expected a function as progress, got 0"),
    ],
)  # fmt: skip
def test_a_mistake_is_named_with_its_place(
    players: Sequence[Any], options: dict[str, Any], error: type[FivecardError], message: str
) -> None:
    with pytest.raises(error) as caught:
        equity(*players, **options)
    assert message in str(caught.value)
    whose = re.match(r"player (\d+): ", str(caught.value))
    assert caught.value.seat == (int(whose[1]) - 1 if whose else None)


@pytest.mark.parametrize(
    ("holds", "message"),
    [
        (5, "holds are a list of what each player keeps, not 5"),
        ("Td", "holds are a list of what each player keeps, not 'Td'"),
        (["Td Tc"], "there are 2 players and 1 holds"),
        (["Td Tc", "9s"], "player 2 holds '9s', which is not in '9c9d9h2s4d'"),
        (["Td Tc", "nobody"], "what player 2 holds: column 1: 'nobody' is not a card"),
    ],
)
def test_a_wrong_hold_is_named(holds: Any, message: str) -> None:
    with pytest.raises(FivecardError) as caught:
        equity("As Kh Td Tc 6s", "9c 9d 9h 2s 4d", game="five-card-draw", holds=holds)
    assert message in str(caught.value)
    assert caught.value.seat == (1 if "player 2 holds" in message else None)
