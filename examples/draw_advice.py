"""What to throw away, against three opponents who know the game."""

from fivecard import Category
from fivecard.draw.odds import draw_odds, win_odds
from fivecard.draw.strategy import solved
from fivecard.engine import FOUR_WITH_AN_ACE

hand = "4c 5d 6h 7s Ac"
for choice in win_odds(hand, opponents=3)[:3]:
    print(f"keep {' '.join(map(str, choice.kept)):<12} {choice.share:6.1%} of the pot")
straight = draw_odds(hand, hold="4c 5d 6h 7s")[0]
print(f"the straight comes in {straight.categories[Category.STRAIGHT]} of {straight.draws} draws")
print(
    "six players keep:",
    *(card for card in hand.split() if card not in map(str, solved(FOUR_WITH_AN_ACE, 6).discards(hand))),
)
