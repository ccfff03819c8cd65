"""`fivecard showdown`: handout E's program. A line of cards in, a line that names the winner out."""

import os
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import perf_counter
from typing import TYPE_CHECKING, BinaryIO

from fivecard.errors import FivecardError, HandError, UsageError
from fivecard.games import GAMES
from fivecard.programs.output import note, replacing, would_replace
from fivecard.showdown import Layout, Progress, Score, Source, settle_file, shares_of, strengths_of_file

if TYPE_CHECKING:
    from fivecard.terminal import ProgressBar

EXAMPLES = """\
  fivecard showdown deals.txt
  fivecard showdown deals.txt --explain -o reasons.txt
  fivecard showdown --game holdem --players 6 --format csv -o - < deals.txt
"""

PROGRESS_FROM = 64 << 20  # bytes of input that are worth a progress bar


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the files, the game and the form of the output."""
    parser.add_argument("input", nargs="?", default="-", metavar="INPUT", help="the file of deals; - is standard input")
    parser.add_argument(
        "-o", "--output", default="Output.txt", metavar="FILE", help="default: %(default)s; - is standard output"
    )
    parser.add_argument(
        "--game", choices=[*GAMES], default="omaha", metavar="GAME",
        help=f"{', '.join(GAMES)}; default: %(default)s",
    )  # fmt: skip
    parser.add_argument("--players", type=int, default=2, metavar="N", help="default: %(default)s")
    parser.add_argument("--hole", type=int, metavar="N", help="cards a player holds in Omaha: 4 (default), 5, 6")
    parser.add_argument("--explain", action="store_true", help="write the reason too")
    parser.add_argument(
        "--format", choices=["text", "csv", "json", "parquet"], default="text",
        help="csv, json (a line each) and parquet give winner, strengths and categories",
    )  # fmt: skip
    parser.add_argument(
        "--bad-lines", choices=["stop", "keep"], default="stop",
        help="stop at the first (default), or write `Invalid: ...` in its place (a record without a winner)",
    )  # fmt: skip
    parser.add_argument("--force", action="store_true", help="let the results take the place of the deals")
    parser.add_argument("--quiet", action="store_true", help="no summary and no progress on standard error")


def run(arguments: Namespace) -> int:
    """Settle all lines; the output is there whole, or as it was before."""
    try:
        layout = Layout(arguments.game, arguments.players, arguments.hole)
    except HandError as error:
        raise UsageError(str(error)) from None
    if arguments.explain and arguments.format != "text":
        raise UsageError("--explain goes with --format text: the other formats have the categories")
    start = perf_counter()
    with _input(arguments.input) as source:
        if not arguments.force and would_replace(arguments.output, source.fileno()):
            raise UsageError(
                f"{arguments.input} is read and -o {arguments.output} is the same file: "
                "the results would take the place of the deals (--force lets them)"
            )
        if not arguments.quiet:
            _tell_what_is_waited_for(source, layout)
        with replacing(arguments.output) as target:
            score = _settle(source, target, layout, arguments)
    if not arguments.quiet:
        note(_summary(score, layout, perf_counter() - start))
    return 0


def _settle(source: Source, target: BinaryIO, layout: Layout, arguments: Namespace) -> Score:
    bar = None if arguments.quiet else _bar_for(source)
    progress = _shown_by(bar, os.fstat(source.fileno()).st_size) if bar else None
    keep = arguments.bad_lines == "keep"

    def write(piece: memoryview) -> None:
        target.write(piece)
        target.flush()  # whoever waits at the other end of a pipe has it now

    try:
        if arguments.format == "text":
            return settle_file(source, write, layout, explain=arguments.explain, keep_bad_lines=keep, progress=progress)
        return _FORMATS[arguments.format](source, target, layout, keep, progress)
    except FivecardError as error:
        raise type(error)(f"{arguments.input}: {error}") from None
    finally:
        if bar:
            bar.clear()


@contextmanager
def _input(name: str) -> Iterator[Source]:
    """Open the deals without a buffer of Python's own, which would wait until it is full."""
    with open(sys.stdin.fileno() if name == "-" else name, "rb", buffering=0, closefd=name != "-") as source:
        yield source


def _tell_what_is_waited_for(source: Source, layout: Layout) -> None:
    if os.isatty(source.fileno()):
        board = f", and {layout.game.board} of the board" if layout.game.board else ""
        each = f"{layout.hole} cards of each of {layout.players} players{board}"
        note(f"Waiting for deals from the keyboard, a line each: {each}. Ctrl-D ends.\n")


def _bar_for(source: Source) -> "ProgressBar | None":
    """A progress bar, if the input is big and somebody looks."""
    if not sys.stderr.isatty() or os.fstat(source.fileno()).st_size < PROGRESS_FROM:
        return None
    from fivecard.terminal import ProgressBar

    return ProgressBar(sys.stderr)


