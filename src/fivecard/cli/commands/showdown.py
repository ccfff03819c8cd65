"""`fivecard showdown`: handout E's program. A line of cards in, a line that names the winner out."""

import os
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from time import perf_counter
from typing import TYPE_CHECKING, BinaryIO

from fivecard.cli import options
from fivecard.cli.terminal.output import note, replacing, would_replace
from fivecard.cli.usage import UsageError
from fivecard.errors import FivecardError, FormatError
from fivecard.showdown import FileFormat, Progress, Settling, Source, Tally
from fivecard.showdown.file_formats import ENDINGS, FORMATS
from fivecard.words.english import counted, listed

if TYPE_CHECKING:
    from fivecard.cli.terminal.style import ProgressBar

EXAMPLES = """\
  fivecard showdown deals.txt
  fivecard showdown deals.txt --explain -o reasons.txt
  fivecard showdown --game holdem --players 6 --format csv -o - < deals.txt
  fivecard showdown deals.parquet -o results.parquet
"""

_TABLES = [form for form in FORMATS if form != "text"]
RATE_FROM = 10_000  # lines that take long enough to tell how fast they were settled
_WITHOUT_A_HEADING = ("text", "json")  # what becomes an empty file where there are no deals
PROGRESS_FROM = 64 << 20  # bytes of input that are worth a progress bar


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the files, the game and the form of the output."""
    parser.add_argument("input", nargs="?", default="-", metavar="INPUT", help="the file of deals; - is standard input")
    options.add_output(parser, "default: %(default)s; - is standard output", default="Output.txt")
    options.add_shown_game(parser, default="omaha")
    options.add_players(parser, "default: %(default)s", default=2)
    parser.add_argument("--explain", action="store_true", help="write why each winner wins")
    about = (
        "text, or csv, json (a line each) or parquet with winner, strengths and categories; default: by FILE's ending"
    )
    options.add_format(parser, FORMATS, about)
    about = "of the deals, one of the same; json has an object a line; default: by INPUT's ending"
    options.add_format(parser, FORMATS, about, option="--input-format")
    parser.add_argument(
        "--column", action="append", default=[], metavar="NAME", dest="columns",
        help="a column with cards; may be repeated; default: deal, or player_1, player_2, ... and board",
    )  # fmt: skip
    parser.add_argument(
        "--errors", choices=["raise", "null"], default="raise",
        help="a bad line ends the run (default), or has `Invalid: ...` in its place (a record without a winner)",
    )  # fmt: skip
    parser.add_argument("--force", action="store_true", help="let the results replace the file of deals")
    parser.add_argument("--quiet", action="store_true", help="print no summary and no progress bar")


def run(arguments: Namespace) -> int:
    """Settle all lines; the output is there whole, or as it was before."""
    game, hole = options.shown_game(arguments.game)
    try:
        settling = Settling(game, arguments.players, hole, columns=arguments.columns, errors=arguments.errors)
    except FivecardError as error:
        raise UsageError(str(error)) from None
    form = arguments.format or format_of(arguments.output)
    if arguments.explain and form != "text":
        raise UsageError("--explain goes with --format text: the other formats have the categories")
    if arguments.columns and (arguments.input_format or format_of(arguments.input)) == "text":
        raise UsageError(f"--column goes with tables: say --input-format {listed(_TABLES, 'or')}")
    start = perf_counter()
    with _input(arguments.input) as source:
        if not arguments.force and would_replace(arguments.output, source.fileno()):
            raise UsageError(
                f"{arguments.input} is read and -o {arguments.output} is the same file: "
                "the results would take the place of the deals (--force lets them)"
            )
        if not arguments.quiet:
            _tell_what_is_waited_for(source, settling)
        with replacing(arguments.output) as target:
            tally = _settle(source, target, settling, arguments)
            if not tally.lines and form in _WITHOUT_A_HEADING and arguments.output != "-":
                name = "standard input" if arguments.input == "-" else arguments.input
                raise FormatError(f"{name}: there is no deal in it, so {arguments.output} is not written")
    if not arguments.quiet:
        note(_summary(tally, settling, perf_counter() - start, arguments.output))
    return 0


def _settle(source: Source, target: BinaryIO, settling: Settling, arguments: Namespace) -> Tally:
    bar = None if arguments.quiet else _bar_for(source)
    progress = _shown_by(bar, os.fstat(source.fileno()).st_size) if bar else None
    form: FileFormat = arguments.format or format_of(arguments.output)
    deals: FileFormat = arguments.input_format or format_of(arguments.input)
    try:
        return settling.write(source, target, form, deals=deals, explain=arguments.explain, progress=progress)
    except FivecardError as error:
        raise error.within(arguments.input) from None
    finally:
        if bar:
            bar.clear()


def format_of(name: str) -> FileFormat:
    """Tell the format of a file by the ending of its name; all others are text.

    >>> format_of("deals.CSV"), format_of("-")
    ('csv', 'text')
    """
    return ENDINGS.get(os.path.splitext(name)[1].lower(), "text")


@contextmanager
def _input(name: str) -> Iterator[Source]:
    """Open the deals without a buffer of Python's own, which would wait until it is full."""
    with open(sys.stdin.fileno() if name == "-" else name, "rb", buffering=0, closefd=name != "-") as source:
        yield source


def _tell_what_is_waited_for(source: Source, settling: Settling) -> None:
    if os.isatty(source.fileno()):
        board = f", and {settling.game.board} of the board" if settling.game.board else ""
        each = f"{settling.hole} cards of each of {settling.players} players{board}"
        note(f"Waiting for deals from the keyboard, a line each: {each}. Ctrl-D ends.\n")


def _bar_for(source: Source) -> "ProgressBar | None":
    """A progress bar, if the input is big and somebody looks."""
    if not sys.stderr.isatty() or os.fstat(source.fileno()).st_size < PROGRESS_FROM:
        return None
    from fivecard.cli.terminal.style import ProgressBar

    return ProgressBar(sys.stderr)


def _shown_by(bar: "ProgressBar", size: int) -> Progress:
    return lambda read, tally: bar.show(read / size, f"{tally.lines:,} lines")


def _summary(tally: Tally, settling: Settling, seconds: float, output: str) -> str:
    """`Output.txt has 8 lines: player 1 won 4, player 2 won 3, 1 tied (0.00 s)`; how fast, where there are many."""
    where = "" if output == "-" else f"{output} has "
    won = ", ".join(f"player {number} won {count:,}" for number, count in enumerate(tally.wins, 1))
    undecided = "tied" if len(settling.game.rankings) == 1 else "shared"
    invalid = f", {tally.invalid:,} invalid" if tally.invalid else ""
    rate = tally.lines * len(tally.wins) / max(seconds, 1e-9)
    speed = f", {rate / 1e6:.1f} million hands a second" if tally.lines >= RATE_FROM else ""
    lines = counted(tally.lines, "line")
    return f"{where}{lines}: {won}, {tally.ties:,} {undecided}{invalid} ({seconds:.2f} s{speed})\n"
