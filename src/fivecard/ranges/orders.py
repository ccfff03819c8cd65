"""Which hands are better than others before the first card is dealt: what `15%` means."""

from fivecard.games import Game


def best_kinds(game: Game, part: float) -> list[str]:
    """The kinds."""
    return []
