"""Games with bets, solved: how to play them, and what can be gained against that."""

__all__ = [
    "limit_draw",
    "postflop",
]
