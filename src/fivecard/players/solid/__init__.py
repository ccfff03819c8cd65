"""The computer player for games with bets: every game, every limit.

It decides from its view alone, and by chance where it mixes. `outlook` samples what the others may hold, as far as
their chips and their draws tell, and says what share of the pot that leaves; `draws` knows what people draw to;
`betting` puts a price on folding, calling and raising. `docs/players.md` tells it at length.
"""

from random import Random
from typing import Final

from fivecard.engine import Action, Limit, View
from fivecard.players.player import Player

__all__ = ["PLAYER", "decide"]


def __dir__() -> list[str]:
    return __all__


def decide(view: View, random: Random) -> Action:
    """Choose what to do."""
    from fivecard.players.solid.betting import choose  # NumPy, which programs without bets do not wait for

    return choose(view, random)


PLAYER: Final = Player(
    "solid",
    "by its share against what bets and draws tell",
    decide,
    limits=frozenset({Limit.FIXED_LIMIT, Limit.POT_LIMIT, Limit.NO_LIMIT}),
)
