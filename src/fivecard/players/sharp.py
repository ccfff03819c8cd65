"""The computer player that plays the solved strategy for the number of players at the table.

The game is solved for simultaneous draws: nobody looks at how many cards others drew. At tables of seven to ten, for
which it is not solved, this player plays as with six.
"""

from random import Random
from typing import Final

from fivecard.draw.strategy import SOLVED_PLAYERS, Strategy, solved
from fivecard.engine import Discard, Rules, View
from fivecard.players.player import Player


def decide(view: View, random: Random) -> Discard:
    """Choose the cards to throw away."""
    return view.discard(strategy(view.rules, view.players).discards(view.hand))


def strategy(rules: Rules, players: int) -> Strategy:
    """The solved strategy for a table of so many, or for the largest that is solved."""
    return solved(rules, min(players, SOLVED_PLAYERS[-1]))


PLAYER: Final = Player("sharp", "the game as solved for simultaneous draws", decide, strategy)
