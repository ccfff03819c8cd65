"""Hands from what people have: texts, lists, arrays and data frames, read natively into rows of ids or sets.

`fivecard.batch` takes all of it; this is how. Nothing but NumPy is needed: Arrow's data is read from its own buffers.
"""

from fivecard.batch._input.hands import DEAL, NO_CARD, ROW, Cards, Hands, Sizes, apply_kernel
from fivecard.batch._input.numbers import read_numbers, read_strengths
from fivecard.batch._input.reading import read_hands
from fivecard.batch._input.types import ArrowArrayLike, ArrowStreamLike, HandsLike, StrengthsLike, ToNumpy

__all__ = [
    "DEAL",
    "NO_CARD",
    "ROW",
    "ArrowArrayLike",
    "ArrowStreamLike",
    "Cards",
    "Hands",
    "HandsLike",
    "Sizes",
    "StrengthsLike",
    "ToNumpy",
    "apply_kernel",
    "read_hands",
    "read_numbers",
    "read_strengths",
]
