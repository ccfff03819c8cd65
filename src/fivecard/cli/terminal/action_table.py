"""The table of actions that `fivecard history --format` writes: a hand is written as soon as it has been replayed."""

from collections.abc import Iterable, Iterator
from typing import Final, TypeAlias

from fivecard._util.table_files import Cell, Columns
from fivecard.histories import History
from fivecard.histories.actions import COLUMNS, action_rows

Hands: TypeAlias = Iterable[tuple[str, int, History]]
"""Hands with the file and the number by which they are found there."""

_TYPES: Final = dict.fromkeys(("amount", "to", "pot", "stack"), "double") | dict.fromkeys(
    ("hand", "players", "street", "seat"), "int32"
)
ACTION_COLUMNS: Final[Columns] = {name: _TYPES.get(name, "string") for name in COLUMNS}
"""The types of its columns."""


def action_cells(hands: Hands) -> Iterator[list[Cell]]:
    """The rows of a table; amounts with decimals are texts, as exact as the file has them."""
    for name, number, history in hands:
        file = name.encode(errors="backslashreplace").decode()  # the bytes of a name need not be UTF-8
        whole = history.unit == 1
        for street, seat, action, amount, to, cards, pot, stack in action_rows(history):
            chips: list[Cell] = [amount, to, pot, stack]
            if not whole:
                chips = [None if each is None else history.amount(each) for each in (amount, to, pot, stack)]
            player = None if seat is None else history.name(seat - 1)
            yield [
                file, number, history.rules.name, history.players, player, street, seat, action, *chips[:2], cards,
                *chips[2:],
            ]  # fmt: skip
