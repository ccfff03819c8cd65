"""Other libraries' numbers: cards and strengths of treys, eval7, phevaluator, PHH texts and the UCI data set, and back.

`from_NAME` gives card ids, `to_NAME` takes them; strengths likewise. They take and give arrays of any shape, and check
every number: what is not a card there is named with its row, and if all of it looks like the cards of another library,
the message says so. What is masked stays masked. None of the libraries is needed.

Some layouts cannot be told apart. phevaluator's ids are those of fivecard. Ranks of treys and phevaluator (1 is best)
and strengths (7,462 is) are the same numbers, upside down. eval7's masks of whole hands have the bits of fivecard's
sets in another order. The suits of the UCI columns could stand for each other.

>>> hands = from_treys([[268442665, 134224677, 67115551, 33560861, 16783383]])
>>> batch.format(hands)
['As Ks Qs Js Ts']
>>> to_treys_ranks(batch.strengths(hands))
array([1], dtype=uint16)
"""

from collections.abc import Iterable, Iterator
from typing import Final, TypeAlias, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fivecard import batch
from fivecard._util.machine import pieces
from fivecard.batch import NO_CARD, checks
from fivecard.batch.missing import mask_of, with_mask
from fivecard.cards import ALL_CARDS, Card, Suit
from fivecard.errors import ArgumentError, CardError, FivecardError, FormatError, HandError, quoted
from fivecard.rankings import HIGH, HandClass

Values: TypeAlias = NDArray[np.uint64]
Mask: TypeAlias = NDArray[np.bool_] | None
Number = TypeVar("Number", np.int64, np.uint16, np.uint64)

_BLOCK: Final = 1 << 14  # numbers that are looked up at a time, so that what is in between stays in a near cache

UCI_COLUMNS: Final = (*(f"{letter}{card}" for card in range(1, 6) for letter in "SC"), "CLASS")
"""The columns of the UCI data set: suit and rank of each card, then the class of the hand."""


class _Numbering:
    """The number of each card by its id, or of each high hand by its strength less one, in some library."""

    def __init__(self, one: str, many: str, numbers: Iterable[int], error: type[FivecardError]) -> None:
        self.one, self.many, self.error = one, many, error
        self.numbers: Values = np.fromiter(numbers, dtype=np.uint64)
        self._order = np.argsort(self.numbers).astype(np.uint16)
        self._sorted = self.numbers[self._order]
        # What differs after a division by a small number is found by one look into a table: all but eval7's values.
        count = len(self.numbers)
        divisors = range(count, max(count + 1, 2048))
        self._divisor = next((n for n in divisors if len(set((self.numbers % np.uint64(n)).tolist())) == count), 0)
        self._slots = np.zeros(self._divisor, dtype=np.uint16)
        if self._divisor:
            self._slots[self.numbers % np.uint64(self._divisor)] = np.arange(count)

    def find(self, values: Values) -> tuple[NDArray[np.uint16], NDArray[np.bool_]]:
        """Which of all cards (or hands) have these numbers, and which numbers are of none."""
        if self._divisor:
            places = self._slots[values % np.uint64(self._divisor)]
        else:
            places = self._order[np.searchsorted(self._sorted, values).clip(max=len(self._sorted) - 1)]
        return places, self.numbers[places] != values


def _treys_number(card: Card) -> int:
    """A bit for the rank, one for the suit, the rank and a prime for it: `xxxbbbbb bbbbbbbb cdhsrrrr xxpppppp`."""
    primes = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41)
    return 1 << (16 + card.rank) | 1 << (15 - card.suit) | card.rank << 8 | primes[card.rank]


def _eval7_place(card: Card) -> int:
    """The bit of a card in a mask: suit after suit, from the Two to the Ace."""
    return 13 * card.suit + card.rank


def _eval7_value(hand_class: HandClass) -> int:
    """The category, then four bits for each of the five deciding ranks, of which there may be fewer."""
    value = int(hand_class.category) << 24
    for place, rank in enumerate(hand_class.ranks):
        value |= rank << (16 - 4 * place)
    return value


