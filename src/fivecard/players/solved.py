"""The computer player for five-card draw with fixed limit, by a strategy that is close to an equilibrium for two.

Where that strategy says nothing (more players, other stakes, openers, short stacks), or its file cannot be read, it
plays as `solid` does, and says so. How the game is solved, and how well, `docs/solver.md` tells.
"""

from collections.abc import Sequence
from operator import add
from random import Random
from typing import TYPE_CHECKING, Final

from fivecard.engine import Action, Call, Check, Fold, Limit, Raise, Rules, Stakes, View, legal
from fivecard.errors import FivecardError
from fivecard.players import solid
from fivecard.players.player import Player

if TYPE_CHECKING:
    from fivecard.solvers.limit_draw.infoset import Choice


def decide(view: View, random: Random) -> Action:
    """Choose what to do, by chance where the strategy mixes."""
    from fivecard.solvers.limit_draw import (  # the compiled game, and a file of some MB: loaded when first needed
        InfoSet,
        load_policy,
    )

    stacks = tuple(map(add, view.stacks, view.committed))  # as they were when the hand began
    known = view.stakes is not None and _missing(view.rules, view.stakes, stacks) is None
    infoset = InfoSet.of(view) if known else None
    if infoset is None:
        return solid.decide(view, random)
    try:
        policy = load_policy(infoset.game)
    except FivecardError:  # `says` has said so
        return solid.decide(view, random)
    probabilities = policy.action_probabilities(infoset)
    (choice,) = random.choices([*probabilities], [*probabilities.values()])
    return _action(choice, view)


def says(rules: Rules, stakes: Stakes, stacks: Sequence[int]) -> str:
    """Say whether it plays its own strategy with such stacks."""
    if missing := _missing(rules, stakes, stacks):
        return f"Solved plays like solid here: its own strategy is for {missing}."
    if not prepare(rules):
        return "Solved plays like solid here: its solution cannot be read."
    return "Solved plays its own strategy here, which is close to an equilibrium."


def prepare(rules: Rules) -> bool:
    """Read the strategy for a game, whatever its stakes; whether it could be read."""
    from fivecard.solvers.limit_draw import LimitDraw, load_policy

    try:
        load_policy(LimitDraw(most_drawn=rules.draw.most_discards))
    except FivecardError:
        return False
    return True


def _missing(rules: Rules, stakes: Stakes, stacks: Sequence[int]) -> str | None:
    """What a table lacks to be one that the strategy is for; None if nothing."""
    from fivecard.solvers.limit_draw import LimitDraw, has_policy

    if len(stacks) != 2:
        return "two players"
    if rules.has_openers:
        return "a game that any hand may open"
    game = LimitDraw.of(rules, stakes)
    if game is None or not has_policy(game):
        return "an ante, no blinds, and bets of twice and four times the ante"
    return f"stacks of {game.deepest:,} chips or more" if min(stacks) < game.deepest else None


def _action(choice: "Choice", view: View) -> Action:
    if not isinstance(choice, str):
        return view.discard(tuple([card for card in view.hand if card not in choice]))
    now = legal(view)
    assert now is not None  # it was asked
    match choice:
        case "fold":
            return Fold(now.seat)
        case "check":
            return Check(now.seat)
        case "call":
            return Call(now.seat)
    return Raise(now.seat, now.min_raise_to)  # or a bet


PLAYER: Final = Player(
    "solved",
    "close to an equilibrium against one opponent, else like solid",
    decide,
    limits=frozenset({Limit.FIXED_LIMIT}),
    games=frozenset({"five-card-draw"}),
    opponents=1,
    says=says,
    prepare=prepare,
)
