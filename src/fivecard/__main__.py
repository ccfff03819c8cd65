"""`python -m fivecard` is the command `fivecard`."""

from fivecard.cli.main import command

command()
