"""Who is at the table: sitting down, leaving, being away and back, and being ready for a round."""

from collections.abc import Mapping
from typing import Final

from msgspec.structs import replace

from fivecard.table.core.after_end import refuse_ended
from fivecard.table.core.commands import Sit, TableError
from fivecard.table.core.events import Appeared, CameBack, Event, Left, Sat, SatOut, WentAway
from fivecard.table.core.game import NOBODY
from fivecard.table.core.places import is_running, plays_on
from fivecard.table.core.player_names import looks, objection, tidy
from fivecard.table.core.shuffle import is_open, with_others
from fivecard.table.core.state import Buy, Gone, Out, Purse, Seat, Sitting, Standing, Table, put

MOST_BUYS: Final = 200
"""So many of the last are known one by one, and all of them as sums."""

# What may be asked for


def clean_name(text: str) -> str:
    """Take a name that others can see and that pretends to be nobody else.

    >>> clean_name("  Ann   Lee ")
    'Ann Lee'
    """
    name = tidy(text)
    if problem := objection(name):
        raise TableError("name", problem)
    return name


def sit(table: Table, command: Sit, token: str) -> tuple[Event, ...]:
    """Take a free seat."""
    seat, name = command.seat, clean_name(command.name)
    if seat >= len(table.seats):
        raise TableError("no-seat", f"there is no seat {seat + 1}: the table has {len(table.seats)}")
    if token in table.banned:
        raise TableError("kicked", "the host had you leave")
    refuse_ended(table)
    if is_running(table):
        raise TableError("not-now", "the sit-and-go has begun: nobody sits down any more")
    if table.seat_of(token) is not None:
        raise TableError("seated", "you have a seat already")
    if table.seats[seat]:
        raise TableError("taken", f"seat {seat + 1} is taken")
    if any(gone.token == token and gone.hand is not None for gone in table.gone):
        raise TableError("not-now", "you have left a hand that is still played: wait for its end")
    if taken := next((other for other in _names(table) if looks(other) == looks(name)), None):
        alike = "" if taken == name else f", and {name!r} looks like it"
        raise TableError("name-taken", f"somebody here is called {taken!r} already{alike}")
    return (Sat(seat, name, token, command.commitment),)


def _names(table: Table) -> list[str]:
    """The names that newcomers cannot have: those of all who are here, and of who plays with them."""
    players = table.round.players if table.round else ()
    if not table.chips:  # who stood up, and is played for by a computer, may come back
        players = tuple([each for each in players if each.level and each.nonce is None])
    left = {None, NOBODY} if table.between_rounds else set()
    return [seat.name for seat in table.seats if seat] + [each.name for each in players if each.level not in left]


def come_back(table: Table, seat: int) -> tuple[Event, ...]:
    """Play again after being away."""
    person = table.seats[seat]
    if table.chips and not table.purses[seat].stack:
        raise TableError("broke", "you have no chips")
    return (CameBack(seat),) if person and (person.away or person.missed or person.out) else ()


def return_by_itself(table: Table, token: str) -> tuple[Event, ...]:
    """Take a person back who has connected or done something: one who sits out is here again, and no more."""
    seat = table.seat_of(token)
    if seat is None or (person := table.seats[seat]) is None:
        return ()
    here = (Appeared(seat),) if person.vanished else ()
    return (*here, *(come_back(table, seat) if table.returns_by_itself(seat) else ()))


def sit_out(table: Table, seat: int) -> tuple[Event, ...]:
    """Play on only from when asking to be back."""
    person = table.seats[seat]
    return () if person and person.out == "asked" else (SatOut(seat),)


def stand_up(table: Table, seat: int) -> tuple[Event, ...]:
    """Leave; in a sit-and-go the seat stays, and is dealt in as long as it has chips."""
    return sit_out(table, seat) if plays_on(table, seat) else (Left(seat),)


# What happens then


