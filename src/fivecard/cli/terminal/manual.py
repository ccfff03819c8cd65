"""The manual page, made of what the commands declare: `man` shows what `--help` says."""

from argparse import SUPPRESS, Action, ArgumentParser, _SubParsersAction
from collections.abc import Iterator


def manual(parser: ArgumentParser, version: str) -> str:
    """Write the page of a program whose commands are parsers of their own, for `man`."""
    commands = next(action for action in parser._actions if isinstance(action, _SubParsersAction))
    lines = [
        f'.TH {parser.prog.upper()} 1 "" "{parser.prog} {version}" "User Commands"',
        ".SH NAME",
        f"{parser.prog} \\- {_text(str(parser.description)).rstrip('.').lower()}",
        ".SH SYNOPSIS",
        f".B {parser.prog}",
        "\\fICOMMAND\\fR ...",
        ".SH COMMANDS",
    ]
    for name, command in commands.choices.items():
        lines += [f".SS {parser.prog} {name}", *_command(command)]
    *_, status = str(parser.epilog).partition("exit status: ")
    lines += [".SH EXIT STATUS", _text(" ".join(status.split()))]
    return "\n".join(lines) + "\n"


def _command(parser: ArgumentParser) -> Iterator[str]:
    """What a command does, its options in their groups, and its examples."""
    yield _text(str(parser.description))
    for group in parser._action_groups:
        actions = [each for each in group._group_actions if each.help is not SUPPRESS]
        if not actions:
            continue
        yield from (".PP", f"\\fB{_text(str(group.title))}\\fR")
        for action in actions:
            yield from (".TP", _heading(action), _text(" ".join(_explained(parser, action).split())))
    examples = str(parser.epilog).partition("examples:\n")[2].rstrip()
    yield from (".PP", "\\fBexamples\\fR", ".nf", *map(_text, examples.splitlines()), ".fi")


def _explained(parser: ArgumentParser, action: Action) -> str:
    """The help of an option, with its default filled in."""
    return parser._get_formatter()._expand_help(action) if action.help else ""


def _heading(action: Action) -> str:
    """An option and what it takes, or a word that is no option."""
    value = action.metavar or (f"{{{','.join(map(str, action.choices))}}}" if action.choices else action.dest.upper())
    shown = f"\\fI{_text(' '.join(value) if isinstance(value, tuple) else str(value))}\\fR"
    if not action.option_strings:
        return shown
    names = ", ".join(f"\\fB{_text(name)}\\fR" for name in action.option_strings)
    return names if action.nargs == 0 else f"{names} {shown}"


def _text(text: str) -> str:
    """Text as roff takes it: no character means something else, no line begins with a command."""
    escaped = text.replace("\\", "\\e").replace("-", "\\-")
    return f"\\&{escaped}" if escaped[:1] in {".", "'"} else escaped
