"""Ranges of hands: `Range("QQ+, AKs")`, in the spellings that people already use."""

from fivecard.ranges.range import Range

__all__ = [
    "Range",
]
