"""What becomes of bad rows, hands and deals: everywhere the option `errors` says it."""

from typing import Literal, TypeAlias

from fivecard.errors import ArgumentError, quoted

Errors: TypeAlias = Literal["raise", "null"]
"""The first bad row is raised, or none is and all of them have no answer."""


def check_errors(errors: str) -> None:
    """Refuse what is no way to treat bad rows."""
    if errors not in ("raise", "null"):
        raise ArgumentError(f"errors is 'raise' or 'null', not {quoted(errors)}")
