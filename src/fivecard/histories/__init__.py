"""Hands of poker that were played, by us or by others: read, replayed, checked and written down."""

from fivecard.histories.history import History
from fivecard.histories.pokerstars import read_pokerstars, write_pokerstars

__all__ = ["History", "read_pokerstars", "write_pokerstars"]
