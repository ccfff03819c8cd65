"""The computer player that plays the solved strategy for the number of players at the table.

At tables of seven to ten, for which the game is not solved, it plays as with six.
"""

from random import Random

from fivecard.cards import Card
from fivecard.draw import View
from fivecard.strategy import SOLVED_PLAYERS, solved


def decide(view: View, random: Random) -> tuple[Card, ...]:
    """Choose the cards to throw away."""
    strategy = solved(view.rules, min(view.players, SOLVED_PLAYERS[-1]))
    return view.allowed(strategy.discards(view.hand))
