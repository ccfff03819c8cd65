"""The command `fivecard`: `main` finds the command, `commands` are what there is, `terminal` talks to people."""

__all__ = [
    "commands",
    "main",
    "options",
    "terminal",
]
