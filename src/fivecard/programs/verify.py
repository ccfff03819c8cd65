"""`fivecard verify`: check that a round at the table was dealt from a deck that nobody chose."""

import json
from argparse import ArgumentParser, Namespace
from pathlib import Path

from fivecard.errors import FivecardError
from fivecard.table.fair import verify

EXAMPLES = """\
  fivecard verify round-7.json
"""


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the round."""
    parser.add_argument("round", type=Path, metavar="FILE", help="a finished round, downloaded at the table")


def run(arguments: Namespace) -> int:
    """Check and say what was checked."""
    try:
        record = json.loads(arguments.round.read_text(encoding="utf-8"))
    except ValueError as error:
        raise FivecardError(f"{arguments.round}: this is not JSON: {error}") from None
    except RecursionError:
        raise FivecardError(f"{arguments.round}: this is not a finished round") from None
    except OSError as error:
        raise FivecardError(f"{arguments.round}: {error.strerror}") from None
    if not isinstance(record, dict):
        raise FivecardError(f"{arguments.round}: this is not a finished round")
    try:
        checked = verify(record)
    except FivecardError as error:
        raise FivecardError(f"{arguments.round}: {error}") from None
    for sentence in checked:
        print(f"  {sentence}")
    if "witness" in record:
        print("The deck was not chosen by anybody. (Whether the server looked at it cannot be shown.)")
    else:
        print(
            "The file agrees with itself. Only what a browser kept from before the deal (`Download it`, at the table)"
        )
        print("can show that the commitments in it are not made up.")
    return 0
