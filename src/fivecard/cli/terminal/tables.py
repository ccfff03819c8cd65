"""Tables that several commands show: what discards, ranges and the options of a solved game are worth."""

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from fivecard._util.machine import columns
from fivecard.cli.terminal.style import NO_BREAK, Look, laid_out, wrapped
from fivecard.rankings import Category
from fivecard.words.english import percent
from fivecard.words.hands import KINDS

if TYPE_CHECKING:
    from fivecard.draw.odds import Choice
    from fivecard.equities import Equity
    from fivecard.solvers.limit_draw import Advice, InfoSet, Option

_FIRST_COLUMNS, _BAR, _COLUMN = 38, 15, 8  # how wide: what is kept, share and better; the bar; each end
_EQUITY_BAR, _SHORTEST_BAR = 24, 8  # columns
_MOST_OPTIONS = 5
_ACTION, _CARDS, _PLAYED, _MEAN = 8, 16, 6, 14  # columns of an action, five cards, a chance, a number with its error


def discard_table(choices: "Sequence[Choice]", look: Look) -> list[str]:
    """Write choices as a table: the share of the pot, the chance to improve, and how the draws end, in percent.

    On a terminal it is no wider than that: where room is short there is no bar, then the rarest ends are left out.
    """
    ends = [category for category in Category if any(choice.categories[category] for choice in choices)]
    width = columns() if look.rich else _FIRST_COLUMNS + _COLUMN * len(ends)
    with_bar = look.rich and _FIRST_COLUMNS + _BAR + _COLUMN * len(ends) <= width
    commonest = sorted(ends, key=lambda end: max(choice.chance(end) for choice in choices), reverse=True)
    shown = sorted(commonest[: max((width - _FIRST_COLUMNS) // _COLUMN, 0)])
    most = max(choice.share or 0 for choice in choices)
    header = f"{'keep':<16}{'share':>14}" + " " * _BAR * with_bar
    lines = [look.faint(header + f"{'better':>8}" + "".join(f"{KINDS[end].short:>8}" for end in shown))]
    for index, choice in enumerate(choices):
        kept = look.cards(choice.kept) + " " * (17 - 3 * len(choice.kept))
        share = f"{choice.share_in_words:>13}"
        drawn = f"  {'█' * round(12 * (choice.share or 0) / most) if most else '':<13}" * with_bar
        numbers = f"{100 * choice.improves:7.2f}%" + "".join(_chance(choice.chance(end)) for end in shown)
        lines.append(f"{kept}{look.strong(share) if index == 0 else share}{drawn}{numbers}")
    return lines


def _chance(chance: float) -> str:
    if not chance:
        return f"{'-':>8}"
    return f"{100 * chance:8.3f}" if chance < 0.001 else f"{100 * chance:8.2f}"


def equity_table(result: "Equity", look: Look) -> list[str]:
    """Write a result as its own table; on a terminal in its width, with a bar for each player if there is room."""
    if not look.rich:
        return str(result).splitlines()
    *above, last = laid_out(result.rows(), left=2, width=columns())
    width = max(map(len, last)) + 2
    bar = min(_EQUITY_BAR, columns() - width)
    drawn = ["█" * round(bar * share) for share in result.share] if bar >= _SHORTEST_BAR else [""] * len(result.share)
    best = max(result.share)
    lines: list[str] = []
    for (head, *rows), bars in [*((block, [""] * len(drawn)) for block in above), (last, drawn)]:
        lines += [""] * bool(lines)
        lines.append(look.faint(head))
        for row, share, shown in zip(rows, result.share, bars, strict=True):
            gap = " " * (width - len(row)) if shown else ""
            lines.append(f"{look.strong(row) if share == best else row}{gap}{shown}")
    return [*lines, *map(look.faint, wrapped(result.certainty, columns()).split("\n"))]


def advice_table(advice: "Advice", look: Look, *, everything: bool = False) -> list[str]:
    """Write options as a table: how often the solution takes each, what it is worth, and how far it is behind.

    A star marks the best. On a terminal it is no wider than that: where room is short there is no column for what is
    thrown away, then there are no errors.
    """
    best = advice.best
    played = sum(option.chance > 0 for option in advice.options)
    shown = advice.options if everything else advice.options[: max(_MOST_OPTIONS, played)]
    width = columns() if look.rich else sys.maxsize
    left = 2 + (_ACTION if advice.infoset.actions else _CARDS) + _PLAYED
    for errors in (2, 1, 0):
        numbers = _numbers(advice, shown, errors)
        if left + len(numbers[0]) <= width:
            break
    thrown = advice.infoset.stage == "draw" and left + _CARDS + len(numbers[0]) <= width
    head = (
        " " * _ACTION if advice.infoset.actions else f"{'keep':{_CARDS}}{'discard' if thrown else '':{_CARDS * thrown}}"
    )
    lines = [look.faint(f"  {head}{'played':>{_PLAYED}}{numbers[0]}")]
    for option, means in zip(shown, numbers[1:], strict=True):
        chance = percent(option.chance) if option.chance else "-"
        kept = _columns(option, advice.infoset, look)[: 1 + thrown]
        row = f"{'*' if option is best else ' '} {''.join(kept)}{chance:>{_PLAYED}}{means}".rstrip()
        lines.append(look.strong(row) if option is best else row)
    return [line.replace(" ", NO_BREAK) for line in lines]


def _numbers(advice: "Advice", shown: "Sequence[Option]", errors: int) -> list[str]:
    """What each option is worth, and how far it is behind, below a heading; so many of the two with errors."""
    worth = [advice.infoset.game.units, *(_mean(option.value, error=errors > 0) or "0" for option in shown)]
    behind = ["behind", *(_mean(option.behind, error=errors > 1) for option in shown)]
    wide, far = (max(_MEAN * (errors > number), *map(len, texts)) for number, texts in enumerate((worth, behind)))
    return [f"  {value:>{wide}}  {less:>{far}}" for value, less in zip(worth, behind, strict=True)]


def _columns(option: "Option", spot: "InfoSet", look: Look) -> list[str]:
    """What is done; at the draw what is kept, and what is thrown away."""
    kept = option.choice
    if isinstance(kept, str):
        return [f"{kept:{_ACTION}}"]
    parts = [[card for card in spot.cards if (card in kept) is wanted] for wanted in (True, False)]
    return [(look.cards(part) or "-") + " " * (_CARDS - max(3 * len(part) - 1, 1)) for part in parts]


def _mean(mean: tuple[float, float], *, error: bool) -> str:
    return f"{mean[0]:.3f}" + f" +- {mean[1]:.3f}" * error if any(mean) else ""
