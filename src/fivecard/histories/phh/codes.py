"""The names that PHH has for games and fields."""

from typing import Final

from fivecard.engine import VARIANTS, Limit, Rules
from fivecard.errors import HistoryError, UnknownNameError, quoted

_NAMES: Final = {
    "FT": ("holdem", Limit.FIXED_LIMIT),
    "NT": ("holdem", Limit.NO_LIMIT),
    "NS": ("short-deck", Limit.NO_LIMIT),
    "PO": ("omaha", Limit.POT_LIMIT),
    "FO/8": ("omaha-hi-lo", Limit.FIXED_LIMIT),
    "F7S": ("seven-card-stud", Limit.FIXED_LIMIT),
    "F7S/8": ("stud-hi-lo", Limit.FIXED_LIMIT),
    "FR": ("razz", Limit.FIXED_LIMIT),
    "N2L1D": ("deuce-to-seven", Limit.NO_LIMIT),
    "F2L3D": ("deuce-to-seven-triple", Limit.FIXED_LIMIT),
    "FB": ("badugi", Limit.FIXED_LIMIT),
    "F5D": ("five-card-draw", Limit.FIXED_LIMIT),
    "P5D": ("five-card-draw", Limit.POT_LIMIT),
    "N5D": ("five-card-draw", Limit.NO_LIMIT),
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
