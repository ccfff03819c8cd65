"""The options that say which heads-up game is meant, for every program about its solution."""

from argparse import ArgumentParser, Namespace
from dataclasses import replace
from typing import Any

from fivecard.solvers.limit_draw import LimitDraw


def add_game_arguments(parser: ArgumentParser, usual: LimitDraw) -> None:
    """Declare the game; what is not said is as usual."""
    game = parser.add_argument_group("the game")
    game.add_argument("--ante", type=int, metavar="N", help=f"what each posts (default: {usual.ante})")
    game.add_argument("--blinds", type=int, nargs=2, metavar="N", help="small and big blind (default: none)")
    game.add_argument(
        "--bets", type=int, nargs=2, metavar="N",
        help=f"before and after the draw (default: {usual.small_bet} {usual.big_bet})",
    )  # fmt: skip
    game.add_argument(
        "--cap", type=int, metavar="N", help=f"bets in a round, raises and big blind too (default: {usual.cap})"
    )
    game.add_argument("--most", type=int, metavar="N", help=f"cards that may be drawn (default: {usual.most_drawn})")


def game_of(arguments: Namespace, usual: LimitDraw) -> LimitDraw:
    """The game that a command line asks for."""
    given: dict[str, Any] = {"ante": arguments.ante, "cap": arguments.cap, "most_drawn": arguments.most}
    given["blinds"] = arguments.blinds and tuple(arguments.blinds)
    given["small_bet"], given["big_bet"] = arguments.bets or (None, None)
    return replace(usual, **{name: value for name, value in given.items() if value is not None})
