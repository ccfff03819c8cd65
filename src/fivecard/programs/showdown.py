"""`fivecard showdown`: handout E's program. A line of cards in, a line that names the winner out."""

import os
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import perf_counter
from typing import TYPE_CHECKING, BinaryIO

from fivecard.errors import FivecardError, HandError, UsageError
from fivecard.programs.output import note, replacing, would_replace
from fivecard.rankings import HIGH
from fivecard.showdown import Game, Progress, Score, Source, settle_file, strengths_of_file

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
    parser.add_argument("--game", choices=["omaha", "holdem", "five"], default="omaha", help="default: %(default)s")
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
        game = Game(arguments.game, arguments.players, arguments.hole)
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
            _tell_what_is_waited_for(source, game)
        with replacing(arguments.output) as target:
            score = _settle(source, target, game, arguments)
    if not arguments.quiet:
        note(_summary(score, perf_counter() - start))
    return 0


def _settle(source: Source, target: BinaryIO, game: Game, arguments: Namespace) -> Score:
    bar = None if arguments.quiet else _bar_for(source)
    progress = _shown_by(bar, os.fstat(source.fileno()).st_size) if bar else None
    keep = arguments.bad_lines == "keep"

    def write(piece: memoryview) -> None:
        target.write(piece)
        target.flush()  # whoever waits at the other end of a pipe has it now

    try:
        if arguments.format == "text":
            return settle_file(source, write, game, explain=arguments.explain, keep_bad_lines=keep, progress=progress)
        return _FORMATS[arguments.format](source, target, game, keep, progress)
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


def _tell_what_is_waited_for(source: Source, game: Game) -> None:
    if os.isatty(source.fileno()):
        board = f", and {game.board} of the board" if game.board else ""
        each = f"{game.hole} cards of each of {game.players} players{board}"
        note(f"Waiting for deals from the keyboard, a line each: {each}. Ctrl-D ends.\n")


def _bar_for(source: Source) -> "ProgressBar | None":
    """Give a bar, if the input is big and somebody looks."""
    if not sys.stderr.isatty() or os.fstat(source.fileno()).st_size < PROGRESS_FROM:
        return None
    from fivecard.terminal import ProgressBar

    return ProgressBar(sys.stderr)


def _shown_by(bar: "ProgressBar", size: int) -> Progress:
    return lambda read, score: bar.show(read / size, f"{score.lines:,} lines")


def _summary(score: Score, seconds: float) -> str:
    won = ", ".join(f"player {number} won {count:,}" for number, count in enumerate(score.wins, 1))
    invalid = f", {score.invalid:,} invalid" if score.invalid else ""
    rate = score.lines * len(score.wins) / max(seconds, 1e-9)
    return (
        f"{score.lines:,} line{'s' * (score.lines != 1)}: {won}, {score.ties:,} tied{invalid} "
        f"({seconds:.2f} s, {rate / 1e6:.1f} million hands a second)\n"
    )


# Formats for machines: a record a line, with the winner (1, 2, ..., 0 for a tie, none for a bad line) and, for each
# player, strength and category.


def _records(
    source: Source, target: BinaryIO, game: Game, keep: bool, progress: Progress | None, score: Score
) -> Iterator[tuple[int, int | None, list[int]]]:
    for piece in strengths_of_file(source, game, keep_bad_lines=keep, progress=progress):
        for start in range(0, len(piece), game.players):
            strengths = piece[start : start + game.players].tolist()
            best = max(strengths)
            score.lines += 1
            winner: int | None = None
            if not best:
                score.invalid += 1
            elif strengths.count(best) > 1:
                score.ties, winner = score.ties + 1, 0
            else:
                winner = strengths.index(best) + 1
                score.wins[winner - 1] += 1
            yield score.lines, winner, strengths
        target.flush()


def _names(game: Game) -> list[str]:
    players = range(1, game.players + 1)
    return ["line", "winner", *(f"{what}_{number}" for number in players for what in ("strength", "category"))]


def _values(winner: int | None, strengths: list[int]) -> list[int | str | None]:
    if winner is None:
        return [None] * (1 + 2 * len(strengths))
    pairs = ((strength, HIGH.category(strength).words) for strength in strengths)
    return [winner, *(value for pair in pairs for value in pair)]


def _write_csv(source: Source, target: BinaryIO, game: Game, keep: bool, progress: Progress | None) -> Score:
    score = Score(game.players)
    target.write((",".join(_names(game)) + "\n").encode())
    for line, winner, strengths in _records(source, target, game, keep, progress, score):
        values = ("" if value is None else str(value) for value in _values(winner, strengths))
        target.write(f"{line},{','.join(values)}\n".encode())
    return score


def _write_json(source: Source, target: BinaryIO, game: Game, keep: bool, progress: Progress | None) -> Score:
    import json

    score, names = Score(game.players), _names(game)
    for line, winner, strengths in _records(source, target, game, keep, progress, score):
        record = dict(zip(names, [line, *_values(winner, strengths)], strict=True))
        target.write((json.dumps(record) + "\n").encode())
    return score


def _write_parquet(source: Source, target: BinaryIO, game: Game, keep: bool, progress: Progress | None) -> Score:
    try:
        import pyarrow as pa
        import pyarrow.parquet as pq
    except ImportError:
        raise FivecardError("--format parquet needs pyarrow: pip install 'fivecard[data]'") from None
    from itertools import islice

    kinds = {"line": pa.int64(), "winner": pa.uint8(), "strength": pa.uint16(), "category": pa.string()}
    names = _names(game)
    schema = pa.schema([(name, kinds[name.partition("_")[0]]) for name in names])
    score = Score(game.players)
    records = _records(source, target, game, keep, progress, score)
    with pq.ParquetWriter(target, schema) as writer:
        while rows := list(islice(records, 1 << 16)):
            columns = zip(*([line, *_values(winner, strengths)] for line, winner, strengths in rows), strict=True)
            writer.write_table(pa.table(dict(zip(names, map(list, columns), strict=True)), schema=schema))
    return score


_FORMATS: dict[str, Callable[[Source, BinaryIO, Game, bool, Progress | None], Score]] = {
    "csv": _write_csv,
    "json": _write_json,
    "parquet": _write_parquet,
}
