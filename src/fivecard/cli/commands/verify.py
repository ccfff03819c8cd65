"""`fivecard verify`: check that rounds at the table were dealt from decks that nobody chose, and shown as they were."""

import json
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import Any

from fivecard.cli.terminal.dialogue import say
from fivecard.errors import FivecardError, MissingDependencyError, install

EXAMPLES = """\
  fivecard verify round-7.json
  fivecard verify round-*.json     # and that they follow one another
"""


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the rounds."""
    parser.add_argument("rounds", type=Path, nargs="+", metavar="FILE", help="a round, downloaded at the table")


def run(arguments: Namespace) -> int:
    """Check and say what was checked."""
    try:
        from fivecard.table.fairness.public import verify_public
        from fivecard.table.fairness.verify import UNCHECKED, follow, verify
    except ImportError as error:
        raise MissingDependencyError(f"checking a round needs {error.name}: {install('table')}") from None
    records = []
    for file in arguments.rounds:
        record = _read(file)
        try:
            checked = verify_public(record) if record.get("public") is True else verify(record)
        except FivecardError as error:
            raise FivecardError(f"{file}: {error}") from None
        if len(arguments.rounds) > 1:
            say(f"{file}:")
        for sentence in checked:
            say(f"  {sentence}")
        records.append(record)
    if len(records) > 1:
        say(follow(records).capitalize() + ".")
    if any(record.get("public") is True for record in records):
        say("Hands whose records are kept back agree with themselves, as far as everybody saw them.")
    elif all(record.get("witness") for record in records):
        say("Nobody chose the deck: all that it follows from was committed to before. (The server may have looked.)")
    else:
        say(
            "The file agrees with itself. Only what a browser kept from before the deal (`Download it`, at the table) "
            "can show that what the server had committed to is not made up."
        )
    say(f"Not checked, for no file can prove it: {UNCHECKED}.")
    return 0


def _each_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object in which nothing is said twice, of which others might read the other."""
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name in found:
            raise ValueError(f"{name!r} stands in it twice")
        found[name] = value
    return found


def _read(file: Path) -> dict[str, Any]:
    try:
        record = json.loads(file.read_text(encoding="utf-8"), object_pairs_hook=_each_once)
    except (ValueError, RecursionError) as error:
        raise FivecardError(f"{file}: this is not JSON: {error}") from None
    except OSError as error:
        raise FivecardError(f"{file}: {error.strerror}") from None
    if not isinstance(record, dict):
        raise FivecardError(f"{file}: this is not a finished round")
    return record
