"""Hands from text and back."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from fivecard import _core
from fivecard.batch import checks
from fivecard.errors import HandError


def parse(texts: Any) -> NDArray[np.uint8]:  # noqa: ANN401
    r"""Read hands from text, one a line, or from a column of strings: a row of card ids for each.

    Cards are written as `Ah`, `AH`, `ah` or `10h`, with spaces, commas or nothing between. All rows have as many cards
    as the first.

    >>> parse(["2c3c", "As Ks"])
    array([[ 0,  4],
           [51, 47]], dtype=uint8)
    """
    if not isinstance(texts, (str, bytes)):
        texts = "".join(f"{text}\n" for text in checks.texts(texts))
    return _core.parse(texts if isinstance(texts, bytes) else texts.encode("utf-8", errors="replace"))


def format(hands: Any) -> list[str]:  # noqa: A001, ANN401
    """Write rows of card ids as texts, `Ah Kh ...`.

    >>> format(np.array([[51, 47]], dtype=np.uint8))
    ['As Ks']
    """
    cards = checks.cards(hands)
    if cards.ndim != 2:
        raise HandError(f"hands are rows of card ids, not {checks.shape(cards)}")
    return _core.format_rows(cards.view(np.uint8)).decode("ascii").splitlines() if cards.size else [""] * len(cards)