_IDS: Final = _Numbering("a card id", "card ids, 0 to 51", range(len(ALL_CARDS)), CardError)
_TREYS: Final = _Numbering("a treys card", "treys cards", map(_treys_number, ALL_CARDS), CardError)
_EVAL7: Final = _Numbering(
    "an eval7 card", "eval7 cards, a bit each", (1 << _eval7_place(card) for card in ALL_CARDS), CardError
)
_STRENGTHS: Final = _Numbering("a strength", "strengths or ranks, 1 to 7462", range(1, HIGH.strongest + 1), HandError)
_RANKS: Final = _Numbering("a rank", _STRENGTHS.many, range(HIGH.strongest, 0, -1), HandError)
_EVAL7_VALUES: Final = _Numbering("an eval7 value", "eval7 values", map(_eval7_value, HIGH.classes[1:]), HandError)
_KNOWN: Final = (_IDS, _TREYS, _EVAL7, _STRENGTHS, _EVAL7_VALUES)


# treys


def from_treys(cards: ArrayLike) -> NDArray[np.uint8]:
    """Read treys' cards: card ids.

    >>> from_treys([98306, 268442665])
    array([ 0, 51], dtype=uint8)
    >>> from_treys([0, 51])
    Traceback (most recent call last):
    fivecard.errors.CardError: 0 is not a treys card: these look like card ids, 0 to 51 (row 0)
    """
    return _ids(cards, _TREYS)


def to_treys(cards: ArrayLike) -> NDArray[np.int64]:
    """Write card ids as treys' cards.

    >>> to_treys(batch.parse("2c As")).tolist()
    [[98306, 268442665]]
    """
    return _renumbered(cards, _IDS, _TREYS, np.int64)


def from_treys_ranks(ranks: ArrayLike) -> NDArray[np.uint16]:
    """Turn treys' ranks, of which 1 is the best and 7,462 the worst, into strengths.

    >>> from_treys_ranks([1, 7462])
    array([7462,    1], dtype=uint16)
    """
    return _strengths(ranks, _RANKS)


def to_treys_ranks(strengths: ArrayLike) -> NDArray[np.uint16]:
    """Turn strengths into treys' ranks, of which 1 is the best and 7,462 the worst.

    >>> to_treys_ranks([7462, 1])
    array([   1, 7462], dtype=uint16)
    """
    return _renumbered(strengths, _STRENGTHS, _RANKS, np.uint16)


# phevaluator


def from_phevaluator(cards: ArrayLike) -> NDArray[np.uint8]:
    """Read phevaluator's card ids, which are those of fivecard, and check them.

    >>> from_phevaluator([0, 51])
    array([ 0, 51], dtype=uint8)
    """
    return _ids(cards, _IDS)


def to_phevaluator(cards: ArrayLike) -> NDArray[np.int64]:
    """Write card ids as phevaluator's, which are the same, as the type that Python's whole numbers have in arrays.

    >>> to_phevaluator(batch.parse("2c As")).tolist()
    [[0, 51]]
    """
    return _renumbered(cards, _IDS, _IDS, np.int64)


def from_phevaluator_ranks(ranks: ArrayLike) -> NDArray[np.uint16]:
    """Turn phevaluator's ranks, of which 1 is the best and 7,462 the worst, into strengths.

    >>> from_phevaluator_ranks([1, 7462])
    array([7462,    1], dtype=uint16)
    """
    return from_treys_ranks(ranks)


def to_phevaluator_ranks(strengths: ArrayLike) -> NDArray[np.uint16]:
    """Turn strengths into phevaluator's ranks, of which 1 is the best and 7,462 the worst.

    >>> to_phevaluator_ranks([7462, 1])
    array([   1, 7462], dtype=uint16)
    """
    return to_treys_ranks(strengths)


# eval7


def from_eval7(masks: ArrayLike) -> NDArray[np.uint8]:
    """Read eval7's cards, each the mask of one bit that `card.mask` is: card ids.

    >>> from_eval7([1, 1 << 51])
    array([ 0, 51], dtype=uint8)
    """
    return _ids(masks, _EVAL7)


def to_eval7(cards: ArrayLike) -> Values:
    """Write card ids as the masks of eval7's cards.

    >>> to_eval7(batch.parse("2c As")).tolist()
    [[1, 2251799813685248]]
    """
    return _renumbered(cards, _IDS, _EVAL7, np.uint64)


def sets_from_eval7(masks: ArrayLike) -> Values:
    """Turn eval7's masks of several cards into sets, as `batch.strengths` takes them.

    >>> batch.strengths(sets_from_eval7([0b1111100000000]))  # ten to ace of clubs
    array([7462], dtype=uint16)
    """
    return _with_bits_moved(masks, _FROM_EVAL7_BITS, "an eval7 mask of cards")


def sets_to_eval7(sets: ArrayLike) -> Values:
    """Turn sets of cards into eval7's masks.

    >>> bin(sets_to_eval7([0b10001])[0])  # two and three of clubs
    '0b11'
    """
    return _with_bits_moved(sets, _TO_EVAL7_BITS, "a set of cards")


