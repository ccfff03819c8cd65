"""What the seat to act sees of each hand of a batch, field by field."""

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

NO_CARD: Final = 255
"""The id that stands for a card that is missing or not dealt yet."""


@dataclass(frozen=True, eq=False)
class Observations:
    """What the seats to act see, a row for each hand: the public state of the table, and their own cards.

    Where a row has several numbers by seat, the first is of the seat to act, the next of the one to its left, and so
    on round the table. Cards are ids from 0 to 51: four times the rank plus the suit (`Card.from_id`). The arrays show
    memory of the batch, and change with its next step: copy what is kept.
    """

    pot: NDArray[np.int32]
    """All chips that were put in."""
    call: NDArray[np.int32]
    """The chips that a call takes, or the bring-in where it is due; 0 if there is nothing to call, and in a draw."""
    lowest: NDArray[np.int32]
    """The least that may lie before the seat after a bet or raise; 0 if it may make none."""
    highest: NDArray[np.int32]
    """The most."""
    stacks: NDArray[np.int32]
    """By seat: the chips left."""
    bets: NDArray[np.int32]
    """By seat: what lies before it on this street."""
    committed: NDArray[np.int32]
    """By seat: what it has put in since the beginning of the hand, bets and antes included."""
    raises: NDArray[np.int32]
    """How many bets and raises there were in this round of bets; in a draw, in the one before."""
    legal: NDArray[np.uint16]
    """The actions that may be done, as bits: bit 0 is a fold. No bit in a draw."""
    turn: NDArray[np.uint8]
    """The seat to act: 0 is left of the button, the last seat has the button."""
    street: NDArray[np.uint8]
    """The number of the street in `rules.streets`."""
    in_hand: NDArray[np.bool_]
    """By seat: whether it has not folded."""
    acted: NDArray[np.bool_]
    """By seat: whether it has acted in this round of bets; in a draw, in the one before."""
    hole: NDArray[np.uint8]
    """The cards of the seat to act."""
    board: NDArray[np.uint8] | None = None
    """The cards on the table; None in games that have none."""
    up: NDArray[np.uint8] | None = None
    """By seat: the cards that lie open, of folded seats too; None in games without."""
    most_discards: NDArray[np.uint8] | None = None
    """How many cards may be discarded now; 0 where it is no draw. None in games without draws."""
    drawn: NDArray[np.uint8] | None = None
    """By seat: how many cards it drew in each draw; None in games without."""

    @property
    def is_draw(self) -> NDArray[np.bool_]:
        """Whether it is time to draw: then actions are sets of places in the hand."""
        return np.equal(self.legal, 0)

    def of_rows(self, rows: NDArray[np.intp] | NDArray[np.bool_]) -> "Observations":
        """Copy some of the rows.

        Args:
            rows: Their numbers, or a flag for each.
        """
        there = {name: array[rows] for name, array in vars(self).items() if array is not None}
        return Observations(**there)

    def copy(self) -> "Observations":
        """Copy them, to be kept."""
        there = {name: array.copy() for name, array in vars(self).items() if array is not None}
        return Observations(**there)


def observations_in(rows: NDArray[np.uint8], layout: list[tuple[str, str, int, list[int]]]) -> Observations:
    """Show the fields of rows of bytes, without copying them.

    Args:
        rows: A row for each hand.
        layout: Of each field its name, type, the byte of a row where it begins, and its shape.
    """
    dtype = np.dtype(
        {
            "names": [name for name, *_ in layout],
            "formats": [(_TYPES.get(name, kind), tuple(shape)) for name, kind, _, shape in layout],
            "offsets": [offset for _, _, offset, _ in layout],
            "itemsize": rows.shape[1],
        }
    )
    records: NDArray[Any] = rows.view(dtype)[:, 0]
    records.flags.writeable = False
    return Observations(**{name: records[name] for name, *_ in layout})


_TYPES: Final = {"in_hand": "?", "acted": "?"}
