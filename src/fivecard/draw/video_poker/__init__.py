"""Draw poker machines: what they return, how each hand is played best, charts to learn, and games of one's own.

>>> best = solve(game("double double bonus 9/6"))
>>> f"{float(best.mean):.4%}", f"{best.variance:.2f}"
('98.9808%', '41.98')
>>> print(hand_text(options(best.game, "As Ad 2c 2d 7h")[0].kept))
As Ad
"""

from fivecard.draw.video_poker.analysis import Option, Outcome, Play, Solution, break_even, options, solve
from fivecard.draw.video_poker.catalogue import families, game
from fivecard.draw.video_poker.charts import Chart, Mistake, chart
from fivecard.draw.video_poker.hands import card_text, hand_text, read_hand
from fivecard.draw.video_poker.pay_tables import Game, Line, load

__all__ = [
    "Chart",
    "Game",
    "Line",
    "Mistake",
    "Option",
    "Outcome",
    "Play",
    "Solution",
    "break_even",
    "card_text",
    "chart",
    "families",
    "game",
    "hand_text",
    "load",
    "options",
    "read_hand",
    "solve",
]
