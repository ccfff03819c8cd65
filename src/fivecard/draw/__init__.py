"""Five-card draw without bets: what every discard is worth, the solved game, rounds by the million."""
