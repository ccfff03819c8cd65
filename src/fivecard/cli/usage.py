"""What a command line may not ask for."""

from fivecard.errors import FivecardError


class UsageError(FivecardError):
    """A command line asks for something impossible."""