def from_eval7_values(values: ArrayLike) -> NDArray[np.uint16]:
    """Turn what `eval7.evaluate` gives for five to seven cards into strengths.

    >>> from_eval7_values([0x80C0000, 0x53210])
    array([7462,    1], dtype=uint16)
    """
    return _strengths(values, _EVAL7_VALUES)


def to_eval7_values(strengths: ArrayLike) -> NDArray[np.int64]:
    """Turn strengths into what `eval7.evaluate` gives.

    >>> [hex(value) for value in to_eval7_values([7462, 1])]
    ['0x80c0000', '0x53210']
    """
    return _renumbered(strengths, _STRENGTHS, _EVAL7_VALUES, np.int64)


# PHH


def from_phh(texts: Iterable[str]) -> NDArray[np.uint8]:
    """Read texts of cards as PHH has them (`AsKd??`), as many in each: rows of card ids, `NO_CARD` for a card not seen.

    >>> from_phh(["AsKd", "????"])
    array([[ 51,  45],
           [255, 255]], dtype=uint8)
    """
    rows = list(_texts(texts))
    width, joined = len(rows[0]) if rows else 0, "".join(rows)
    if set(map(len, rows)) - {width} or width % 2 or not joined.isascii():
        for row, text in enumerate(rows):
            if len(text) % 2 or not text.isascii():
                raise CardError(f"{quoted(text)} is not a text of cards in PHH, two letters for each", row=row)
            if len(text) != width:
                raise HandError(f"{len(text) // 2} cards where the rows before have {width // 2}", row=row)
    letters = np.frombuffer(joined.encode("ascii"), dtype=np.uint8).reshape(len(rows), width // 2, 2)
    found: NDArray[np.uint8] = _PHH_IDS[letters[..., 0], letters[..., 1]]
    if (strange := found == _NO_PHH).any():
        row, card = (int(place[0]) for place in np.nonzero(strange))
        text = rows[row][2 * card : 2 * card + 2]
        raise CardError(f"{quoted(text)} is not a card in PHH, as Ah, Td or ?? are", row=row)
    return found


def _texts(column: Iterable[str]) -> Iterator[str]:
    """Give a column of strings one by one; a null or another thing is named with its row."""
    if isinstance(column, (str, bytes)) or not isinstance(column, Iterable):
        raise ArgumentError(f"expected a column of strings, got {quoted(column)}")
    write_out = getattr(column, "tolist", None) or getattr(column, "to_pylist", None)  # NumPy's, pandas', pyarrow's
    values: Iterable[object] = write_out() if write_out else column
    for row, text in enumerate(values):
        if not isinstance(text, str):
            raise HandError(f"expected the text of a hand, got {quoted(text)}", row=row)
        yield text


def to_phh(hands: ArrayLike) -> list[str]:
    """Write rows of card ids as PHH does, `NO_CARD` as a card not seen.

    >>> to_phh([[51, 45], [255, 255]])
    ['AsKd', '????']
    """
    array, mask = _whole_numbers(hands, "card ids", CardError)
    if array.ndim != 2:
        raise FormatError(f"hands are rows of card ids, not {checks.shape(hands)}")
    unseen = (array == NO_CARD) if mask is None else mask | (array == NO_CARD)
    letters = _PHH_LETTERS[np.asarray(_ids(np.ma.MaskedArray(array, mask=unseen), _IDS))]
    if not letters.size:
        return [""] * len(letters)
    texts: list[str] = letters.reshape(len(letters), -1).view(f"S{2 * letters.shape[1]}")[:, 0].astype(str).tolist()
    return texts


# The UCI data set


def from_uci(rows: ArrayLike) -> NDArray[np.uint8]:
    """Read rows of the UCI poker-hand data set: card ids, `[n, 5]`.

    A row has the columns S1, C1, ..., S5, C5, with or without CLASS. A class that is not that of its cards is refused:
    then the columns stand in another order.

    >>> batch.format(from_uci([[1, 10, 1, 11, 1, 13, 1, 12, 1, 1, 9]]))
    ['Th Jh Kh Qh Ah']
    """
    table, mask = _whole_numbers(rows, "the UCI columns", CardError)
    if table.ndim != 2 or table.shape[1] not in (10, 11):
        columns = ", ".join(UCI_COLUMNS)
        raise FormatError(
            f"the UCI data set has the columns {columns}, the last if it is known, not {checks.shape(rows)}"
        )
    if mask is not None and mask.any():
        raise CardError("a number is missing", row=int(np.argmax(mask.any(axis=1))))
    suits, ranks = table[:, 0:10:2], table[:, 1:10:2]
    if len(table) and (suits.min() < 1 or suits.max() > 4 or ranks.min() < 1 or ranks.max() > 13):
        raise _strange_uci(table)
    hands: NDArray[np.uint8] = _UCI_IDS[suits.astype(np.intp), ranks.astype(np.intp)]
    if table.shape[1] == 11 and len(table):
        classes = uci_classes(batch.strengths(hands))
        if (wrong := classes != table[:, 10]).any():
            row = int(np.argmax(wrong))
            hand, columns = batch.format(hands[row : row + 1])[0], ", ".join(UCI_COLUMNS)
            said = f"'{hand}' is of class {classes[row]}, not {table[row, 10]}"
            raise FormatError(f"{said}: the columns are {columns}", row=row)
    return hands


def _strange_uci(table: NDArray[np.integer]) -> CardError:
    """Name the first suit or rank that there is not, and say whether they seem to have changed places."""
    highest = np.tile([4, 13], 5)
    row, column = (int(place[0]) for place in np.nonzero((table[:, :10] < 1) | (table[:, :10] > highest)))
    swapped = table[:, :10].min() >= 1 and (table[:, :10] <= highest[::-1]).all()
    hint = ": suits and ranks seem to have changed places, a suit comes first" if swapped else ""
    kind = "ranks" if column % 2 else "suits"
    said = f"{kind} are 1 to {highest[column]} in the UCI data set, not {table[row, column]}{hint}"
    return CardError(said, row=row)


def to_uci(hands: ArrayLike) -> NDArray[np.uint8]:
    """Write rows of five card ids in the columns of the UCI data set, `UCI_COLUMNS`.

    >>> to_uci(batch.parse("Th Jh Kh Qh Ah"))
    array([[ 1, 10,  1, 11,  1, 13,  1, 12,  1,  1,  9]], dtype=uint8)
    """
    cards = _ids(hands, _IDS)
    if cards.ndim != 2 or cards.shape[1] != 5 or isinstance(cards, np.ma.MaskedArray):
        raise FormatError(f"the UCI data set has hands of five cards, uint8[n, 5], not {checks.shape(hands)}")
    columns = np.empty((len(cards), len(UCI_COLUMNS)), dtype=np.uint8)
    columns[:, 0:10:2] = _UCI_NUMBERS[cards, 0]
    columns[:, 1:10:2] = _UCI_NUMBERS[cards, 1]
    columns[:, 10] = uci_classes(batch.strengths(cards))
    return columns


def uci_classes(strengths: ArrayLike) -> NDArray[np.uint8]:
    """Find the class of every strength as the UCI data set has it: the category, and 9 for a royal flush.

    >>> uci_classes([1, 7461, 7462])
    array([0, 8, 9], dtype=uint8)
    """
    royal: NDArray[np.bool_] = np.equal(np.asarray(strengths), HIGH.strongest)
    classes: NDArray[np.uint8] = batch.categories(strengths) + royal.astype(np.uint8)
    return classes


# What they share


def _whole_numbers(values: ArrayLike, what: str, error: type[FivecardError]) -> tuple[NDArray[np.integer], Mask]:
    try:
        array = values if isinstance(values, np.ndarray) else np.asarray(values)
    except ValueError:  # rows of different lengths
        raise error(f"{what} are an array, whose rows have as many each, not {checks.shape(values)}") from None
    if array.dtype.kind not in "ui" and array.size:
        raise error(f"{what} are whole numbers, not {checks.shape(values)}")
    return np.asarray(array), mask_of(array)


def _found(values: ArrayLike, numbering: _Numbering) -> tuple[NDArray[np.uint16], Mask]:
    """The cards' ids (or the hands' strengths less one) of all numbers, and which of them are missing."""
    array, mask = _whole_numbers(values, numbering.many, numbering.error)
    numbers, missing = array.reshape(-1), None if mask is None else mask.reshape(-1)
    places = np.empty(numbers.size, dtype=np.uint16)
    for start in range(0, numbers.size, _BLOCK):
        block = slice(start, start + _BLOCK)
        places[block], strange = numbering.find(numbers[block].astype(np.uint64))  # what is negative becomes too much
        if missing is not None:
            strange &= ~missing[block]
        if strange.any():
            first = start + int(np.argmax(strange))
            raise _strange(array, first, mask, numbering.one, {numbering.many}, numbering.error)
    return places.reshape(array.shape), mask


def _ids(values: ArrayLike, numbering: _Numbering) -> NDArray[np.uint8]:
    places, mask = _found(values, numbering)
    return with_mask(places.astype(np.uint8), mask, fill=NO_CARD)


def _strengths(values: ArrayLike, numbering: _Numbering) -> NDArray[np.uint16]:
    places, mask = _found(values, numbering)
    places += np.uint16(1)
    return with_mask(places, mask, fill=0)


def _renumbered(values: ArrayLike, known: _Numbering, wanted: _Numbering, dtype: type[Number]) -> NDArray[Number]:
    places, mask = _found(values, known)
    numbers, found = wanted.numbers.astype(dtype), np.empty(places.shape, dtype)
    every, answers = places.reshape(-1), found.reshape(-1)
    for piece in pieces(every.size):
        answers[piece] = numbers[every[piece]]
    return with_mask(found, mask, fill=0)


def _strange(
    array: NDArray[np.integer], first: int, mask: Mask, one: str, own: set[str], error: type[FivecardError]
) -> FivecardError:
    """Name the first strange number, and what all of them look like instead."""
    looks = _looks(array if mask is None else array[~mask], own)
    row = first // (array.size // len(array)) if array.ndim else None
    return error(f"{array.reshape(-1)[first]} is not {one}{looks}", row=row)


def _looks(array: NDArray[np.integer], own: set[str]) -> str:
    values = array.astype(np.uint64)
    for other in _KNOWN:
        if other.many not in own and not other.find(values)[1].any():
            return f": these look like {other.many}"
    if _EVAL7.many in own and not (values >> np.uint64(len(ALL_CARDS))).any():
        return ": masks of several cards are read by sets_from_eval7"
    return ""


def _moved_bits(places: Iterable[int]) -> Values:
    """For every byte of a mask and all that it can be: its bits, each moved from its place to the one that is given."""
    table = np.zeros((8, 256), dtype=np.uint64)
    for bit, place in enumerate(places):
        byte, number = divmod(bit, 8)
        table[byte, np.arange(256) >> number & 1 == 1] |= np.uint64(1 << place)
    return table


def _with_bits_moved(masks: ArrayLike, table: Values, one: str) -> Values:
    array, mask = _whole_numbers(masks, "masks of cards", CardError)
    moved = np.zeros(array.shape, np.uint64)
    numbers, missing, answers = array.reshape(-1), None if mask is None else mask.reshape(-1), moved.reshape(-1)
    for piece in pieces(numbers.size):
        values = numbers[piece].astype(np.uint64)
        strange = values >> np.uint64(len(ALL_CARDS)) != 0
        if missing is not None:
            strange &= ~missing[piece]
        if strange.any():
            raise _strange(array, piece.start + int(np.argmax(strange)), mask, one, set(), CardError)
        for byte in range(7):
            answers[piece] |= table[byte, (values >> np.uint64(8 * byte) & np.uint64(255)).astype(np.intp)]
    return with_mask(moved, mask, fill=0)


_TO_EVAL7_BITS: Final = _moved_bits(map(_eval7_place, ALL_CARDS))
_FROM_EVAL7_BITS: Final = _moved_bits(card.id for card in sorted(ALL_CARDS, key=_eval7_place))

_UCI_SUITS: Final = (Suit.HEARTS, Suit.SPADES, Suit.DIAMONDS, Suit.CLUBS)  # counted from 1, as ranks are from the ace
_UCI_NUMBERS: Final = np.array([(_UCI_SUITS.index(card.suit) + 1, (card.rank + 1) % 13 + 1) for card in ALL_CARDS])
_UCI_IDS: Final = np.full((5, 14), NO_CARD, dtype=np.uint8)
_UCI_IDS[_UCI_NUMBERS[:, 0], _UCI_NUMBERS[:, 1]] = range(len(ALL_CARDS))

_NO_PHH: Final = NO_CARD - 1
_PHH_LETTERS: Final = np.full((NO_CARD + 1, 2), ord("?"), dtype=np.uint8)
_PHH_IDS: Final = np.full((128, 128), _NO_PHH, dtype=np.uint8)
_PHH_IDS[ord("?"), ord("?")] = NO_CARD
for _card in ALL_CARDS:
    _PHH_LETTERS[_card.id] = [ord(letter) for letter in str(_card)]
    _PHH_IDS[tuple(_PHH_LETTERS[_card.id])] = _card.id
