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
    "showdown": "say who wins on every line of a file: Omaha, hold'em or five-card hands",
    "evaluate": "name the hand that 5, 6 or 7 cards make",
    "explain": "show step by step why a hand ranks as it does, or why one beats another",
    "demo": "a short tour of what fivecard does",
}

EXAMPLES = """\
examples:
  fivecard play
  fivecard showdown deals.txt
  fivecard evaluate "Ah Kh Qh Jh Th"
  fivecard explain "JH JS TS TD 8S" "JC JD TH TC 7S"
  fivecard demo

exit status: 0 all went well, 1 the input was wrong, 2 the command line was wrong, 130 stopped with Ctrl-C
"""


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
        return _fail(f"cannot write the output: {error.strerror}")
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
    # With its name given, the parser need not format a usage line to find it, which would load half a dozen modules.
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True, prog="fivecard")
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