def _shown_by(bar: "ProgressBar", size: int) -> Progress:
    return lambda read, score: bar.show(read / size, f"{score.lines:,} lines")


def _summary(score: Score, layout: Layout, seconds: float) -> str:
    won = ", ".join(f"player {number} won {count:,}" for number, count in enumerate(score.wins, 1))
    undecided = "tied" if len(layout.game.rankings) == 1 else "shared"
    invalid = f", {score.invalid:,} invalid" if score.invalid else ""
    rate = score.lines * len(score.wins) / max(seconds, 1e-9)
    return (
        f"{score.lines:,} line{'s' * (score.lines != 1)}: {won}, {score.ties:,} {undecided}{invalid} "
        f"({seconds:.2f} s, {rate / 1e6:.1f} million hands a second)\n"
    )


# Formats for machines: a record a line, with the winner of all of the pot (1, 2, ..., 0 if it is tied or shared, none
# for a bad line) and, for each player, strength and category; where high and low share the pot, those of the low hand
# too, and the player's share as a fraction.


def _records(
    source: Source, target: BinaryIO, layout: Layout, keep: bool, progress: Progress | None, score: Score
) -> Iterator[list[int | str | None]]:
    players, parts = layout.players, len(layout.game.rankings)
    for piece in strengths_of_file(source, layout, keep_bad_lines=keep, progress=progress):
        numbers = piece.tolist()
        for start in range(0, len(numbers), parts * players):
            strengths = [numbers[at : at + players] for at in range(start, start + parts * players, players)]
            score.lines += 1
            yield [score.lines, *_values(layout, strengths, score)]
        target.flush()


def _names(layout: Layout) -> list[str]:
    of_player = ["strength", "category"]
    if len(layout.game.rankings) > 1:
        of_player += ["low_strength", "low_category", "share"]
    players = range(1, layout.players + 1)
    return ["line", "winner", *(f"{what}_{number}" for number in players for what in of_player)]


def _values(layout: Layout, strengths: list[list[int]], score: Score) -> list[int | str | None]:
    """Everything on a record but the number of its line; what it means for the score is counted."""
    high = strengths[0]
    best = max(high)
    if not best:
        score.invalid += 1
        return [None] * (len(_names(layout)) - 1)
    shares = shares_of(strengths) if len(strengths) > 1 else ()
    alone = shares[high.index(best)] == 1 if shares else high.count(best) == 1
    winner = high.index(best) + 1 if alone else 0
    if winner:
        score.wins[winner - 1] += 1
    else:
        score.ties += 1
    values: list[int | str | None] = [winner]
    for seat in range(len(high)):
        for ranking, part in zip(layout.game.rankings, strengths, strict=True):
            values += [part[seat], ranking.category(part[seat]).words if part[seat] else None]
        values += [str(shares[seat])] if shares else []
    return values


def _write_csv(source: Source, target: BinaryIO, layout: Layout, keep: bool, progress: Progress | None) -> Score:
    score = Score(layout.players)
    target.write((",".join(_names(layout)) + "\n").encode())
    for record in _records(source, target, layout, keep, progress, score):
        values = ("" if value is None else str(value) for value in record)
        target.write(f"{','.join(values)}\n".encode())
    return score


def _write_json(source: Source, target: BinaryIO, layout: Layout, keep: bool, progress: Progress | None) -> Score:
    import json

    score, names = Score(layout.players), _names(layout)
    for record in _records(source, target, layout, keep, progress, score):
        target.write((json.dumps(dict(zip(names, record, strict=True))) + "\n").encode())
    return score


def _write_parquet(source: Source, target: BinaryIO, layout: Layout, keep: bool, progress: Progress | None) -> Score:
    try:
        import pyarrow as pa
        import pyarrow.parquet as pq
    except ImportError:
        raise FivecardError("--format parquet needs pyarrow: pip install 'fivecard[data]'") from None
    from itertools import islice

    kinds = {"line": pa.int64(), "winner": pa.uint8(), "strength": pa.uint16(), "low_strength": pa.uint16()}
    names = _names(layout)
    schema = pa.schema([(name, kinds.get(name.rpartition("_")[0] or name, pa.string())) for name in names])
    score = Score(layout.players)
    records = _records(source, target, layout, keep, progress, score)
    with pq.ParquetWriter(target, schema) as writer:
        while rows := list(islice(records, 1 << 16)):
            columns = zip(*rows, strict=True)
            writer.write_table(pa.table(dict(zip(names, map(list, columns), strict=True)), schema=schema))
    return score


_FORMATS: dict[str, Callable[[Source, BinaryIO, Layout, bool, Progress | None], Score]] = {
    "csv": _write_csv,
    "json": _write_json,
    "parquet": _write_parquet,
}
