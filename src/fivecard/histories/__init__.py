"""Hands of poker that were played, by us or by others: read, replayed, checked and written down.

The modules of the formats (`phh`, `pokerstars`, `record`) have `loads`, and `dumps` if they are written.
"""

from fivecard.histories.actions import ActionRow, action_rows
from fivecard.histories.formats import FORMATS, Format, dump, dump_all, dumps, load, load_all, loads
from fivecard.histories.history import SPECTATOR, History
from fivecard.histories.record import Record
from fivecard.histories.statistics import Statistics, columns_of, statistics_of
from fivecard.histories.visitor import Visitor, walk

__all__ = [
    "FORMATS",
    "SPECTATOR",
    "ActionRow",
    "Format",
    "History",
    "Record",
    "Statistics",
    "Visitor",
    "action_rows",
    "columns_of",
    "dump",
    "dump_all",
    "dumps",
    "load",
    "load_all",
    "loads",
    "statistics_of",
    "walk",
]
