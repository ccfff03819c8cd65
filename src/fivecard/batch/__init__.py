r"""Arrays of hands, natively: every hand checked, hundreds of millions a second.

A hand is a text, a row of card ids (four times the rank plus the suit, 0 to 51), or a set of cards in a `uint64`
whose bit `i` is the card with id `i`; `HandsLike` lists what may hold them. What is not a hand raises `HandError`,
and what is not a card `CardError`, with the number of its row, and then nothing is returned; with `errors="null"` it
is masked in the result, which then is a masked array whatever the hands are. A hand that is missing (a null, None,
NaN) is always masked; without `errors="null"` results are masked arrays where one is, and plain ones elsewhere. In
values and lists, what is missing is None.

>>> import numpy as np
>>> strengths(["Ah Kh Qh Jh Th", None, "2♣ 3♦ 4♥ 5♠ 7♣ 8♦ 9♥"])
masked_array(data=[7462, --, 49],
             mask=[False,  True, False],
       fill_value=np.uint64(999999),
            dtype=uint16)
>>> hands = parse("Ah Kh Qh Jh Th 2c 3d\n2c 3d 4h 5s 7c 8d 9h")
>>> hands.dtype, hands.shape
(dtype('uint8'), (2, 7))
>>> strengths(hands)
array([7462,   49], dtype=uint16)
>>> strengths(np.array([0b11111 << 47], dtype=np.uint64))
array([7452], dtype=uint16)
"""

from fivecard.batch._input import NO_CARD, HandsLike, StrengthsLike
from fivecard.batch.describe import categories, category_names, census, percentiles, words
from fivecard.batch.hands import bad_rows, best_cards, kernel, strengths
from fivecard.batch.labels import Labels
from fivecard.batch.omaha import omaha_high_low_quarters, omaha_strengths, omaha_winners
from fivecard.batch.random import random_deals, random_hands
from fivecard.batch.sets import card_ids, card_sets
from fivecard.batch.showdowns import POT, shares, ties, winners
from fivecard.batch.text import (
    format,  # noqa: A004
    parse,
)

__all__ = [
    "NO_CARD",
    "POT",
    "HandsLike",
    "Labels",
    "StrengthsLike",
    "bad_rows",
    "best_cards",
    "card_ids",
    "card_sets",
    "categories",
    "category_names",
    "census",
    "format",
    "kernel",
    "omaha_high_low_quarters",
    "omaha_strengths",
    "omaha_winners",
    "parse",
    "percentiles",
    "random_deals",
    "random_hands",
    "shares",
    "strengths",
    "ties",
    "winners",
    "words",
]
