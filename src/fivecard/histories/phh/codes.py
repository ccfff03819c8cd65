"""The names that PHH has for games and fields."""

from typing import Final

from fivecard.engine import VARIANTS, Limit, Rules
from fivecard.errors import HistoryError, UnknownNameError, quoted

_NAMES: Final = {
    "FT": ("holdem", Limit.FIXED),
    "NT": ("holdem", Limit.NO),
    "NS": ("short-deck", Limit.NO),
    "PO": ("omaha", Limit.POT),
    "FO/8": ("omaha-hi-lo", Limit.FIXED),
    "F7S": ("seven-card-stud", Limit.FIXED),
    "F7S/8": ("stud-hi-lo", Limit.FIXED),
    "FR": ("razz", Limit.FIXED),
    "N2L1D": ("deuce-to-seven", Limit.NO),
    "F2L3D": ("deuce-to-seven-triple", Limit.FIXED),
    "FB": ("badugi", Limit.FIXED),
    "F5D": ("five-card-draw", Limit.FIXED),
    "P5D": ("five-card-draw", Limit.POT),
    "N5D": ("five-card-draw", Limit.NO),
}
CODES: Final = {code: VARIANTS[name].with_limit(limit) for code, (name, limit) in _NAMES.items()}
"""The games by their codes."""

UNSEEN: Final = "??"


def find_rules(code: object) -> Rules:
    """The game with this code."""
    if not isinstance(code, str) or code not in CODES:
        raise UnknownNameError(f"there is no variant {quoted(code)}: they are {', '.join(CODES)}")
    return CODES[code]


def find_code(rules: Rules) -> str:
    """The code of a game."""
    for code, known in CODES.items():
        if known == rules:
            return code
    if rules.has_openers:
        raise HistoryError(f"PHH cannot say that it takes openers to bet first in {rules.title}")
    raise HistoryError(f"PHH has no code for {rules.title}, {rules.limit.value}")
