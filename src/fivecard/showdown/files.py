"""Showdowns by the million: deals from a file or pipe, results as text, csv, lines of JSON or columns."""

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from fivecard import _core
from fivecard._util.machine import threads_for
from fivecard.errors import ArgumentError, HandError, UnknownNameError, expect_progress, quoted
from fivecard.showdown.deals import DealFormat, Deals
from fivecard.showdown.layout import Layout
from fivecard.showdown.reading import Columns, Piece, RowTooLongError, Source
from fivecard.showdown.records import categories_by_strength, names_of_columns
from fivecard.showdown.single import phrases

if TYPE_CHECKING:
    from array import array


class Score:
    """What came of a file so far: lines, pots won whole by each player, pots tied or shared, invalid lines."""

    def __init__(self, players: int) -> None:
        self.lines = self.ties = self.invalid = 0
        self.wins = [0] * players


Progress: TypeAlias = Callable[[int, Score], None]
"""Told, from time to time, how many bytes have been read and what came of them."""

ResultFormat: TypeAlias = Literal["text", "csv", "json"]
"""What results are written as: a sentence each, or a record each."""


class Reading(NamedTuple):
    """How deals are read: the format, the columns if they have other names than usual, and what becomes of bad ones."""

    form: DealFormat = "text"
    columns: Sequence[str] = ()
    keep_bad_lines: bool = False
    threads: int | None = None
    progress: Progress | None = None
    row_groups: range | None = None


