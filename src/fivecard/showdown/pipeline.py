"""Showdowns by the million: deals from a file or pipe, results as text, csv, lines of JSON or columns."""

from collections import deque
from collections.abc import Iterator
from typing import TYPE_CHECKING, Literal, TypeAlias

from fivecard import _core
from fivecard._util.machine import threads_for
from fivecard.errors import ArgumentError, FivecardError, HandError, expect_progress
from fivecard.showdown.deal_formats import Deals
from fivecard.showdown.file_formats import FileFormat, expect_format
from fivecard.showdown.reading import Columns, Piece, RowTooLongError, Source
from fivecard.showdown.result_columns import categories_by_strength, names_of_columns
from fivecard.showdown.settling import Progress, Settling, Tally, Target
from fivecard.showdown.single import phrases

if TYPE_CHECKING:
    from array import array


Form: TypeAlias = Literal["text", "csv", "json", "strengths", "columns"]
"""What the compiled core makes of deals."""


def write_results(
    settling: Settling,
    source: Source,
    target: Target,
    form: FileFormat,
    *,
    deals: FileFormat,
    explain: bool,
    row_groups: range | None,
    progress: Progress | None,
) -> Tally:
    """Do what `Settling.write` promises."""
    expect_format(form, "results are written")
    if explain and form != "text":
        raise ArgumentError("reasons are told as text: records have the categories")
    if form == "parquet":
        from fivecard.showdown.parquet import write_parquet

        return write_parquet(
            FileWork(settling, "columns", deals, row_groups=row_groups, progress=progress), source, target
        )
    work = FileWork(settling, form, deals, explain=explain, row_groups=row_groups, progress=progress)
    pieces = work.through(source)
    if form == "csv":
        target.write(memoryview(f"{','.join(names_of_columns(settling))}\n".encode()))
    for piece in pieces:
        target.write(piece)
        target.flush()  # whoever waits at the other end of a pipe has it now
    return work.tally


class FileWork:
    """The way through one file."""

    def __init__(
        self,
        settling: Settling,
        form: Form,
        deals: FileFormat,
        *,
        explain: bool = False,
        row_groups: range | None = None,
        progress: Progress | None = None,
    ) -> None:
        expect_progress(progress)
        self.settling = settling
        self.tally = Tally([0] * settling.players)
        self.showdowns: _core.Showdowns
        """What settles the deals, once it is known where on a row they stand."""
        self._form, self._deals = form, deals
        self._explain = explain
        self._row_groups = row_groups
        self._progress = progress
        self._threads = threads_for(settling.threads)
        self._unit, self.first = "line", 1

    def through(self, source: Source) -> Iterator[memoryview]:
        """Settle one piece of the file after the other, and read on meanwhile."""
        records = self._form in {"csv", "json"}
        deals = Deals(source, self._deals, self.settling, counted=records, row_groups=self._row_groups)
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
                if self._progress:
                    self._progress(pieces.read, self.tally)
        except RowTooLongError as error:
            too_long = error
        for task, _ in at_work:
            yield self._count(task)
        if too_long:
            raise self._refused(HandError(str(too_long)))

    def strengths(self, source: Source) -> Iterator["array[int]"]:
        """Give the pieces as numbers."""
        from array import array

        for piece in self.through(source):
            found = array("H")
            found.frombytes(piece)
            yield found

    def _refused(self, problem: FivecardError) -> FivecardError:
        """What is wrong with the deal after those that were counted."""
        number = self.tally.lines + self.first
        return problem.at(line=number) if self._unit == "line" else problem.at(row=number - 1)

    def _begin(self, text: memoryview | Columns, line: int) -> _core.Task:
        if isinstance(text, list):
            return self.showdowns.settle_columns(text, line)
        return self.showdowns.settle(text, line)

    def _prepared(self, deals: Deals) -> _core.Showdowns:
        game = self.settling.game
        if self._form in {"csv", "json", "columns"}:
            words: list[list[str]] | None = [categories_by_strength(ranking) for ranking in game.rankings]
        else:
            words = [phrases(ranking) for ranking in game.rankings] if self._explain else None
        return _core.Showdowns(
            [ranking.name for ranking in game.rankings], self.settling.players, self.settling.hole, game.board,
            game.from_hole or 0, self.settling.errors == "null", words, self._form, names_of_columns(self.settling),
            deals.csv_slots, deals.json_keys, deals.own_cells,
        )  # fmt: skip

    def _count(self, task: _core.Task) -> memoryview:
        tally = self.tally
        piece, lines, wins, ties, invalid, problem = task.result()
        tally.lines += lines
        tally.ties += ties
        tally.invalid += invalid
        tally.wins = [before + more for before, more in zip(tally.wins, wins, strict=True)]
        if problem is not None:
            raise self._refused(problem)
        return piece
