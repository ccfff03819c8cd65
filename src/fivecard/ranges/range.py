"""A range of hands as a value.

>>> aces = Range("AA, AKs:0.5")
>>> len(aces), str(aces), "AsKs" in aces
(10, 'AA, AKs:0.5', True)
>>> str(aces | Range("AK, KK")), str(aces & Range("A*s")), str(aces - Range("As*"))
('KK+, AK', 'AKs:0.5', 'AhAd, AhAc, AdAc, AKs!AsKs:0.5')
>>> str(aces + Range("AKs:0.25, KK")), [*Range("AsAh, 2c2d")]
('KK+, AKs:0.75', [(Card('2d'), Card('2c')), (Card('As'), Card('Ah'))])
"""

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from html import escape
from typing import Any, Final, final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fivecard._util.machine import pieces
from fivecard.batch import card_ids
from fivecard.cards import ALL_CARDS, PLAIN, Card, CardSet, CardsLike, Rank, first_repeated, to_cards
from fivecard.errors import DuplicateCardError, RangeError, quoted
from fivecard.games import Game
from fivecard.ranges import grammar, weighted
from fivecard.ranges.draw import Draw
from fivecard.ranges.grammar import Language
from fivecard.ranges.holdem import Holdem
from fivecard.ranges.kinds import grid_cells
from fivecard.ranges.omaha import Cards
from fivecard.ranges.weighted import FULL, Hands, Weighted, all_hands

_LONGEST_SHOWN: Final = 200  # characters of a text in a notebook or at a prompt


@final
class Range:
    """Hands that a player may hold, each with a weight from 0.0001 to 1: how often, compared with the others.

    >>> Range("QQ+, AK")
    Range('QQ+, AK')
    >>> Range("QQ+, AAs")
    Traceback (most recent call last):
    fivecard.errors.RangeError: column 6: 'AAs' is not a range: a pair has two suits: write AA
    """

    __slots__ = ("_content", "_game", "_hole")

    def __init__(self, text: str, game: str | Game = "holdem", hole: int | None = None) -> None:
        """Read a range for a game.

        Args:
            text: The range in any of the common spellings; `none` for one without hands.
            game: The game in which these are hands: a `Game` or its name.
            hole: How many cards a hand has, where that may differ, as in Omaha; by default as many as usual.
        """
        if not isinstance(text, str):
            raise RangeError(f"expected a range's text, got {quoted(text)}")
        self._game, self._hole = _checked(game, hole)
        self._hold(grammar.read(text, language_of(self._game, self._hole)))

    @classmethod
    def from_hands(
        cls,
        hands: Iterable[CardsLike] | Hands,
        weights: ArrayLike = 1.0,
        game: str | Game = "holdem",
        hole: int | None = None,
    ) -> "Range":
        """Make a range of hands one by one, or of an array of 64-bit sets of cards.

        Args:
            hands: One by one, as text or cards; or an array of sets, whose bit `i` is the card with id `i`.
            weights: One for each hand, or one for all, from 0 to 1.
            game: The game in which these are hands: a `Game` or its name.
            hole: How many cards a hand has, where that may differ; by default as many as usual.

        >>> str(Range.from_hands(["AsKs", "AhKh"], [1, 0.25]))
        'AsKs, AhKh:0.25'
        """
        checked, size = _checked(game, hole)
        if not isinstance(hands, Iterable):
            raise RangeError(f"expected hands, got {quoted(hands)}")
        sets = hands if isinstance(hands, np.ndarray) else np.array([CardSet(hand).mask for hand in hands], np.uint64)
        if sets.dtype != np.uint64 or sets.ndim != 1:
            raise RangeError(f"hands in an array are uint64 sets of cards, not {sets.dtype} in {sets.ndim} dimensions")
        deck = np.uint64(checked.deck_set.mask)
        wrong = (sets & ~deck != 0) | (np.bitwise_count(sets) != size)
        if wrong.any():
            raise RangeError(f"hand {wrong.argmax()} is not {size} cards of {checked.title}")
        try:
            parts = np.broadcast_to(np.asarray(weights, np.float64), sets.shape)
        except (TypeError, ValueError, OverflowError):
            raise RangeError(f"expected a weight, or {len(sets)}, one for each hand, got {quoted(weights)}") from None
        bad = ~((parts >= 0) & (parts <= 1))
        if bad.any():
            raise RangeError(f"weight {bad.argmax()} is {parts[bad.argmax()]}: a weight is from 0 to 1")
        units = np.where(parts > 0, np.maximum(np.rint(parts * FULL), 1), 0).astype(np.uint16)
        return cls._of(weighted.ordered(sets, units), checked, size)

    @property
    def game(self) -> Game:
        """The game in which these are hands."""
        return self._game

    @property
    def hole(self) -> int:
        """How many cards each hand has."""
        return self._hole

    @property
    def hands(self) -> Hands:
        """The hands as sets of cards, in order; bit `i` of a set is the card with id `i`."""
        return self._content.hands

    @property
    def units(self) -> NDArray[np.uint16]:
        """The weights of the hands in ten-thousandths."""
        return self._content.units

    @property
    def weights(self) -> NDArray[np.float64]:
        """The weights of the hands, up to 1.

        >>> Range("AsAh, AdAc:0.5").weights
        array([0.5, 1. ])
        """
        found: NDArray[np.float64] = self._content.units / FULL
        found.flags.writeable = False  # what is written there would not be kept
        return found

    def grid(self) -> NDArray[np.float64]:
        """How much of each kind of hold'em hand is in the range: aces first, suited to the upper right.

        >>> Range("AA, AKs, AKo:0.5, KQs!KsQs").grid()[:3, :3]
        array([[1.  , 1.  , 0.  ],
               [0.5 , 0.  , 0.75],
               [0.  , 0.  , 0.  ]])
        """
        if self._hole != 2:
            raise RangeError(f"the grid is for hands of two cards, not of {self._hole}")
        ranks = self._game.deck_size // 4
        there, number = np.zeros((ranks, ranks)), np.zeros((ranks, ranks))
        if len(self):
            np.add.at(there, grid_cells(self.hands), self.weights)
        np.add.at(number, grid_cells(all_hands(self._game.deck_size, 2)), 1)
        return there / number

    def __len__(self) -> int:
        return len(self._content.hands)

    def __contains__(self, hand: CardsLike) -> bool:
        cards = to_cards(hand)
        if twice := first_repeated(cards):
            raise DuplicateCardError(f"duplicate card '{twice}' in {quoted(PLAIN.join(cards))}")
        return bool(weighted.among(np.array([CardSet(cards).mask], np.uint64), self._content.hands)[0])

    def __iter__(self) -> Iterator[tuple[Card, ...]]:
        """Give the hands one by one, each with its highest card first, in the order of `hands` and `weights`."""
        return (tuple([ALL_CARDS[card] for card in reversed(ids)]) for ids in _ids_of(self.hands))

    def __add__(self, other: "Range") -> "Range":
        """Add the weights of hands that are in both, up to 1: what is bet and what is called make what is played."""
        return self._with(other, weighted.added)

    def __or__(self, other: "Range") -> "Range":
        return self._with(other, lambda one, two: weighted.union([one, two]))

    def __and__(self, other: "Range") -> "Range":
        return self._with(other, weighted.intersection)

    def __sub__(self, other: "Range") -> "Range":
        return self._with(other, weighted.difference)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Range):
            return NotImplemented
        return (
            (self._game, self._hole) == (other._game, other._hole)
            and np.array_equal(self._content.hands, other._content.hands)
            and np.array_equal(self._content.units, other._content.units)
        )

    def __hash__(self) -> int:
        return hash((self._game.name, self._hole, self._content.hands.tobytes(), self._content.units.tobytes()))

    def __str__(self) -> str:
        return grammar.write(self._content, language_of(self._game, self._hole))

    def __repr__(self) -> str:
        text = str(self)
        shown = text if len(text) <= _LONGEST_SHOWN else f"{text[:_LONGEST_SHOWN]}..."
        game = "" if self._game.name == "holdem" else f", {self._game.name!r}"
        hole = "" if self._hole == self._game.hole[0] else f", hole={self._hole}"
        return f"Range({shown!r}{game}{hole})"

    def _repr_html_(self) -> str:
        text = f"<p>{len(self):,} hands: <code>{escape(repr(self))}</code></p>"
        return text if self._hole != 2 else text + grid_html(self)

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (self._content.hands, self._content.units, self._game, self._hole)

    @classmethod
    def _of(cls, content: Weighted, game: Game, hole: int) -> "Range":
        self = cls.__new__(cls)
        self._game, self._hole = game, hole
        self._hold(content)
        return self

    def _hold(self, content: Weighted) -> None:
        self._content = Weighted(content.hands.view(), content.units.view())
        for array in self._content:
            array.flags.writeable = False

    def _with(self, other: "Range", combine: Callable[[Weighted, Weighted], Weighted]) -> "Range":
        if not isinstance(other, Range):
            return NotImplemented
        if (self._game, self._hole) != (other._game, other._hole):
            one, two = (f"{each._hole} cards for {each._game.title}" for each in (self, other))
            raise RangeError(f"a range of {one} cannot be combined with one of {two}")
        content = combine(self._content, other._content)
        return Range._of(content, self._game, self._hole)


