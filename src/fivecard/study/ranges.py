"""Ranges as the editor has them: a text, and how much of each of the 169 kinds of hands is there.

>>> painted("QQ+, AsKs", {"AKs": 0.5, "QQ": 0})
'KK+, AKs:0.5'
"""

from collections.abc import Mapping
from typing import Any

from fivecard.errors import RangeError, quoted
from fivecard.ranges import Range


def shown(text: str, game: str) -> dict[str, Any]:
    """Say what a range has, kind by kind.

    Args:
        text: The range.
        game: `holdem` or `short-deck`.
    """
    range_ = Range(text or "none", game)
    return {
        "text": str(range_) if len(range_) else "",
        "grid": [[round(share, 4) for share in row] for row in range_.grid().tolist()],
        "hands": round(float(range_.weights.sum()), 4),
    }


def painted(text: str, kinds: Mapping[str, Any], game: str = "holdem") -> str:
    """Give kinds of hands another weight; gives the range as a text.

    Args:
        text: What the range was.
        kinds: The weight of each kind that changes, from 0 to 1.
        game: `holdem` or `short-deck`.
    """
    for kind, weight in kinds.items():
        if isinstance(weight, bool) or not isinstance(weight, int | float) or not 0 <= weight <= 1:
            raise RangeError(f"the weight of {quoted(kind)} is from 0 to 1, not {quoted(weight)}")
    found = Range(text or "none", game)
    if kinds:
        found -= Range(", ".join(kinds), game)
        if there := [f"{kind}:{weight:.4g}" for kind, weight in kinds.items() if weight >= 0.0001]:
            found |= Range(", ".join(there), game)
    return str(found) if len(found) else ""
