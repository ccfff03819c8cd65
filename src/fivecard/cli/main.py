"""The command `fivecard`: one subcommand a program, each loaded only when it is asked for."""

import sys

TYPE_CHECKING = False  # as in fivecard/__init__.py
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from typing import Any, NoReturn, Protocol

    from _typeshed import SupportsWrite

    class Program(Protocol):
        """What a module in `fivecard.cli.commands` offers: its examples, its arguments, and what it does."""

        EXAMPLES: str

        def add_arguments(self, parser: ArgumentParser) -> None:
            """Declare the command's own arguments."""

        def run(self, arguments: Namespace) -> int:
            """Do the work and give the exit status."""


HANDOUTS = "handouts"
"""The group of what only they want, of which `fivecard --help` gives the names."""
COMMANDS = {
    "play": {
        "play": "play poker against computer players: eighteen games with chips, or five-card draw without",
        "table": "play poker in the browser, with friends and computer players",
        "study": "solve, look at and practise hold'em after the flop, in the browser",
        "train": "practise five-card draw or a draw poker machine, every choice marked at once",
        "verify": "check that a round at the table was dealt fairly",
    },
    "hands and odds": {
        "evaluate": "name the hand that 5, 6 or 7 cards make",
        "explain": "show step by step why a hand ranks as it does, or why one beats another",
        "equity": "find how often hands and ranges beat each other",
        "odds": "show what every discard of a hand leads to, and what it is worth",
        "advise": "ask the heads-up solution what to play, and what every other choice is worth",
        "icm": "find what tournament chips are worth, and when to push or fold",
        "videopoker": "find what a draw poker machine returns, and how to play it",
    },
    "data": {
        "showdown": "find the winner of every deal in a file, in any game of `play`",
        "history": "replay, check, count or convert hand histories",
    },
    "research": {
        "simulate": "play millions of rounds between computer players",
        "solve": "solve heads-up five-card draw with bets, or hold'em after the flop",
        "exploit": "measure a lower bound on how much a heads-up solution can be exploited",
        "strategy": "solve five-card draw for simultaneous draws, or measure how exploitable a strategy for it is",
    },
    HANDOUTS: {
        "draw": "five-card draw for 2 to 6 people at one terminal",
        "rank": "deal ten hands, or read a deck, and list them from best to worst",
        "deal": "deal two hands from a deck, evaluate and compare them, and collect the cards again",
        "complex": "test complex numbers as the handout does",
        "picture": "draw a Julia set",
        "gallery": "draw a sheet of ten Julia sets",
        "cards": "draw a whole deck of cards, with a Julia set on the back",
    },
    "fivecard itself": {
        "demo": "a short tour of what fivecard does",
        "completion": "write a script that lets your shell complete commands and options, or a manual page",
    },
}
"""What each does, in the groups of `fivecard --help`."""
SUMMARIES = {name: summary for group in COMMANDS.values() for name, summary in group.items()}
PARTS = {
    "solve": {
        "flop": "solve hold'em after the flop, heads-up and no-limit",
        "show": "show a place in a solution of hold'em after the flop",
    },
}
"""Programs of their own behind the name of a command, each in the module that both words name."""

OPTIONS = ("-h", "--help", "--version")
EXAMPLES = """\
examples:
  fivecard play
  fivecard play --game holdem
  fivecard showdown deals.txt
  fivecard equity "AKs" "QQ+" --board "Td 9s 2h"
  fivecard evaluate "Ah Kh Qh Jh Th"
  fivecard odds "AS KH TD TC 6S" --opponents 3
  fivecard explain "JH JS TS TD 8S" "JC JD TH TC 7S"
  fivecard demo

exit status: 0 success, 1 wrong input, 2 wrong command line, 130 stopped with Ctrl-C
"""

WELCOME = """\
fivecard plays poker, ranks hands, and finds how often they win. Try:

  fivecard play                        five-card draw against the computer
  fivecard play --game holdem          Texas hold'em, with chips
  fivecard evaluate "Ah Kh Qh Jh Th"   name a hand
  fivecard equity AKs QQ+              how often hands and ranges win
  fivecard demo                        a short tour

`fivecard help` lists all commands, and `fivecard help play` explains one.
"""


def command() -> "NoReturn":
    """Be the command: run it and end the process.

    All that was written has been flushed by then, so nothing is gained by taking the interpreter apart first, which
    takes longer than many of the commands.
    """
    import os

    status = main()
    try:  # noqa: SIM105  (contextlib would have to be loaded)
        sys.stderr.flush()
    except OSError:  # nobody reads what was noted
        pass
    os._exit(status)


def main(arguments: list[str] | None = None) -> int:
    """Run the command line and give the exit status."""
    words = sys.argv[1:] if arguments is None else arguments
    if sys.stdin is None or sys.stdout is None or sys.stderr is None:
        from fivecard.cli.terminal.streams import replace_closed_streams

        replace_closed_streams()
    try:
        status = _answer(words)
        sys.stdout.flush()
    except BrokenPipeError:  # whoever read our output has had enough
        _drop_output()
        return 0
    except KeyboardInterrupt:  # before there was anything to stop
        return _fail("stopped", status=130)
    except OSError as error:
        _drop_output()
        return _fail(f"cannot write the output: {error.strerror or error}")
    return status


