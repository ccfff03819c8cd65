"""Hands of poker that were played, by us or by others: read, replayed, checked and written down."""

from fivecard.histories.actions import ActionRow, action_rows
from fivecard.histories.formats import FORMATS, Format, read_histories
from fivecard.histories.history import SPECTATOR, History
from fivecard.histories.phh import read_phh, write_phh
from fivecard.histories.pokerstars import read_pokerstars, write_pokerstars
from fivecard.histories.record import Record
from fivecard.histories.statistics import Statistics, statistics_of
from fivecard.histories.walking import Visitor, walk

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
    "read_histories",
    "read_phh",
    "read_pokerstars",
    "statistics_of",
    "walk",
    "write_phh",
    "write_pokerstars",
]
