"""The ledger of a table: who bought in for how much, what it is worth, and who pays whom; as a page, JSON and CSV."""

import csv
import io
from collections.abc import Sequence
from typing import Any, Final

from msgspec import to_builtins

from fivecard.table.core import Table
from fivecard.table.core.ledger import Account, accounts, payments

_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")
"""What a spreadsheet takes for the beginning of a formula: nobody's name is one."""


def ledger_of(table: Table) -> dict[str, Any]:
    """The ledger, as JSON has it: the payments name accounts by their numbers."""
    found = accounts(table)
    playing = any(account.cash_out is None for account in found)
    return {
        "hands": table.head[0],
        "ended": table.is_over,
        "accounts": to_builtins(found),
        "payments": [] if playing else to_builtins(payments([account.net for account in found])),
        "buys": to_builtins(table.buys),
    }


def ledger_csv(table: Table) -> str:
    """The ledger as a table of its own, with a line for each account, and then a line for each payment."""
    found = accounts(table)
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(["name", "buy-ins", "bought", "cash-out", "net"])
    for each in found:
        out = "" if each.cash_out is None else each.cash_out
        writer.writerow([_name(each.name), each.buys, each.bought, out, each.net])
    writer.writerow([])
    writer.writerow(["payer", "payee", "chips"])
    writer.writerows(_owed(found))
    return text.getvalue()


def _owed(found: Sequence[Account]) -> list[tuple[str, str, int]]:
    """Who pays whom, by name; nobody yet while a sit-and-go is played."""
    if any(account.cash_out is None for account in found):
        return []
    owed = payments([account.net for account in found])
    return [(_name(found[each.payer].name), _name(found[each.payee].name), each.chips) for each in owed]


def _name(name: str) -> str:
    return f"'{name}" if name.startswith(_FORMULA) else name
