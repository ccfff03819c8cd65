"""The computer player for heads-up no-limit hold'em that solves its very spot, from the turn on.

`question` makes a spot of what a seat sees, with the ranges of `ranges`; `advice` solves it, and says what each action
is worth; `preflop` pushes or folds short stacks, and plays a chart with others; `review` judges what people do. On the
flop, where little can be solved in a moment, it plays as `solid` does. `docs/players.md` tells it at length.
"""

from collections.abc import Sequence
from random import Random
from typing import Final

from fivecard.engine import Action, Limit, Rules, Stakes, View
from fivecard.players import solid
from fivecard.players.player import Player

__all__ = ["PLAYER", "decide", "is_coached"]


def __dir__() -> list[str]:
    return __all__


def decide(view: View, random: Random) -> Action:
    """Choose what to do, by chance where the solution mixes."""
    from fivecard.players.solver.advice import action_for, solved_advice  # NumPy, and the solver
    from fivecard.players.solver.preflop import choose
    from fivecard.players.solver.ranges import Given

    if not is_coached(view):
        return solid.decide(view, random)
    if not view.board:
        return choose(view, random) or solid.decide(view, random)
    advice = solved_advice(view, Given())
    if advice is None:
        return solid.decide(view, random)
    (option,) = random.choices(advice.options, [each.chance for each in advice.options])
    return action_for(option.action, view)


def is_coached(view: View) -> bool:
    """Whether a seat is in a game that is solved here, for whose decisions people have a coach."""
    return PLAYER.fits(view.rules) and view.players == 2


def says(rules: Rules, stakes: Stakes, stacks: Sequence[int]) -> str | None:
    """Say whether it solves with so many players."""
    if not PLAYER.fits(rules):
        return None
    if len(stacks) != 2:
        return "Solver plays like solid here: it solves hands of two players."
    return "Solver solves its spots from the turn on with ranges that it assumes; before, it goes by a chart and solid."


PLAYER: Final = Player(
    "solver",
    "what it solves on the spot from the turn on, against one opponent",
    decide,
    limits=frozenset({Limit.NO_LIMIT}),
    games=frozenset({"holdem"}),
    opponents=1,
    says=says,
    at_tables=False,
)
