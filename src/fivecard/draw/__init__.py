"""Five-card draw without bets: what every discard is worth, and the game solved for simultaneous draws.

>>> best = win_odds("As Kh Td Tc 6s", opponents=1)[0]
>>> print(*best.kept, best.share_in_words)
Td Tc 65.7% +- 0.2
"""

from fivecard.draw.odds import (
    Choice,
    FinalHands,
    HoldValues,
    draw_odds,
    final_distribution,
    hand_number,
    hold_values,
    win_odds,
)
from fivecard.draw.strategy import Solution, Strategy, legal_holds, solve, solved

__all__ = [
    "Choice",
    "FinalHands",
    "HoldValues",
    "Solution",
    "Strategy",
    "draw_odds",
    "final_distribution",
    "hand_number",
    "hold_values",
    "legal_holds",
    "solve",
    "solved",
    "win_odds",
]
