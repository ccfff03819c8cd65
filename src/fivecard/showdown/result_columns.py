"""The columns of records: a record a line, with what other programs want to know.

Each has the number of the line, the winner of all of the pot (1, 2, ..., 0 if it is tied or shared, none for a bad
line) and, for each player, strength and category; where high and low share the pot, those of the low hand too, and the
player's share as a fraction. They are written by the compiled core (`native/src/records.hpp`).
"""

from functools import cache

from fivecard.rankings import Ranking
from fivecard.showdown.settling import Settling


def names_of_columns(settling: Settling) -> list[str]:
    """Name the columns.

    >>> names_of_columns(Settling("badugi"))
    ['line', 'winner', 'strength_1', 'category_1', 'strength_2', 'category_2']
    """
    of_player = ["strength", "category"]
    if len(settling.game.rankings) > 1:
        of_player += ["low_strength", "low_category", "share"]
    players = range(1, settling.players + 1)
    return ["line", "winner", *(f"{what}_{number}" for number in players for what in of_player)]


@cache
def categories_by_strength(ranking: Ranking) -> list[str]:
    """The category of every strength in words, none for 0."""
    words = [""] * (ranking.strongest + 1)
    for category in {each.category: None for each in ranking.classes[1:]}:
        strengths = ranking.strengths_of(category)
        words[strengths.start : strengths.stop] = [category.words] * len(strengths)
    return words
