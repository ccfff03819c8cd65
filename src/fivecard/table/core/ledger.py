"""Who bought in for how much, what it is worth now, and who pays whom in the end."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from fivecard.table.core.state import Purse, Table

COMPUTERS: Final = "the computers"
MOST_EXACT: Final = 12
"""For so many who have won or lost, the fewest payments that there are are found."""


class Account(Struct, frozen=True):
    """What the evening cost and brought somebody, as of the last hand that is over."""

    name: str
    here: bool
    bought: int
    """All buy-ins, and what the host gave."""
    buys: int
    """How many those were."""
    cash_out: int | None
    """What it is worth now; None for who still plays in a sit-and-go."""
    net: int
    computer: bool = False


class Payment(Struct, frozen=True):
    """What one account owes another, by their numbers."""

    payer: int
    payee: int
    chips: int


def accounts(table: Table) -> list[Account]:
    """Everybody who has bought in, those who have gone too; and what computers won or lost of it, as one account."""
    here = [
        _account(table, seat.name, seat.token, purse, here=True)
        for seat, purse in zip(table.seats, table.purses, strict=True)
        if seat
    ]
    people = [*here, *(_account(table, gone.name, gone.token, gone.purse, here=False) for gone in table.gone)]
    people = [each for each in people if each.bought]
    rest = -sum(each.net for each in people)
    if rest and not any(each.cash_out is None for each in people):
        people.append(Account(COMPUTERS, True, 0, 0, rest, rest, computer=True))
    return people


def _account(table: Table, name: str, token: str, purse: Purse, *, here: bool) -> Account:
    cash_out: int | None = purse.stack
    if table.terms.sit_and_go and table.rounds_begun:
        cash_out = next((each.prize for each in table.places if each.token == token), None)
    net = 0 if cash_out is None else cash_out - purse.bought
    return Account(name, here, purse.bought, purse.buys, cash_out, net)


def payments(nets: Sequence[int]) -> list[Payment]:
    """Who pays whom, in as few payments as there can be.

    All are divided into as many groups as can be in which losses and wins are equal; within a group, who has lost most
    pays who has won most, until all is paid. With more than `MOST_EXACT` accounts, a group is either two of them who
    owe each other exactly that, or the rest.

    >>> [(each.payer, each.payee, each.chips) for each in payments([-50, 30, -30, 50])]
    [(0, 3, 50), (2, 1, 30)]
    """
    found: list[Payment] = []
    for group in _groups([(net, number) for number, net in enumerate(nets) if net]):
        owed = dict.fromkeys([number for _, number in group], 0) | {number: net for net, number in group}
        while any(owed.values()):
            payer = min(owed, key=lambda number: (owed[number], number))
            payee = min(owed, key=lambda number: (-owed[number], number))
            chips = min(-owed[payer], owed[payee])
            owed[payer] += chips
            owed[payee] -= chips
            found.append(Payment(payer, payee, chips))
    return found


def _groups(open_: list[tuple[int, int]]) -> list[list[tuple[int, int]]]:
    """Divide accounts into groups that come to nothing."""
    if len(open_) <= MOST_EXACT:
        return _most_groups(open_)
    pairs = []
    for won in [each for each in open_ if each[0] > 0]:
        if lost := next((each for each in open_ if each[0] == -won[0]), None):
            pairs.append([won, lost])
            open_ = [each for each in open_ if each not in pairs[-1]]
    return [*pairs, open_]


def _most_groups(open_: list[tuple[int, int]]) -> list[list[tuple[int, int]]]:
    """The most groups: for each set of accounts, from the smallest on, how many there are at most."""
    sums, most, last = [0], [0], [0]
    for chosen in range(1, 1 << len(open_)):
        low = chosen & -chosen
        sums.append(sums[chosen ^ low] + open_[low.bit_length() - 1][0])
        without = [chosen ^ (1 << bit) for bit in range(len(open_)) if chosen >> bit & 1]
        last.append(max(without, key=lambda smaller: most[smaller]))
        most.append(most[last[-1]] + (sums[-1] == 0))
    groups: list[list[tuple[int, int]]] = []
    chosen = len(sums) - 1
    while chosen:
        if sums[chosen] == 0:
            groups.append([])
        groups[-1].append(open_[(chosen ^ last[chosen]).bit_length() - 1])
        chosen = last[chosen]
    return groups
