"""Who wins, and why: one showdown, or a file of a million.

>>> result = settle(["8H AS 3S 3H", "TH AD 8D 9C"], "2C 9S JH 4D 5S")
>>> result.winners
(0,)
>>> print(result)
Player 1 wins: straight Five Four Three Two Ace beats two Nines Ace Jack Five
>>> print(*result.hands[0].hole, "with", *result.hands[0].board)
3s As with 5s 4d 2c
"""

from fivecard.showdown.deals import DealFormat
from fivecard.showdown.files import Progress, Score, settle_file, strengths_of_file
from fivecard.showdown.layout import Layout
from fivecard.showdown.reading import Source
from fivecard.showdown.single import Part, Showdown, ShownHand, best_hand, hand_strengths, settle, shares_of

__all__ = [
    "DealFormat",
    "Layout",
    "Part",
    "Progress",
    "Score",
    "Showdown",
    "ShownHand",
    "Source",
    "best_hand",
    "hand_strengths",
    "settle",
    "settle_file",
    "shares_of",
    "strengths_of_file",
]
