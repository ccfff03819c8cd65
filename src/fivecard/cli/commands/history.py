"""`fivecard history`: hands that were written down, told again, checked, counted or converted."""

import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Iterable, Iterator
from functools import partial

from fivecard._util.table_files import TABLES
from fivecard.cli import options
from fivecard.cli.terminal.action_table import ACTION_COLUMNS, action_cells
from fivecard.cli.terminal.dialogue import EndOfInputError, ask, say
from fivecard.cli.terminal.history_files import Hand, RightHands, hands_of
from fivecard.cli.terminal.look import add_look_arguments, look_of
from fivecard.cli.terminal.output import note, replacing
from fivecard.cli.terminal.statistics_table import write_frame, write_table
from fivecard.cli.terminal.style import Look
from fivecard.cli.usage import UsageError
from fivecard.engine import Limit
from fivecard.errors import FivecardError, HistoryError, quoted
from fivecard.histories import FORMATS, History, statistics_of
from fivecard.histories.formats import writer_of
from fivecard.histories.statistics import GROUPS
from fivecard.words.english import counted, listed
from fivecard.words.narrating import Narrator
from fivecard.words.stakes import stakes_in_words

EXAMPLES = """\
  fivecard history hand.phh
  fivecard history --check *.phh
  fivecard history --stats --format csv season.phhs
  fivecard history --stats --by player,position,stake --all-in-ev hands/
  fivecard history --stats --player Ann --plot curve.svg hands/
  fivecard history --format phh -o all.phhs *.phh
  fivecard history --format parquet -o actions.parquet season.phhs
"""


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the files and what is done with them."""
    writable = [*(name for name, form in FORMATS.items() if form.writer), *TABLES]
    parser.add_argument(
        "files", nargs="+", metavar="FILE", help=f"{', '.join(FORMATS)}, or folders of them; - is standard input"
    )
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--text", action="store_true", help="print the hands at once, not step by step")
    what.add_argument(
        "--check",
        action="store_true",
        help="check that each hand is legal and ends with the stacks that the file states",
    )
    what.add_argument("--stats", action="store_true", help="count what each player did")
    options.add_format(
        parser,
        writable,
        "write the hands in this format: %(choices)s; the last three are a table of actions, or with --stats its table",
    )
    parser.add_argument(
        "--by", type=_groups, default=["player"], metavar="WHAT,WHAT",
        help=f"count by some of {', '.join(GROUPS)}; default: player",
    )  # fmt: skip
    parser.add_argument("--all-in-ev", action="store_true", help="what all-ins were worth when they were made, exactly")
    parser.add_argument("--player", metavar="NAME", help="whose winnings --plot draws")
    options.add_plot(parser, "draw a player's winnings, hand by hand")
    options.add_output(parser, "of --format and --stats; default: standard output")
    add_look_arguments(parser)


def run(arguments: Namespace) -> int:
    """Do what is asked for with all hands of all files."""
    if arguments.format and (arguments.text or arguments.check):
        raise UsageError("--format writes hands, or --stats: --text and --check tell of them")
    if arguments.output is not None and not (arguments.stats or arguments.format):
        raise UsageError("-o goes with --format and --stats")
    if not arguments.stats and (arguments.by != ["player"] or arguments.all_in_ev or arguments.plot):
        raise UsageError("--by, --all-in-ev and --plot go with --stats")
    if bool(arguments.plot) != bool(arguments.player):
        raise UsageError("--plot draws the winnings of one --player: each goes with the other")
    if arguments.stats:
        if arguments.format and arguments.format not in TABLES:
            raise UsageError(f"--stats has a table: --format is {listed([*TABLES], 'or')}, not {arguments.format}")
        return _count(arguments)
    if arguments.format in TABLES:
        return _tabulate(arguments)
    if arguments.format:
        return _convert(arguments)
    return _check(arguments) if arguments.check else _tell(arguments)


def _groups(text: str) -> list[str]:
    names = text.split(",")
    for name in names:
        if name not in GROUPS:
            raise ArgumentTypeError(f"hands are counted by {listed([*GROUPS], 'or')}, not by {quoted(name)}")
    return names


# Check


def _check(arguments: Namespace) -> int:
    hands = wrong = unread = 0
    for hand in hands_of(arguments.files):
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
    right = RightHands(hands_of(arguments.files, arguments.output))
    numbered = writer_of(arguments.format).numbered
    with replacing(arguments.output or "-") as target:
        for history in right:
            try:
                piece = numbered(history, right.used)
            except FivecardError as error:  # the format cannot say it
                right.leave_last_out(error)
            else:
                target.write(piece.encode())
        return right.finish()


# A table of actions


def _tabulate(arguments: Namespace) -> int:
    right = RightHands(hands_of(arguments.files, arguments.output))
    hands = ((right.last.file, right.last.number, history) for history in right if right.last is not None)
    with replacing(arguments.output or "-") as target:
        TABLES[arguments.format](ACTION_COLUMNS, action_cells(hands), target)
        return right.finish()


# Tell


def _tell(arguments: Namespace) -> int:
    look = look_of(arguments)
    stepwise = look.rich and sys.stdin.isatty() and not arguments.text and "-" not in arguments.files
    status = 0
    for number, hand in enumerate(hands_of(arguments.files)):
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


def _story(hand: Hand, history: History, look: Look) -> Iterator[list[str]]:
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


def _count(arguments: Namespace) -> int:
    from fivecard.cli.terminal.winnings_curve import Curve  # these two load equities, which others do not need
    from fivecard.equities.all_in import expected_net

    by = [name for name in GROUPS if name in arguments.by]
    right = RightHands(hands_of(arguments.files, arguments.output))
    curve = Curve(arguments.player) if arguments.plot else None
    histories: Iterable[History] = right if curve is None else curve.following(right)
    counts = statistics_of(histories, by, expected=expected_net if arguments.all_in_ev else None)
    with replacing(arguments.output or "-") as target:
        status = right.finish()
        if arguments.format in TABLES:
            write_frame(counts, by, arguments.format, target)
        else:
            write_table(counts, by, target)
    if curve is not None:
        curve.save(arguments.plot)
    return status
