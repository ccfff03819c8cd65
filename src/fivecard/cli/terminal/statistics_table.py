"""The table of `fivecard history --stats`, for people and for programs."""

import sys
from collections.abc import Sequence
from fractions import Fraction
from math import lcm
from typing import BinaryIO

from fivecard._util.machine import columns
from fivecard._util.table_files import TABLES, Cell
from fivecard.cli.terminal.style import laid_out
from fivecard.histories import Statistics
from fivecard.histories.history import decimals, money

_COUNTS = (
    "hands", "won", "vpip", "pfr", "three_bet_chances", "three_bets", "flops", "bets", "calls", "showdowns",
    "showdowns_won",
)  # fmt: skip


def write_frame(counts: Sequence[Statistics], by: Sequence[str], form: str, target: BinaryIO) -> None:
    """Write counts for programs.

    Args:
        counts: A row each.
        by: What they are counted by, the first columns.
        form: A name in `TABLES`.
        target: Where to.
    """
    expected = any(each.expected is not None for each in counts)
    whole = all(each.net.denominator == 1 for each in counts)
    amounts = ["net_bb", *(["expected", "expected_bb"] if expected else [])]
    types = {
        **dict.fromkeys(by, "string"),
        **dict.fromkeys(_COUNTS, "int64"),
        **dict.fromkeys(["net", *amounts], "double"),
    }
    rows: list[list[Cell]] = []
    for each in counts:
        net = int(each.net) if whole else float(each.net)
        told = [getattr(each, name) for name in (*by, *_COUNTS)]
        rows.append([*told, net, *(round(float(getattr(each, name) or 0), 6) for name in amounts)])
    TABLES[form](types, rows, target)


def write_table(counts: Sequence[Statistics], by: Sequence[str], target: BinaryIO) -> None:
    """Write counts and percentages; on a terminal that is too narrow for both, percentages.

    Args:
        counts: A row each.
        by: What they are counted by, the first columns.
        target: Where to.
    """
    width = columns() if target is sys.stdout.buffer and sys.stdout.isatty() else None
    rows = _table(counts, by, "{count} ({part:.0%})")
    if width is not None and max(map(len, laid_out(rows)[0])) > width:
        rows = _table(counts, by, "{part:.0%}")
    blocks = ["\n".join(block) for block in laid_out(rows, width=width)]
    target.write(("\n\n".join(blocks) + "\n").encode())


def _table(counts: Sequence[Statistics], by: Sequence[str], form: str) -> list[tuple[str, ...]]:
    def part(count: int, whole: int) -> str:
        return form.format(count=count, part=count / whole) if whole else "-"

    def amounts(values: Sequence[Fraction]) -> list[str]:
        places = decimals(Fraction(1, lcm(*(value.denominator for value in values))))
        return [money(value, places, grouped=True) for value in values]

    nets = amounts([each.net for each in counts])
    expected = any(each.expected is not None for each in counts)
    head = (*by, "hands", "won", "vpip", "pfr", "3-bet", "aggression", "showdowns", "won there", "net", "bb/100")
    rows = [(*head, "all-in EV") if expected else head]
    for each, net in zip(counts, nets, strict=True):
        row = (
            *(getattr(each, name) or "-" for name in by),
            f"{each.hands:,}",
            part(each.won, each.hands),
            part(each.vpip, each.with_bets),
            part(each.pfr, each.with_bets),
            part(each.three_bets, each.three_bet_chances),
            "-" if each.aggression is None else f"{each.aggression:.1f}",
            part(each.showdowns, each.hands),
            part(each.showdowns_won, each.showdowns),
            net,
            f"{each.bb_per_100:.1f}" if each.with_bets else "-",
        )
        rows.append((*row, f"{float(each.expected or 0):,.2f}") if expected else row)
    return rows