def settle_file(
    source: Source,
    write: Callable[[memoryview], object],
    layout: Layout | None = None,
    *,
    explain: bool = False,
    form: ResultFormat = "text",
    deals: DealFormat = "text",
    columns: Sequence[str] = (),
    row_groups: range | None = None,
    keep_bad_lines: bool = False,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Score:
    r"""Settle every line of a file or pipe, in order, and write a line for each: in words, or as a record.

    Deals stand on lines of text, or in `columns` of a table: `deal`, or `player_1`, `player_2`, ... and `board`, unless
    others are named; `row_groups` chooses a part of a Parquet file. Memory stays flat whatever the size. A bad line
    raises `HandError` with its number and column, unless bad lines are kept: then `Invalid: ...`, or a record without
    values, is written in their place.

    >>> import io
    >>> results = io.BytesIO()
    >>> score = settle_file(io.BytesIO(b"8H AS 3S 3H TH AD 8D 9C 2C 9S JH 4D 5S\n"), results.write)
    >>> results.getvalue()
    b'Player 1 wins\n'
    >>> score.wins
    [1, 0]
    >>> table = io.BytesIO(b"id,player_1,player_2\n7,AH KH QH JH TH,AS AD AC KD KS\n")
    >>> results = io.BytesIO()
    >>> score = settle_file(table, results.write, Layout("five-card-draw"), deals="csv", form="csv")
    >>> print(results.getvalue().decode())
    line,winner,strength_1,category_1,strength_2,category_2
    1,1,7462,straight flush,7296,full house
    <BLANKLINE>
    """
    if form not in {"text", "csv", "json"}:
        raise UnknownNameError(f"results are written as text, csv or json, not {quoted(form)}")
    if explain and form != "text":
        raise ArgumentError("reasons are told as text: records have the categories")
    work = FileWork(
        layout or Layout(),
        form,
        Reading(deals, columns, keep_bad_lines, threads, progress, row_groups),
        explain=explain,
    )
    pieces = work.through(source)
    if form == "csv":
        write(memoryview(f"{','.join(names_of_columns(work.layout))}\n".encode()))
    for piece in pieces:
        write(piece)
    return work.score


def strengths_of_file(
    source: Source,
    layout: Layout | None = None,
    *,
    deals: DealFormat = "text",
    columns: Sequence[str] = (),
    keep_bad_lines: bool = False,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Iterator["array[int]"]:
    """Yield the strengths of all players, line by line, in large pieces; a bad line that is kept has only zeros.

    Where high and low share the pot, the strengths of all low hands follow those of the high ones on each line.

    >>> import io
    >>> [list(piece) for piece in strengths_of_file(io.BytesIO(b"8H AS 3S 3H TH AD 8D 9C 2C 9S JH 4D 5S"))]
    [[5854, 3014]]
    """
    from array import array

    work = FileWork(layout or Layout(), "strengths", Reading(deals, columns, keep_bad_lines, threads, progress))
    for piece in work.through(source):
        strengths = array("H")
        strengths.frombytes(piece)
        yield strengths


class FileWork:
    """The way through one file."""

    def __init__(
        self,
        layout: Layout,
        form: ResultFormat | Literal["strengths", "columns"],
        reading: Reading,
        *,
        explain: bool = False,
    ) -> None:
        expect_progress(reading.progress)
        if not isinstance(layout, Layout):
            raise ArgumentError(f"expected a Layout, got {quoted(layout)}")
        self.layout = layout
        self.score = Score(layout.players)
        self.showdowns: _core.Showdowns
        """What settles the deals, once it is known where on a row they stand."""
        self._form = form
        self._reading = reading
        self._explain = explain
        self._threads = threads_for(reading.threads)
        self._unit, self.first = "line", 1

    def through(self, source: Source) -> Iterator[memoryview]:
        """Settle one piece of the file after the other, and read on meanwhile."""
        form, columns, _, _, progress, row_groups = self._reading
        records = self._form in {"csv", "json"}
        deals = Deals(source, form, self.layout, columns, counted=records, row_groups=row_groups)
        self._unit, self.first = deals.unit, deals.first
        self.showdowns = self._prepared(deals)
        at_work: deque[tuple[_core.Task, Piece]] = deque()
        pieces = deals.pieces
        line = self.first
        too_long = None
        try:
            for piece in pieces:
                if piece.text is not None:
                    at_work.append((self._begin(piece.text, line), piece))
                    line += piece.rows
                most = 0 if piece.pauses else self._threads  # what comes slowly has its answers at once
                while len(at_work) > most:
                    task, settled = at_work.popleft()
                    yield self._count(task)
                    pieces.give_back(settled)
                if progress:
                    progress(pieces.read, self.score)
        except RowTooLongError as error:
            too_long = error
        for task, _ in at_work:
            yield self._count(task)
        if too_long:
            raise self._refused(str(too_long))

    def _refused(self, problem: str) -> HandError:
        """What is wrong with the deal after those that were counted."""
        number = self.score.lines + self.first
        return HandError(problem, line=number) if self._unit == "line" else HandError(problem, source=f"row {number}")

    def _begin(self, text: memoryview | Columns, line: int) -> _core.Task:
        if isinstance(text, list):
            return self.showdowns.settle_columns(text, line)
        return self.showdowns.settle(text, line)

    def _prepared(self, deals: Deals) -> _core.Showdowns:
        game = self.layout.game
        if self._form in {"csv", "json", "columns"}:
            words: list[list[str]] | None = [categories_by_strength(ranking) for ranking in game.rankings]
        else:
            words = [phrases(ranking) for ranking in game.rankings] if self._explain else None
        return _core.Showdowns(
            [ranking.name for ranking in game.rankings], self.layout.players, self.layout.hole, game.board,
            game.from_hole or 0, self._reading.keep_bad_lines, words, self._form, names_of_columns(self.layout),
            deals.csv_slots, deals.json_keys, deals.own_cells,
        )  # fmt: skip

    def _count(self, task: _core.Task) -> memoryview:
        score = self.score
        piece, lines, wins, ties, invalid, problem = task.result()
        score.lines += lines
        score.ties += ties
        score.invalid += invalid
        score.wins = [before + more for before, more in zip(score.wins, wins, strict=True)]
        if problem is not None:
            raise self._refused(problem)
        return piece
