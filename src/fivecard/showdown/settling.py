"""How deals are settled, as one value: the game, who plays, where the cards stand, what becomes of bad deals."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol, TypeAlias

from fivecard._util.bad_rows import Errors, check_errors
from fivecard._util.machine import threads_for
from fivecard.cards import Card, CardsLike, first_repeated, to_cards, whole_number
from fivecard.errors import ArgumentError, CardError, DuplicateCardError, HandError, expect, quoted
from fivecard.games import Game
from fivecard.showdown.file_formats import FileFormat
from fivecard.showdown.single import Showdown, part_of
from fivecard.words.english import counted

if TYPE_CHECKING:
    from array import array

    from fivecard.batch import HandsLike
    from fivecard.showdown.columns import Settled
    from fivecard.showdown.reading import Source


class Target(Protocol):
    """Something to write results to: any binary file or pipe."""

    def write(self, piece: memoryview, /) -> object:
        """Take some more."""

    def flush(self) -> object:
        """Let whoever waits at the other end have it."""


@dataclass
class Tally:
    """Counts of deals so far: all deals, pots won whole by each player, pots tied or shared, bad deals."""

    wins: list[int]
    lines: int = 0
    ties: int = 0
    invalid: int = 0


Progress: TypeAlias = Callable[[int, Tally], None]
"""Told, from time to time, how many bytes have been read and what came of them."""


@dataclass(frozen=True, init=False, repr=False)
class Settling:
    """How deals are settled, one by one, in files or in columns in memory.

    A deal is the cards of every player, who has `hole` of them (None: as many as is usual), and then the board. In a
    table they stand in `columns`: `deal`, or `player_1`, `player_2`, ... and `board`, unless others are named. A bad
    deal is raised, or with `errors="null"` it has no winner. `threads` is all cores unless given.

    >>> Settling(players=6).cards
    17
    >>> Settling().one(["AH AC", "KH KC"], "QC 3H TS 8H JD").winners
    (0,)
    """

    game: Game
    players: int
    hole: int
    columns: tuple[str, ...]
    errors: Errors
    threads: int | None = field(compare=False)

    def __init__(
        self,
        game: str | Game = "holdem",
        players: int = 2,
        hole: int | None = None,
        *,
        columns: Sequence[str] = (),
        errors: Errors = "raise",
        threads: int | None = None,
    ) -> None:
        found = Game.find(game)
        size = found.hole_size(hole)
        most = found.most_players(size)
        count = whole_number(players) or 0
        if not 2 <= count <= most:
            table = f"{found.name} with {size} cards each"
            raise ArgumentError(f"{table} is for 2 to {most} players, not {quoted(players)}")
        named = isinstance(columns, Iterable) and not isinstance(columns, str)
        if not named or not all(isinstance(name, str) for name in columns):
            raise ArgumentError(f"columns are a list of names, not {quoted(columns)}")
        check_errors(errors)
        if threads is not None:
            threads_for(threads)
        values = {"game": found, "hole": size, "players": count, "columns": (*columns,), "errors": errors}
        for name, value in {**values, "threads": threads}.items():
            object.__setattr__(self, name, value)

    def __repr__(self) -> str:
        columns = f", columns={self.columns}" if self.columns else ""
        errors = f", errors={self.errors!r}" if self.errors != "raise" else ""
        return f"Settling({self.game.name!r}, players={self.players}, hole={self.hole}{columns}{errors})"

    @property
    def cards(self) -> int:
        """How many cards a deal has."""
        return self.players * self.hole + self.game.board

    @property
    def cells(self) -> dict[str, int]:
        """The usual columns: one of each player and one of the board, and how many cards a cell has."""
        players = {f"player_{number}": self.hole for number in range(1, self.players + 1)}
        return players | ({"board": self.game.board} if self.game.board else {})

    def one(self, players: Sequence[CardsLike], board: CardsLike = ()) -> Showdown:
        """Settle one deal, and say with what cards and why.

        Args:
            players: The hole cards of each player.
            board: The cards for all, if the game has a board.
        """
        game = self.game
        if len(players) != self.players:
            raise HandError(f"there are the cards of {counted(len(players), 'player')}, not of {self.players}")
        hands = [_hand_of(cards, seat) for seat, cards in enumerate(players)]
        table = _cards_of(board, "the board")
        for seat, hand in enumerate(hands):
            if len(hand) != self.hole:
                problem = f"{_hand_at(seat)} has {counted(self.hole, 'card')}, this one has {len(hand)}"
                raise HandError(problem, seat=seat)
        if len(table) != game.board:
            raise HandError(f"the board of {game.name} has {game.board} cards, this one has {len(table)}")
        if twice := first_repeated([card for cards in (*hands, table) for card in cards]):
            seats = tuple(seat for seat, hand in enumerate(hands) if twice in hand)
            places = [*map(_hand_at, seats), *["the board"] * (twice in table)]
            raise DuplicateCardError(
                f"duplicate card '{twice}'",
                source=" and ".join(places),
                seat=seats[0] if len(seats) == 1 else seats or None,
            )
        return Showdown(tuple(part_of(hands, table, game, ranking) for ranking in game.rankings))

    def of_columns(self, columns: "Sequence[HandsLike]", *, apart: bool = False) -> "Settled":
        """Settle deals whose cards stand in columns side by side, as texts or ids; where one is null, it is missing.

        Args:
            columns: Of equal length: texts, or rows of ids.
            apart: Each column has the cards of one player, the last the board's: a card more is refused.

        >>> Settling().of_columns([["AH AC KH KC", "2c 2d 7h 7s"], ["Q♣3♥T♠8♥J♦", "Ks Kd Qc 8d 9d"]]).winners
        array([1, 2], dtype=uint8)
        >>> Settling().of_columns([["AH AC KH KC QC 3H TS 8H AH"]])
        Traceback (most recent call last):
        fivecard.errors.DuplicateCardError: duplicate card 'Ah' in 'Ah Ac Kh Kc Qc 3h Ts 8h Ah' (row 0)
        >>> Settling().of_columns([["AH"], ["AC KH KC"], ["QC 3H TS 8H JD"]], apart=True)
        Traceback (most recent call last):
        fivecard.errors.HandError: the hand of player 1 has 2 cards, this one has 1: 'AH' (row 0)
        """
        from fivecard.showdown.columns import settle_columns  # which needs NumPy

        return settle_columns(columns, self, apart=apart)

    def write(
        self,
        source: "Source",
        target: Target,
        form: FileFormat = "text",
        *,
        deals: FileFormat = "text",
        explain: bool = False,
        row_groups: range | None = None,
        progress: Progress | None = None,
    ) -> Tally:
        r"""Settle every deal of a file or pipe, in order, and write a line for each: in words, or as a record.

        Memory stays flat whatever the size. A bad deal raises `HandError` or `CardError` with its line; with
        `errors="null"`, `Invalid: ...`, or a record without values, is written in its place.

        Args:
            source: The deals: a file or pipe that was opened, in bytes; for Parquet, any file that can be sought in.
            target: Where bytes are written.
            form: What is written.
            deals: What is read.
            explain: Say the reason, too.
            row_groups: Those of a Parquet file that are settled; None for all.
            progress: Told how many bytes have been read, and what came of them.

        >>> import io
        >>> results = io.BytesIO()
        >>> tally = Settling().write(io.BytesIO(b"AH AC KH KC QC 3H TS 8H JD\n"), results)
        >>> results.getvalue(), tally.wins
        (b'Player 1 wins\n', [1, 0])
        >>> table = io.BytesIO(b"id,player_1,player_2\n7,AH KH QH JH TH,AS AD AC KD KS\n")
        >>> results = io.BytesIO()
        >>> tally = Settling("five-card-draw").write(table, results, "csv", deals="csv")
        >>> print(results.getvalue().decode())
        line,winner,strength_1,category_1,strength_2,category_2
        1,1,7462,straight flush,7296,full house
        <BLANKLINE>
        """
        from fivecard.showdown.pipeline import write_results

        return write_results(
            self, source, target, form, deals=deals, explain=explain, row_groups=row_groups, progress=progress
        )

    def strengths(
        self, source: "Source", *, deals: FileFormat = "text", progress: Progress | None = None
    ) -> Iterator["array[int]"]:
        """Yield the strengths of all players, deal by deal, in large pieces; a bad deal that is kept has only zeros.

        Where high and low share the pot, the strengths of all low hands follow those of the high ones of each deal.

        Args:
            source: The deals, as for `write`.
            deals: What is read.
            progress: Told how many bytes have been read, and what came of them.

        >>> import io
        >>> deals = io.BytesIO(b"8H AS 3S 3H TH AD 8D 9C 2C 9S JH 4D 5S")
        >>> [list(piece) for piece in Settling("omaha").strengths(deals)]
        [[5854, 3014]]
        """
        from fivecard.showdown.pipeline import FileWork

        yield from FileWork(self, "strengths", deals, progress=progress).strengths(source)


def settle(players: Sequence[CardsLike], board: CardsLike = (), *, game: str | Game = "holdem") -> Showdown:
    """Settle one deal.

    Args:
        players: The hole cards of each player.
        board: The cards for all, if the game has a board.
        game: The game, or its name in `GAMES`.

    >>> print(settle(["2C 3C", "2D 3D"], "AS KS QS JS TS"))
    No single winner: both have royal flush Ace King Queen Jack Ten
    """
    expect(players, Sequence, "the cards of each player")
    hands = [_hand_of(cards, seat) for seat, cards in enumerate(players)]
    return Settling(game, len(hands), len(hands[0]) if hands else None).one(hands, board)


def _hand_at(seat: int) -> str:
    return f"the hand of player {seat + 1}"


def _hand_of(cards: CardsLike, seat: int) -> tuple[Card, ...]:
    return _cards_of(cards, _hand_at(seat), seat)


def _cards_of(cards: CardsLike, place: str, seat: int | None = None) -> tuple[Card, ...]:
    try:
        return to_cards(cards)
    except CardError as error:
        raise error.within(place).at(seat=seat) from None
