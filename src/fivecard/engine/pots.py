"""Main pot and side pots, and how each is divided."""

from collections.abc import Callable, Iterable, Sequence
from operator import add
from typing import TYPE_CHECKING, NamedTuple

from fivecard.engine.state import State

if TYPE_CHECKING:  # which needs the pots
    from fivecard.engine.view import View


class Pot(NamedTuple):
    """A pot: its chips, and the seats that play for them."""

    amount: int
    seats: tuple[int, ...]
    """From the left of the button."""


def pots_of(state: "State | View") -> tuple[Pot, ...]:
    """Divide the bets into pots: the main pot first, then a side pot for each all-in that others went beyond.

    Antes are all in the main pot, unless the stakes trim them, and so are dead blinds.
    """
    stakes, order = state.stakes, state.order
    if stakes is None:
        return ()
    committed = [*state.committed]
    amount = 0
    if not stakes.trim_antes:
        dead = map(add, stakes.antes(len(order)), stakes.dead_blinds(len(order)))
        for seat, ante in zip(order, dead, strict=True):
            put = min(ante, committed[seat])
            amount += put
            committed[seat] -= put
    in_hand = [seat for seat in order if seat not in state.folded]
    levels = {committed[seat] for seat in in_hand}
    if len(levels) == 1:  # nobody is all in for less than others
        return (Pot(amount + sum(committed), tuple(in_hand)),) if amount or any(committed) else ()
    pots: list[Pot] = []
    below = 0
    for level in sorted(levels):
        amount += sum([min(chips, level) - min(chips, below) for chips in committed])
        seats = tuple([seat for seat in in_hand if committed[seat] >= level])
        if amount:
            pots.append(Pot(amount, seats))
        amount, below = 0, level
    rest = sum([chips - min(chips, below) for chips in committed])  # what folded players put in beyond all others
    if rest:
        last = pots.pop() if pots else Pot(0, tuple(in_hand))
        pots.append(Pot(last.amount + rest, last.seats))
    return tuple(pots)


def pot_for(state: "State | View", seat: int, call: int) -> int:
    """What is in the pots that a seat plays for, after it has put in a call of so many chips."""
    committed = [*state.committed]
    committed[seat] += call
    return sum(pot.amount for pot in pots_of(state._replace(committed=tuple(committed))) if seat in pot.seats)


def settled_pots(state: State) -> list[Pot]:
    """The pots, but parted only where somebody is all in: other bets have yet to be called."""
    pots: list[Pot] = []
    for pot in pots_of(state):
        if pots and all(state.stacks[seat] for seat in pots[-1].seats if seat not in pot.seats):
            pots[-1] = Pot(pots[-1].amount + pot.amount, pots[-1].seats)
        else:
            pots.append(pot)
    return pots


def divide(
    pot: Pot,
    strengths: Sequence[Sequence[int]],
    turn: Callable[[int, int], int] | None = None,
    lucky: list[int] | None = None,
) -> Iterable[tuple[int, int, int]]:
    """Divide a pot by everybody's strength under each ranking that shares it; 0 does not win.

    Gives seats, amounts and rankings. An odd chip of the pot goes to the first ranking, the high hand. Odd chips
    between equal hands go out one each, in the order of `turn(seat, ranking)`, or else from the left of the button;
    nobody gets a second one of a pot before all others with the same hands have one. Who has had one is noted in
    `lucky`, if the pot is divided in several parts.

    >>> list(divide(Pot(8, (2, 0, 1)), [[5, 5, 5]]))
    [(2, 3, 0), (0, 3, 0), (1, 2, 0)]
    >>> list(divide(Pot(6, (1, 0)), [[5, 5], [9, 9]]))
    [(1, 2, 0), (0, 1, 0), (1, 1, 1), (0, 2, 1)]
    """
    if len(pot.seats) == 1:
        if pot.amount:
            yield pot.seats[0], pot.amount, 0
        return
    best = [max([of_ranking[seat] for seat in pot.seats]) for of_ranking in strengths]
    sharing = [ranking for ranking, strongest in enumerate(best) if strongest]
    lucky = [] if lucky is None else lucky
    for ranking in sharing:
        part, odd = divmod(pot.amount, len(sharing))
        if ranking == sharing[0]:
            part += odd
        winners = [seat for seat in pot.seats if strengths[ranking][seat] == best[ranking]]
        each, odd = divmod(part, len(winners))
        in_turn = sorted(winners, key=lambda seat: turn(seat, ranking)) if odd and turn else winners
        one_more = sorted(in_turn, key=lucky.count)[:odd]
        lucky += one_more
        for seat in winners:
            won = each + (seat in one_more)
            if won:
                yield seat, won, ranking
