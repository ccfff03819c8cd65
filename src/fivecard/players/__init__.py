"""Computer players. A player is called with what its seat may see and says what it does.

>>> import random
>>> from fivecard.engine import FOUR_WITH_AN_ACE, Deal, apply, start
>>> source = random.Random(1)
>>> dealt, _ = apply(start(FOUR_WITH_AN_ACE, players=4), Deal.shuffled(source))
>>> state, events = play_out(dealt, [PLAYERS["classic"]] * 4, source)
>>> state.drawn, state.winners
(((1,), (1,), (4,), (3,)), (3,))
"""

from collections.abc import Sequence
from functools import cache
from random import Random
from typing import Final

from fivecard.draw.strategy import Strategy
from fivecard.engine import Event, Rules, State, apply, view_for
from fivecard.errors import FivecardError, UnknownNameError, quoted
from fivecard.players import classic, sharp, solid, solved, solver
from fivecard.players.player import Decide, Player

__all__ = ["PLAYERS", "Decide", "Player", "described", "play_out", "players_for", "strategy_of"]


def __dir__() -> list[str]:
    return __all__


PLAYERS: Final[dict[str, Player]] = {
    player.name: player for player in (classic.PLAYER, sharp.PLAYER, solid.PLAYER, solved.PLAYER, solver.PLAYER)
}
"""The computer players by name."""


def players_for(rules: Rules) -> dict[str, Player]:
    """The computer players that play a game: whoever offers players offers these.

    >>> from fivecard.engine import FOUR_WITH_AN_ACE, VARIANTS
    >>> [*players_for(FOUR_WITH_AN_ACE)], [*players_for(VARIANTS["razz"])]
    (['classic', 'sharp'], ['solid'])
    """
    return {name: player for name, player in PLAYERS.items() if player.fits(rules)}


def described(rules: Rules) -> str:
    """Say how each of the players of a game plays, in one line."""
    return "; ".join(f"{player.name} plays {player.plays}" for player in players_for(rules).values())


@cache
def strategy_of(player: str, rules: Rules, players: int) -> Strategy:
    """Look up a player's strategy at a table, as data.

    Args:
        player: The name of a computer player.
        rules: What may be discarded.
        players: How many play.

    >>> from fivecard.engine import THREE_CARD_DRAW
    >>> print(*strategy_of("classic", THREE_CARD_DRAW, players=2).discards("Ah Kd 9s 5c 3h"))
    9s 5c 3h
    """
    if player not in PLAYERS:
        raise UnknownNameError(f"there is no player {quoted(player)}: they are {', '.join(PLAYERS)}")
    if (strategy := PLAYERS[player].strategy) is None:
        raise FivecardError(f"{player} has no strategy that can be written to a file")
    found = strategy(rules, players)
    found.check(rules)
    return found


def play_out(state: State, players: Sequence[Decide], random: Random) -> tuple[State, tuple[Event, ...]]:
    """Let the players, one for each seat, play a hand to its end from whoever's turn it is.

    Args:
        state: A hand that has begun.
        players: What decides for each seat.
        random: Where players who mix take their chance from.
    """
    events: tuple[Event, ...] = ()
    while state.to_act:
        seat = state.to_act[0]
        state, more = apply(state, players[seat](view_for(state, seat), random))
        events += more
    return state, events
