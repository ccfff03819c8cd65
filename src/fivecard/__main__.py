"""`python -m fivecard` is the command `fivecard`."""

from fivecard.cli import command

command()
