"""The options that say how cards look on a terminal, for every program that shows some."""

import sys
from argparse import ArgumentParser, Namespace

from fivecard.cards import PLAIN, Notation
from fivecard.cli.terminal.style import Look


def add_look_arguments(parser: ArgumentParser) -> None:
    """Declare how cards look."""
    group = parser.add_argument_group("on a terminal")
    group.add_argument("--four-colour", action="store_true", help="a colour for each suit")
    group.add_argument("--letters", action="store_true", help="letters for suits instead of symbols")
    group.add_argument("--plain", action="store_true", help="plain text as in a pipe")


def look_of(arguments: Namespace, plain: Notation = PLAIN) -> Look:
    """The look that a command line asks for; `plain` is how cards are written in a pipe."""
    if arguments.plain:
        return Look(notation=plain)
    return Look.of(sys.stdout, plain=plain, four_colour=arguments.four_colour, letters=arguments.letters)