def sat(table: Table, event: Sat) -> Table:
    """Seat a person, who has won nothing yet, or has the chips and the time bank again with which he left."""
    known = next((gone for gone in table.gone if gone.token == event.token), None)
    asks = known is None and table.is_wary
    bought = known.purse if known else Purse() if asks or not table.chips else Purse().buying(table.stack)
    out: Out = "broke" if table.chips and not bought.stack else ""
    bank = known.bank if known else table.bank
    number, late = table.seq + 1, is_open(table)
    person = Seat(
        event.name, event.token, event.commitment, late=late, committed=number, out=out, sat=number,
        after=table.rounds_begun, bank=bank, asks=asks,
    )  # fmt: skip
    after = table.after(
        seats=put(table.seats, event.seat, person),
        standings=put(table.standings, event.seat, known.standing if known else Standing()),
        newcomers=table.newcomers | {event.seat},
        purses=put(table.purses, event.seat, bought),
        gone=tuple([gone for gone in table.gone if gone is not known]),
    )
    if known is None and bought.stack:
        after = with_buy(after, Buy(number, table.head[0], event.seat, event.name, table.stack, "start"))
    return with_others(after)


def with_buy(table: Table, buy: Buy) -> Table:
    """The table whose last buys are known."""
    return replace(table, buys=(*table.buys, buy)[-MOST_BUYS:])


def left(table: Table, event: Left) -> Table:
    """Free a seat; what is left of its hand is played by a computer, or folded where there are chips."""
    seat, playing = event.seat, table.round
    seats, more, person = put(table.seats, seat, None), {}, table.seats[seat]
    if table.chips and person:
        computer = Purse() if is_running(table) else Purse(table.stack, table.stack)
        purses = put(table.purses, seat, computer)
        gone = _left_with(table, seat, person)
        more = {"purses": purses, "gone": table.gone if gone.is_as_new else (*table.gone, gone)}
    if playing and (player := table.player_of(seat)) is not None:
        players = put(playing.players, player, replace(playing.players[player], level=table.substitute))
        playing = replace(playing, players=players)
    until = table.rounds_begun
    if person and person.after < until:
        more |= {"sittings": (*table.sittings, Sitting(person.token, seat, person.after, until))}
    standings = put(table.standings, seat, Standing())
    newcomers = table.newcomers | {seat}
    after = table.after(seats=seats, standings=standings, round=playing, newcomers=newcomers, **more)
    return with_others(after, person.name if person else "")


def _left_with(table: Table, seat: int, person: Seat) -> Gone:
    """What somebody takes along who stands up, as far as it is known before the hand is over."""
    hand = table.playing.number if table.in_hand(seat) else None
    return Gone(person.token, person.name, table.purses[seat], table.standings[seat], seat, hand, person.bank)


def settled(table: Table, change: Mapping[int, int]) -> Table:
    """Settle with those who left in a hand, now that it is over and has changed the chips of seats."""
    gone = [
        replace(each, purse=each.purse.plus(change.get(each.seat, 0)), hand=None) if each.hand else each
        for each in table.gone
    ]
    return replace(table, gone=tuple(gone))


def went_away(table: Table, event: WentAway) -> Table:
    """Have a person be away."""
    seat = table.seats[event.seat]
    if seat is None:
        return table.after()
    since = seat.since if seat.away else table.rounds_begun
    gone = replace(seat, away=True, since=since, ready=False)
    return with_others(table.after(seats=put(table.seats, event.seat, gone)), seat.name)


def came_back(table: Table, event: CameBack) -> Table:
    """Forgive a person everything; those who are ready by then did not count with him, so that he is late."""
    seat = table.seats[event.seat]
    if seat is None:
        return table.after()
    was_gone = seat.away or bool(seat.out)
    late = seat.late or (was_gone and is_open(table, but=event.seat))
    since = table.seq + 1 if was_gone else seat.committed
    back = replace(seat, away=False, missed=0, out="", late=late, committed=since)
    return with_others(table.after(seats=put(table.seats, event.seat, back)), seat.name)


def sat_out(table: Table, event: SatOut) -> Table:
    """Note who sits out; a hand that has begun is played to its end."""
    seat = table.seats[event.seat]
    if seat is None:
        return table.after()
    out = replace(seat, out="asked", ready=False)
    return with_others(table.after(seats=put(table.seats, event.seat, out)), seat.name)
