"""`fivecard history`: hands that were written down, told again, checked, counted or converted."""

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction
from functools import partial
from math import lcm
from typing import BinaryIO, NamedTuple, TextIO

from fivecard._util.machine import columns
from fivecard._util.table_files import TABLES
from fivecard.cli import options
from fivecard.cli.terminal.action_table import ACTION_COLUMNS, action_cells
from fivecard.cli.terminal.dialogue import EndOfInputError, ask, say
from fivecard.cli.terminal.look import add_look_arguments, look_of
from fivecard.cli.terminal.output import note, replacing, would_replace
from fivecard.cli.terminal.style import Look, laid_out
from fivecard.cli.usage import UsageError
from fivecard.engine import Limit
from fivecard.errors import FivecardError, HistoryError
from fivecard.histories import FORMATS, History, Statistics, dump_all, load_all, statistics_of
from fivecard.histories.actions import NOT_A_HISTORY
from fivecard.histories.history import decimals, money
from fivecard.words.english import counted, listed
from fivecard.words.narrating import Narrator
from fivecard.words.stakes import stakes_in_words

EXAMPLES = """\
  fivecard history hand.phh
  fivecard history --check *.phh
  fivecard history --stats --format csv season.phhs
  fivecard history --format phh -o all.phhs *.phh
  fivecard history --format parquet -o actions.parquet season.phhs
"""


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the files and what is done with them."""
    writable = [*(name for name, form in FORMATS.items() if form.writer), *TABLES]
    parser.add_argument("files", nargs="+", metavar="FILE", help=f"{', '.join(FORMATS)}; - is standard input")
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--text", action="store_true", help="tell the hands at once, not step by step")
    what.add_argument("--check", action="store_true", help="say of each hand whether it is legal and ends as it says")
    what.add_argument("--stats", action="store_true", help="count what each player did")
    options.add_format(
        parser,
        writable,
        "write the hands in this format: %(choices)s; the last three are a table of actions, or with --stats its table",
    )
    options.add_output(parser, "of --format and --stats; default: standard output")
    add_look_arguments(parser)


def run(arguments: Namespace) -> int:
    """Do what is asked for with all hands of all files."""
    if arguments.format and (arguments.text or arguments.check):
        raise UsageError("--format writes hands, or --stats: --text and --check tell of them")
    if arguments.output is not None and not (arguments.stats or arguments.format):
        raise UsageError("-o goes with --format and --stats")
    if arguments.stats:
        if arguments.format and arguments.format not in TABLES:
            raise UsageError(f"--stats has a table: --format is {listed([*TABLES], 'or')}, not {arguments.format}")
        return _count(arguments)
    if arguments.format in TABLES:
        return _tabulate(arguments)
    if arguments.format:
        return _convert(arguments)
    return _check(arguments) if arguments.check else _tell(arguments)


_PARQUET = b"PAR1"
"""What every Parquet file begins with."""


class _Hand(NamedTuple):
    """A hand of a file, or what is wrong with it; without a number, what is wrong with the file."""

    file: str
    number: int
    history: History | FivecardError

    @property
    def place(self) -> str:
        return f"{self.file}, hand {self.number}"

    def explain(self, error: FivecardError) -> str:
        """Say where an error is."""
        return f"{self.place}, {error}" if self.number else f"{self.file}: {error}"

    def whole(self) -> History:
        """The hand, which must be right."""
        try:
            if isinstance(self.history, FivecardError):
                raise self.history
            self.history.check()
        except FivecardError as error:
            raise HistoryError(self.explain(error)) from None
        return self.history


def _hands(arguments: Namespace) -> Iterator[_Hand]:
    """All hands of all files, one by one; a file that cannot be read is an error in its place."""
    for file in arguments.files:
        name = "standard input" if file == "-" else file
        number = 0
        try:
            with _opened(file) as lines:
                if arguments.output is not None and would_replace(arguments.output, lines.fileno()):
                    raise UsageError(f"{file} is read, and -o {arguments.output} is the same file")
                if lines.isatty():
                    note("Waiting for hands from the keyboard; Ctrl-D ends.\n")
                for number, history in enumerate(load_all(lines), 1):
                    yield _Hand(name, number, history)
            if not number:
                yield _Hand(name, 0, HistoryError("there is no hand in it"))
        except HistoryError as error:
            yield _Hand(name, number + 1, error)
        except UnicodeDecodeError as error:
            if error.object.startswith(_PARQUET):
                yield _Hand(name, 0, HistoryError(NOT_A_HISTORY))
                continue
            yield _Hand(name, 0, HistoryError(f"after hand {number}: this is not text in UTF-8: {error.reason}"))
        except OSError as error:
            yield _Hand(name, 0, HistoryError(error.strerror or str(error)))


@contextmanager
def _opened(file: str) -> Iterator[TextIO]:
    number = sys.stdin.fileno() if file == "-" else file
    with open(number, encoding="utf-8", closefd=file != "-") as lines:
        yield lines


# Check


def _check(arguments: Namespace) -> int:
    hands = wrong = unread = 0
    for hand in _hands(arguments):
        hands += hand.number > 0
        try:
            history = hand.whole()
        except HistoryError as error:
            wrong += hand.number > 0
            unread += not hand.number
            say(str(error))
        else:
            say(f"{hand.place}: legal{', ends as it says' if history.finishing_stacks else ''}")
    files = f", {counted(unread, 'file')} not read" if unread else ""
    note(f"{counted(hands, 'hand')}, {wrong:,} wrong{files}\n")
    return 1 if wrong or unread else 0


# Convert


def _convert(arguments: Namespace) -> int:
    being_written: _Hand | None = None

    def hands() -> Iterator[History]:
        nonlocal being_written
        for hand in _hands(arguments):
            being_written = None
            history = hand.whole()
            being_written = hand
            yield history

    try:
        with replacing(arguments.output or "-") as target:
            for piece in dump_all(hands(), arguments.format):
                target.write(piece.encode())
    except HistoryError as error:
        raise HistoryError(being_written.explain(error) if being_written else str(error)) from None
    return 0


# A table of actions


def _tabulate(arguments: Namespace) -> int:
    hands = ((hand.file, hand.number, hand.whole()) for hand in _hands(arguments))
    with replacing(arguments.output or "-") as target:
        TABLES[arguments.format](ACTION_COLUMNS, action_cells(hands), target)
    return 0


# Tell


def _tell(arguments: Namespace) -> int:
    look = look_of(arguments)
    stepwise = look.rich and sys.stdin.isatty() and not arguments.text and "-" not in arguments.files
    status = 0
    for number, hand in enumerate(_hands(arguments)):
        if number:
            say()
        try:
            if isinstance(hand.history, FivecardError):
                raise hand.history
            for lines in _story(hand, hand.history, look):
                say("\n".join(lines))
                if stepwise and not _goes_on(look):
                    return status
        except FivecardError as error:
            sys.stdout.flush()
            note(f"{hand.explain(error)}\n")
            status = 1
    return status


def _goes_on(look: Look) -> bool:
    """Wait for whoever looks."""

    def understand(text: str) -> bool:
        if text.lower() not in {"", "q"}:
            raise FivecardError("Press Enter for the next step; q ends.")
        return not text

    try:
        return ask(look.faint("Enter: next, q: end "), understand)
    except EndOfInputError:
        return False


def _story(hand: _Hand, history: History, look: Look) -> Iterator[list[str]]:
    """A hand in steps, each some lines."""

    def chips(count: int) -> str:
        return history.amount(count, grouped=True)

    yield [look.strong(f"{hand.place}: {history.rules.title}{_stakes(history)}")]
    names = [history.name(seat) for seat in range(history.players)]
    narrator = Narrator(names, look.cards, chips)
    state = history.start()
    for number, (_, state, events) in enumerate(history.steps(as_written=True)):
        lines = narrator.tell(events, state)
        lines += [f"# {remark}" for after, remark in history.remarks if after == number]
        if look.rich and state.pot:
            stacks = ", ".join(f"{name} {chips(stack)}" for name, stack in zip(names, state.stacks, strict=True))
            lines.append(look.faint(f"Pot {chips(state.pot)}; {stacks}"))
        yield lines
    if state.turn is not None:
        yield [f"Here it ends, at {names[state.turn]}'s turn."]
    elif history.stacks:
        ends = [
            f"{name} {chips(end)} ({'+' * (end > begin)}{chips(end - begin)})"
            for name, begin, end in zip(names, history.stacks, state.stacks, strict=True)
        ]
        yield [f"At the end: {', '.join(ends)}."]


def _stakes(history: History) -> str:
    if history.rules.limit is Limit.NO_BETS:
        return ""
    chips = partial(history.amount, grouped=True)
    return ", ".join(["", history.rules.limit.value, *stakes_in_words(history.rules, history.stakes, chips=chips)])


# Count

_COUNTS = ("hands", "won", "vpip", "pfr", "showdowns", "showdowns_won")
_COLUMNS = {"player": "string", **dict.fromkeys(_COUNTS, "int64"), "net": "double"}


def _count(arguments: Namespace) -> int:
    counts = statistics_of(hand.whole() for hand in _hands(arguments))
    number = int if all(each.net.denominator == 1 for each in counts) else float
    with replacing(arguments.output or "-") as target:
        if arguments.format in TABLES:
            rows = [(each.player, *[getattr(each, name) for name in _COUNTS], number(each.net)) for each in counts]
            TABLES[arguments.format](_COLUMNS, rows, target)
        else:
            _write_table(counts, target)
    return 0


def _write_table(counts: list[Statistics], target: BinaryIO) -> None:
    """Write counts and percentages; on a terminal that is too narrow for both, percentages."""
    width = columns() if target is sys.stdout.buffer and sys.stdout.isatty() else None
    rows = _table(counts, "{count} ({part:.0%})")
    if width is not None and max(map(len, laid_out(rows)[0])) > width:
        rows = _table(counts, "{part:.0%}")
    blocks = ["\n".join(block) for block in laid_out(rows, width=width)]
    target.write(("\n\n".join(blocks) + "\n").encode())


def _table(counts: list[Statistics], form: str) -> Sequence[tuple[str, ...]]:
    def part(count: int, whole: int) -> str:
        return form.format(count=count, part=count / whole) if whole else "-"

    places = decimals(Fraction(1, lcm(*(each.net.denominator for each in counts))))
    return [("player", "hands", "won", "vpip", "pfr", "showdowns", "won there", "net")] + [
        (
            each.player,
            str(each.hands),
            part(each.won, each.hands),
            part(each.vpip, each.with_bets),
            part(each.pfr, each.with_bets),
            part(each.showdowns, each.hands),
            part(each.showdowns_won, each.showdowns),
            money(each.net, places, grouped=True),
        )
        for each in counts
    ]
