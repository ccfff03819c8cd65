"""The computer player of handout C, which draws by five rules."""

from random import Random
from typing import Final

from fivecard.draw.classic import cards_to_throw, strategy
from fivecard.engine import Discard, View
from fivecard.players.player import Player


def decide(view: View, random: Random) -> Discard:
    """Choose the cards to throw away."""
    return view.discard(cards_to_throw(view.hand, view.rules))


PLAYER: Final = Player("classic", "by the five rules of the handout", decide, strategy)