def _answer(words: list[str]) -> int:
    if words == ["--version"] and sys.stdout.writable():  # answered before anything is loaded
        from fivecard import __version__

        sys.stdout.write(f"fivecard {__version__}\n")
        return 0
    from fivecard.cli.usage import UsageError
    from fivecard.errors import FivecardError

    if not words:
        from fivecard._util.machine import columns
        from fivecard.cli.terminal.style import wrapped

        sys.stdout.write(wrapped(WELCOME, columns()))
        return 0
    if words[0] == "help":
        words = [*(word for word in words if word != "help"), "--help"]
    try:
        for stream in (sys.stdin, sys.stdout):  # what cannot be read or written as text is shown as an escape
            if hasattr(stream, "reconfigure"):
                stream.reconfigure(errors="backslashreplace")
        if sys.stdout.encoding and "utf" not in sys.stdout.encoding.lower():
            from fivecard.cli.terminal.streams import spell_what_cannot_be_encoded

            spell_what_cannot_be_encoded()
        options = _parse(words)
        program: Program = options.program
        return program.run(options)
    except SystemExit as stop:  # argparse has said what there is to say
        return stop.code if isinstance(stop.code, int) else 0
    except UsageError as error:
        return _fail(str(error), status=2)
    except FivecardError as error:
        return _fail(str(error))
    except MemoryError:
        return _fail("this needs more memory than there is")
    except KeyboardInterrupt:
        if sys.stdout.isatty():  # where ^C stands on a line of its own then; a file or a pipe gets nothing more
            sys.stdout.write("\n")
        return _fail("stopped", status=130)
    except OSError as error:
        if error.filename is None or isinstance(error, BrokenPipeError):
            raise  # about the output
        return _fail(f"{error.filename}: {error.strerror}")


def _fail(message: str, status: int = 1) -> int:
    from fivecard.cli.terminal.output import note

    sys.stdout.flush()
    note(f"fivecard: {_on_one_line(message)}\n")
    return status


def _on_one_line(message: str) -> str:
    """A message that a terminal takes for text, whatever stands in the names of files."""
    return "".join(repr(each)[1:-1] if each < " " or "\x7f" <= each < "\xa0" else each for each in message)