def grid_html(range_: Range) -> str:
    """The grid as a table of HTML, a cell the darker the more of its kind is there."""
    ranks = [rank.letter for rank in reversed(Rank) if rank in range_.game.rankings[0].ranks]
    rows = []
    for row, shares in enumerate(range_.grid().tolist()):
        cells = []
        for column, share in enumerate(shares):
            high, low = sorted((row, column))
            name = ranks[high] + ranks[low] + ("" if row == column else "s" if row < column else "o")
            style = f"background:rgba(46,125,50,{share:.2f});padding:1px 4px;text-align:center"
            cells.append(f'<td style="{style}" title="{share:.0%}">{name}</td>')
        rows.append(f"<tr>{''.join(cells)}</tr>")
    return f"<table>{''.join(rows)}</table>"


@cache
def language_of(game: Game, hole: int) -> Language:
    """What the hands of a game are called."""
    if hole == 2:
        return Holdem(game)
    return Draw(game, hole) if hole == 5 and not game.board else Cards(game, hole)


def _checked(game: str | Game, hole: int | None) -> tuple[Game, int]:
    found = Game.find(game)
    return found, found.hole_size(hole)


def _ids_of(hands: Hands) -> Iterator[list[int]]:
    """The ids of the cards of each hand, a piece of the hands at a time."""
    for piece in pieces(len(hands), size=1 << 12):
        yield from card_ids(hands[piece]).tolist()


def _restored(hands: Hands, units: NDArray[np.uint16], game: Game, hole: int) -> Range:
    return Range._of(Weighted(hands, units), game, hole)
