"""Who wins, and why: one deal, a file of a million, or columns of them. `Settling` is how.

>>> result = settle(["8H AS 3S 3H", "TH AD 8D 9C"], "2C 9S JH 4D 5S", game="omaha")
>>> result.winners
(0,)
>>> print(result)
Player 1 wins: straight Five Four Three Two Ace beats two Nines Ace Jack Five
>>> print(*result.hands[0].hole, "with", *result.hands[0].board)
3s As with 5s 4d 2c
"""

from fivecard.showdown.file_formats import FileFormat
from fivecard.showdown.reading import Source
from fivecard.showdown.settling import Progress, Settling, Tally, Target, settle
from fivecard.showdown.single import Part, Showdown, ShownHand, best_hand, hand_strengths, shares_of

__all__ = [
    "FileFormat",
    "Part",
    "Progress",
    "Settling",
    "Showdown",
    "ShownHand",
    "Source",
    "Tally",
    "Target",
    "best_hand",
    "hand_strengths",
    "settle",
    "shares_of",
]
