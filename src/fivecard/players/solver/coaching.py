"""One door for those who coach people at heads-up no-limit hold'em: what is known of a decision, and why nothing is."""

from typing import Final

from fivecard.engine import Action, View
from fivecard.errors import RangeError
from fivecard.players.solver import is_coached
from fivecard.players.solver.advice import Advice, solved_advice
from fivecard.players.solver.preflop import push_fold_advice, why_no_advice
from fivecard.players.solver.ranges import Given, assumed

TOO_LARGE: Final = "this flop takes too long to solve; from the turn on there are solutions"


def advice_for(view: View, given: Given, action: Action | None = None, *, threads: int | None = None) -> Advice | None:
    """Say what a seat should do whose turn it is; None where there is no answer.

    Args:
        view: What the seat sees.
        given: Ranges that count instead of the chart's.
        action: What has to be among the options after the flop.
        threads: How many threads; None for as many as there are cores.
    """
    if not is_coached(view):
        return None
    if not view.board:
        return push_fold_advice(view)
    try:
        return solved_advice(view, given, action, threads=threads)
    except RangeError:  # a range that was given has no hand left: `why_not` says so
        return None


def why_not(view: View, given: Given) -> str:
    """Say why `advice_for` has no answer to a decision of its game.

    Args:
        view: What the seat sees.
        given: Ranges that count instead of the chart's.
    """
    if not view.board:
        return f"No solution: {why_no_advice(view)}."
    try:
        assumed(view, given)
    except RangeError as error:
        return f"No solution: {error}."
    return f"No solution: {TOO_LARGE}."
