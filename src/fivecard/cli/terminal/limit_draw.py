"""The options that say which heads-up game is meant, for every program about its solution."""

from argparse import ArgumentParser, Namespace
from dataclasses import replace
from typing import Any

from fivecard.cli import options
from fivecard.solvers.limit_draw import LimitDraw


def add_game_arguments(parser: ArgumentParser, usual: LimitDraw) -> None:
    """Declare the game; what is not said is as usual."""
    game = parser.add_argument_group("the game")
    options.add_stakes(
        game,
        ante=f"what each posts (default: {usual.ante})",
        blinds="small and big blind, 0 for none (default: none)",
        bets=f"before and after the draw (default: {usual.small_bet},{usual.big_bet})",
    )
    game.add_argument(
        "--cap", type=int, metavar="N", help=f"bets in a round, raises and big blind too (default: {usual.cap})"
    )
    game.add_argument("--most", type=int, metavar="N", help=f"cards that may be drawn (default: {usual.most_drawn})")


def game_of(arguments: Namespace, usual: LimitDraw) -> LimitDraw:
    """The game that a command line asks for."""
    given: dict[str, Any] = {"ante": arguments.ante, "cap": arguments.cap, "most_drawn": arguments.most}
    given["blinds"] = None if arguments.blinds is None else tuple(blind for blind in arguments.blinds if blind)
    if arguments.bets:
        options.check_bets(arguments.bets)
        given["small_bet"], given["big_bet"] = arguments.bets[0], arguments.bets[-1]
    return replace(usual, **{name: value for name, value in given.items() if value is not None})