def _drop_output() -> None:
    """Let what is left to write go nowhere, so that the interpreter does not fail over it when it ends."""
    import os

    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _parse(words: list[str]) -> "Namespace":
    import re
    from argparse import SUPPRESS, Action, ArgumentParser, HelpFormatter, _HelpAction, _SubParsersAction
    from contextlib import suppress
    from importlib import import_module

    from fivecard import __version__
    from fivecard._util.machine import columns
    from fivecard.cli.options import amounts, join_amounts
    from fivecard.cli.usage import UsageError
    from fivecard.errors import LONGEST_QUOTE, did_you_mean, quoted

    def whole(text: str) -> int:  # loaded when there is a number to read
        from fivecard.cli.terminal.numbers import whole_option

        return whole_option(text)

    def real(text: str) -> float:
        from fivecard.cli.terminal.numbers import real_option

        return real_option(text)

    class Formatter(HelpFormatter):
        # One is made for every argument that is declared; left to itself it would load shutil to learn the width.
        def __init__(self, prog: str) -> None:
            width = columns() - 2
            super().__init__(prog, width=width, max_help_position=min(24, width // 4))

        def _format_usage(self, *parts: "Any") -> str:  # noqa: ANN401
            from textwrap import fill

            from fivecard.cli.terminal.style import NO_BREAK

            width, self._width = self._width, 1 << 16  # argparse lets an option that is too long stand out
            line = super()._format_usage(*parts)
            self._width = width
            kept = re.sub(r"(?<=[a-z]) (?=[A-Z{])", NO_BREAK, line.strip())  # an option and its value
            broken = fill(kept, width, subsequent_indent=" " * 7, break_long_words=False, break_on_hyphens=False)
            return f"{broken.replace(NO_BREAK, ' ')}\n\n"

        def _split_lines(self, text: str, width: int) -> list[str]:
            from fivecard.cli.terminal.style import wrapped  # loaded when somebody wants help

            return wrapped(" ".join(text.split()), width).split("\n")  # argparse would break words

        def _format_action(self, action: Action) -> str:
            if not isinstance(action, _SubParsersAction):
                return super()._format_action(action)
            listed = {each.dest: each for each in action._get_subactions()}
            parts = []
            for group, names in COMMANDS.items():
                indent = " " * self._current_indent
                if group == HANDOUTS:
                    parts.append(self._fill_text(f"{group}: {', '.join(names)}", self._width, indent) + "\n")
                    continue
                self._indent()
                lines = [self._format_action(listed[name]) for name in names]
                self._dedent()
                parts.append(f"{indent}{group}:\n{''.join(lines)}")
            return "\n".join(parts)

        def _fill_text(self, text: str, width: int, indent: str) -> str:
            from fivecard.cli.terminal.style import wrapped

            return wrapped("".join(f"{indent}{line}" for line in text.splitlines(keepends=True)), width)

    class ShortHelp(_HelpAction):
        def __call__(self, parser: ArgumentParser, *_: object) -> "NoReturn":
            # The parser has no other use any more: its texts are cut, and it formats itself.
            for action in parser._actions:
                if action.help and action.help is not SUPPRESS:
                    action.help = re.split(r";|(?<!%)\(|, default", action.help)[0].rstrip(" ,:")
            for group in parser._action_groups:
                group.description = None
            parser.epilog = f"{parser.prog} --help explains every option, with examples."
            parser.print_help()
            parser.exit()

    class Parser(ArgumentParser):
        def print_help(self, file: object = None) -> None:
            sys.stdout.write(self.format_help())  # left to itself it would not mind whether that can be written

        def check_options(self, words: list[str]) -> None:
            """Name an option that is not known; argparse would list all that there are, or miss another word first."""
            known = [option for action in self._actions for option in action.option_strings]
            for word in words[: words.index("--")] if "--" in words else words:
                if re.fullmatch(r"(--[a-z-]+=|-[a-zA-Z])--", word):  # which argparse takes for the end of the options
                    raise UsageError(f"{word.removesuffix('--').removesuffix('=')}: expected a value, not '--'")
                name = word.partition("=")[0]
                if name.startswith("--") and " " not in word and not any(each.startswith(name) for each in known):
                    meant = did_you_mean(name, known) or f"see {self.prog} --help"
                    raise UsageError(f"option {quoted(name)} is not known; {meant}")

        def join_amounts(self, words: list[str]) -> list[str]:
            """Let an option that takes amounts, `--blinds 1,2`, take them as several words too."""
            names = [option for action in self._actions if action.type is amounts for option in action.option_strings]
            return join_amounts(words, names) if names else words

        def _check_value(self, action: Action, value: object) -> None:
            if action.choices is None or value in action.choices:
                return
            names = [str(name) for name in action.choices]
            listed = ", ".join(names)
            what = action.option_strings[0] if action.option_strings else str(action.metavar or action.dest).lower()
            known = f"choose from {listed}" if len(listed) <= LONGEST_QUOTE else f"see {self.prog} --help"
            if what == "command":
                names.append("help")
            raise UsageError(f"{what} {quoted(value)} is not known; {did_you_mean(str(value), names) or known}")

        def _print_message(self, message: str, file: "SupportsWrite[str] | None" = None) -> None:
            with suppress(OSError):  # as newer Pythons do: where nobody can read it, the status still tells
                super()._print_message(message, file)

        def error(self, message: str) -> "NoReturn":
            # Words that argparse shows whole are cut; a quote of ours, with its marks and dots, is short enough.
            message = _on_one_line(re.sub(rf"(\S{{{LONGEST_QUOTE}}})\S{{6,}}", r"\1...", message))
            if message.startswith("argument -"):  # an option's value is wrong: one line says so
                raise UsageError(message.removeprefix("argument "))
            super().error(message)

    def parser_of(name: str, summary: str, examples: str) -> Parser:
        parser = Parser(prog=name, description=summary, epilog=examples, formatter_class=Formatter, add_help=False)
        parser.add_argument("-h", action=ShortHelp, help="show the options in brief")
        parser.add_argument("--help", action="help", help="explain every option, with examples")
        parser.register("type", int, whole)
        parser.register("type", float, real)
        return parser

    def of_command(name: str) -> Parser:
        command, _, part = name.partition(" ")
        summary = PARTS[command][part] if part else SUMMARIES[command]
        program = import_module(f"fivecard.cli.commands.{name.replace(' ', '_')}")
        sentence, examples = f"{summary[0].upper()}{summary[1:]}.", f"examples:\n{program.EXAMPLES}"
        parser = parser_of(f"fivecard {name}", sentence, examples)
        program.add_arguments(parser)
        parser.set_defaults(program=program, whole_parser=lambda: of_all(whole=True))
        return parser

    def of_all(*, whole: bool = False) -> Parser:
        parser = parser_of("fivecard", "Rank poker hands, see why they win, play poker.", EXAMPLES)
        parser.add_argument("--version", action="version", version=f"fivecard {__version__}")
        commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
        for name, summary in SUMMARIES.items():
            parents = [of_command(name)] if whole else []
            command = commands.add_parser(name, help=summary, parents=parents, add_help=False)
            for each in parents:  # what a parser does not take from them
                command.description, command.epilog = each.description, each.epilog
        return parser

    if words and words[0] in SUMMARIES:  # the other commands need not be declared then
        named = 2 if words[1:2] and words[1] in PARTS.get(words[0], ()) else 1
        parser = of_command(" ".join(words[:named]))
        parser.check_options(words[named:])
        return parser.parse_args(parser.join_amounts(words[named:]))
    if words[0].startswith("-") and words[0] not in OPTIONS:  # argparse would only miss the command
        known = did_you_mean(words[0], OPTIONS) or "see fivecard --help"
        raise UsageError(f"option {quoted(words[0])} is not known; {known}")
    return of_all().parse_args(words)
