"""The same small games for the solver and for those who check it."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from fivecard.cards import PLAIN
from fivecard.ranges import Range
from fivecard.solvers.postflop import Solution, Spot
from tests.solvers.postflop.small_holdem import Chances, Hand, Path, SmallHoldem

RIVER = SmallHoldem(
    "Td9d6hQc2s",
    (
        {"AhKh": 1, "TcTs": 1, "AsQs": 0.75, "8d7d": 1, "5h4h": 0.5},
        {"KdJd": 0.5, "AcKc": 1, "AdTh": 1, "7h7s": 0.25, "TcTs": 1},
    ),
    pot=10, stack=30, bets=(0.5, 1), raises=(2.5,), all_in_bet=True,
)  # fmt: skip
TURN = SmallHoldem(
    "Td9d6hQc",
    ({"AhKh": 1, "TcTs": 1, "8d7d": 1, "AsQs": 1}, {"KdJd": 0.5, "QdQs": 1, "AcKc": 1, "9h8h": 1}),
    pot=10, stack=20, bets=(0.5,), raises=(2.5,), all_in_raise=True,
)  # fmt: skip
ALL_IN_TURN = SmallHoldem(
    "Td9d6hQc",
    ({"AhKh": 1, "JcJs": 1, "8d7d": 1}, {"KdJd": 0.5, "QdQs": 1, "AcKc": 1}),
    pot=10,
    stack=12,
    all_in_bet=True,
)


def spot_of(game: SmallHoldem, **options: Any) -> Spot:
    bets = [f"{100 * part:g}%" for part in game.bets] + ["a"] * game.all_in_bet
    raises = [f"{multiple:g}x" for multiple in game.raises] + ["a"] * game.all_in_raise
    first, second = (Range.from_hands(list(hands), list(hands.values())) for hands in game.hands)
    return Spot(
        game.board, (first, second), game.pot, game.stack, bets=", ".join(bets), raises=", ".join(raises),
        donks=None if game.donks else "", rake=game.rake, rake_cap=None if game.cap == float("inf") else game.cap,
        **options,
    )  # fmt: skip


def chances_of(solution: Solution) -> Chances:
    """How a solution plays, as who walks the game asks for it."""

    @cache
    def chances(path: Path, player: int, hand: Hand) -> Mapping[str, float]:
        place = at(path)
        assert place.player == ("oop", "ip")[player]
        return {action: float(place.chance(PLAIN.join(hand), action)) for action in place.actions}

    at = cache(lambda path: solution.at(*path))
    return chances
