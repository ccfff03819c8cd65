"""The command `fivecard`: one subcommand a program, each loaded only when it is asked for."""

import sys

TYPE_CHECKING = False  # as in fivecard/__init__.py
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from typing import NoReturn, Protocol

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
    "table": "five-card draw in the browser, with friends and computer players",
    "verify": "check that a round at the table was dealt fairly",
    "rank": "deal ten hands, or read a deck, and list them from best to worst",
    "deal": "deal two hands from a deck, evaluate and compare them, and collect the cards again",
    "showdown": "say who wins on every line of a file: Omaha, hold'em or five-card hands",
    "odds": "show what every discard of a hand leads to, and what it is worth",
    "simulate": "play millions of rounds between computer players",
    "strategy": "solve five-card draw (for simultaneous draws) again",
    "videopoker": "find what a draw poker machine pays with perfect play",
    "evaluate": "name the hand that 5, 6 or 7 cards make",
    "explain": "show step by step why a hand ranks as it does, or why one beats another",
    "complex": "test complex numbers as the handout does",
    "picture": "draw a Julia set",
    "gallery": "draw a sheet of ten Julia sets",
    "cards": "draw a whole deck of cards, with a Julia set on the back",
    "completion": "write a script with which a shell completes commands and options",
    "demo": "a short tour of what fivecard does",
}

EXAMPLES = """\
examples:
  fivecard play
  fivecard showdown deals.txt
  fivecard evaluate "Ah Kh Qh Jh Th"
  fivecard odds "AS KH TD TC 6S" --opponents 3
  fivecard explain "JH JS TS TD 8S" "JC JD TH TC 7S"
  fivecard demo

exit status: 0 all went well, 1 the input was wrong, 2 the command line was wrong, 130 stopped with Ctrl-C
"""


def command() -> "NoReturn":
    """Be the command: run it and end the process.

    All that was written has been flushed by then, so nothing is gained by taking the interpreter apart first, which
    takes longer than many of the commands.
    """
    import os

    status = main()
    if sys.stderr is not None:
        sys.stderr.flush()
    os._exit(status)


def main(arguments: list[str] | None = None) -> int:
    """Run the command line and give the exit status."""
    words = sys.argv[1:] if arguments is None else arguments
    try:
        status = _answer(words)
        _flush()
    except BrokenPipeError:  # whoever read our output has had enough
        _drop_output()
        return 0
    except OSError as error:
        _drop_output()
        return _fail(f"cannot write the output: {error.strerror or error}")
    return status


def _answer(words: list[str]) -> int:
    if words == ["--version"]:  # answered before anything is loaded
        from fivecard import __version__

        sys.stdout.write(f"fivecard {__version__}\n")
        return 0
    from fivecard.errors import FivecardError, UsageError

    for stream in (sys.stdin, sys.stdout):  # what cannot be read or written as text is shown as an escape
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    try:
        options = _parse(words)
        program: Program = options.program
        return program.run(options)
    except SystemExit as stop:  # argparse has said what there is to say
        return stop.code if isinstance(stop.code, int) else 0
    except UsageError as error:
        return _fail(str(error), status=2)
    except FivecardError as error:
        return _fail(str(error))
    except (FileNotFoundError, IsADirectoryError, PermissionError) as error:
        return _fail(f"{error.filename}: {error.strerror}")
    except KeyboardInterrupt:
        sys.stdout.write("\n")
        return _fail("stopped", status=130)


def _fail(message: str, status: int = 1) -> int:
    _flush()
    sys.stderr.write(f"fivecard: {message}\n")
    return status


def _flush() -> None:
    if sys.stdout is not None:  # as it is where the output was closed from the start
        sys.stdout.flush()


def _drop_output() -> None:
    """Let what is left to write go nowhere, so that the interpreter does not fail over it when it ends."""
    import os

    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _columns() -> int:
    import os

    if os.environ.get("COLUMNS", "").isdecimal():
        return max(int(os.environ["COLUMNS"]), 20)
    try:
        return os.get_terminal_size(sys.__stdout__.fileno()).columns  # type: ignore[union-attr]
    except (AttributeError, ValueError, OSError):  # no terminal, or no output at all
        return 80


def _parse(words: list[str]) -> "Namespace":
    from argparse import ArgumentParser, RawDescriptionHelpFormatter
    from importlib import import_module

    from fivecard import __version__

    class Formatter(RawDescriptionHelpFormatter):
        # One is made for every argument that is declared; left to itself it would load shutil to learn the width.
        def __init__(self, prog: str) -> None:
            super().__init__(prog, width=_columns() - 2)

    def parser_of(name: str, summary: str, examples: str) -> ArgumentParser:
        return ArgumentParser(prog=name, description=summary, epilog=examples, formatter_class=Formatter)

    def of_command(name: str) -> ArgumentParser:
        summary, program = COMMANDS[name], import_module(f"fivecard.programs.{name}")
        sentence, examples = f"{summary[0].upper()}{summary[1:]}.", f"examples:\n{program.EXAMPLES}"
        parser = parser_of(f"fivecard {name}", sentence, examples)
        program.add_arguments(parser)
        parser.set_defaults(program=program, whole_parser=lambda: of_all(whole=True))
        return parser

    def of_all(*, whole: bool = False) -> ArgumentParser:
        parser = parser_of("fivecard", "Rank poker hands, see why they win, play five-card draw.", EXAMPLES)
        parser.add_argument("--version", action="version", version=f"fivecard {__version__}")
        commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
        for name, summary in COMMANDS.items():
            parents = [of_command(name)] if whole else []
            commands.add_parser(name, help=summary, parents=parents, add_help=False)
        return parser

    if words and words[0] in COMMANDS:  # the other commands need not be declared then
        return of_command(words[0]).parse_args(words[1:])
    return of_all().parse_args(words)
