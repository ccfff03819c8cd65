"""PHH, the open format for hands of poker: TOML, with a word for each action.

The standard's codes are understood, and for five-card draw, which has none, `F5D`, `P5D` and `N5D` (fixed limit, pot
limit, no limit).
"""

from fivecard.histories.phh.reader import loads, split
from fivecard.histories.phh.writer import dumps

__all__ = ["dumps", "loads", "split"]
