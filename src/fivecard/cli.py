"""The command `fivecard`: one subcommand a program, each loaded only when it is asked for."""

import sys

TYPE_CHECKING = False  # as in fivecard/__init__.py
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from typing import Protocol

    class Program(Protocol):
        """What a module in `fivecard.programs` offers: its examples, its arguments, and what it does."""

        EXAMPLES: str

        def add_arguments(self, parser: ArgumentParser) -> None:
            """Declare the command's own arguments."""

        def run(self, arguments: Namespace) -> int:
            """Do the work and give the exit status."""


COMMANDS = {
    "draw": "five-card draw for 2 to 6 people at one terminal",
    "play": "five-card draw against computer players",
    "rank": "deal ten hands, or read a deck, and list them from best to worst",
    "deal": "deal two hands from a deck, evaluate and compare them, and collect the cards again",
    "evaluate": "name the hand that 5, 6 or 7 cards make",
    "explain": "show step by step why a hand ranks as it does, or why one beats another",
    "demo": "a short tour of what fivecard does",
}

EXAMPLES = """\
examples:
  fivecard play
  fivecard evaluate "Ah Kh Qh Jh Th"
  fivecard explain "JH JS TS TD 8S" "JC JD TH TC 7S"
  fivecard demo

exit status: 0 all went well, 1 the input was wrong, 2 the command line was wrong, 130 stopped with Ctrl-C
"""


def main(arguments: list[str] | None = None) -> int:
    """Run the command line and give the exit status."""
    words = sys.argv[1:] if arguments is None else arguments
    if words == ["--version"]:  # answered before anything is loaded
        from fivecard import __version__

        sys.stdout.write(f"fivecard {__version__}\n")
        return 0
    return _run(words)


def _run(words: list[str]) -> int:
    from fivecard.errors import FivecardError

    try:
        options = _parse(words)
        program: Program = options.program
        status = program.run(options)
        sys.stdout.flush()
        return status
    except FivecardError as error:
        return _fail(str(error))
    except OSError as error:
        if isinstance(error, BrokenPipeError):  # whoever read our output has had enough
            sys.stdout = None  # nothing is left to flush at exit
            return 0
        return _fail(f"{error.filename}: {error.strerror}" if error.filename else str(error))
    except KeyboardInterrupt:
        sys.stderr.write("\nStopped.\n")
        return 130


def _fail(message: str) -> int:
    sys.stdout.flush()
    sys.stderr.write(f"fivecard: {message}\n")
    return 1


def _parse(words: list[str]) -> "Namespace":
    from argparse import ArgumentParser, RawDescriptionHelpFormatter
    from importlib import import_module

    from fivecard import __version__

    parser = ArgumentParser(
        prog="fivecard",
        description="Rank poker hands, see why they win, play five-card draw.",
        epilog=EXAMPLES,
        formatter_class=RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"fivecard {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for name, summary in COMMANDS.items():
        command = commands.add_parser(
            name, help=summary, description=f"{summary[0].upper()}{summary[1:]}.",
            formatter_class=RawDescriptionHelpFormatter,
        )  # fmt: skip
        if name in words[:1]:
            program: Program = import_module(f"fivecard.programs.{name}")
            program.add_arguments(command)
            command.epilog = f"examples:\n{program.EXAMPLES}"
            command.set_defaults(program=program)
    return parser.parse_args(words)
