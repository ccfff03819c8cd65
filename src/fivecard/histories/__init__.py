"""Hands of poker that were played, by us or by others: read, replayed, checked and written down."""

from fivecard.histories.history import History

__all__ = ["History"]
