"""The shuffle that nobody chooses: commitments to nonces, being ready, and the deal that follows from all of them."""

from collections.abc import Collection
from typing import Any, Final

from msgspec.structs import replace

from fivecard.errors import FivecardError
from fivecard.table.core.commands import Begin, Commit, TableError
from fivecard.table.core.commitments import deal_from, nonce_commitment
from fivecard.table.core.events import Committed, Dealt, Entrant, Event, GotReady, StoppedWaiting
from fivecard.table.core.game import NOBODY, fitting, seated
from fivecard.table.core.player_names import computer_name
from fivecard.table.core.state import Player, Round, Seat, Table, put

BANK_BACK: Final = 5.0
"""Seconds that come back to a time bank with every hand."""
MOST_ANEW: Final = 32
"""So often it is remembered because of whom all began anew for a hand."""

# What may be asked for


def commit(table: Table, seat: int, message: Commit) -> tuple[Event, ...]:
    """Take another commitment instead of the one that the sender saw: two windows cannot undo what the other did."""
    person = _person(table, seat)
    known = person.following if person.ready else person.commitment
    if known == message.commitment:
        return ()
    if known != message.instead:
        raise TableError("stale", "you have committed to another nonce meanwhile")
    return (Committed(seat, message.commitment),)


def get_ready(table: Table, seat: int, message: Begin, until: float) -> tuple[Event, ...]:
    """Open somebody's nonce, and have the others waited for, for a while.

    Only commitments that the person's browser knew count: those that came later may follow from this nonce.
    """
    person = _person(table, seat)
    if person.late:
        raise TableError("not-yet", "others were ready before you: you take part from the next hand on")
    if nonce_commitment(table.id, message.nonce) != person.commitment:
        raise TableError("wrong-nonce", "that is not the nonce that you have committed to")
    others = [other for other in table.seats if other and other is not person]
    too_new = any(other.nonce and other.committed > message.seq for other in others)
    known = [
        number
        for number, other in enumerate(table.seats)
        if other is person or (other and other.is_asked and other.committed <= message.seq)
    ]
    if too_new or not are_enough(table, known):
        raise TableError("stale", "somebody has committed to another nonce meanwhile")
    if table.stakes_since > message.seq:
        raise TableError("stale", "the next hand is played for something else now")
    return () if person.ready else (GotReady(seat, until, message.nonce, message.commitment, message.seq),)


def check_deal(table: Table, here: Collection[int]) -> None:
    """Refuse what no hand can follow from, whoever gets ready of those who are here and can."""
    asked = [
        number for number, seat in enumerate(table.seats) if seat and seat.is_asked and (seat.ready or number in here)
    ]
    _begun(table, _entrants(table, asked))


def check_open(table: Table) -> None:
    """Refuse what would change a hand for which somebody is ready, of which the host may know more by now."""
    if is_open(table):
        raise TableError("not-now", "somebody is ready for the next hand: as soon as it is dealt, this can be changed")


def deal(table: Table, now: float) -> Dealt:
    """Deal cards to all who are ready; computers play for the others, if any do."""
    players = _entrants(table, [number for number, seat in enumerate(table.seats) if seat and seat.ready])
    number = table.rounds_begun + 1
    dealt = fitting(table.rules, deal_from(table.id, number, _nonces(table, players), table.seed_for(number)))
    deck, reserve = (" ".join(map(str, cards)) for cards in (dealt.deck, dealt.reserve))
    runs = 0 if table.twice and table.rules.needed_cards(len(players), 2) <= table.rules.deck_size else 1
    return Dealt(number, players, deck, reserve, now + table.clock, **_begun(table, players), runs=runs)


def _begun(table: Table, players: tuple[Entrant, ...]) -> dict[str, Any]:
    """What is played for, in a hand with these players."""
    if table.stakes is None:
        return {}
    seats = [player.seat for player in players]
    last = -1 if table.button is None else table.button
    button = min(range(len(seats)), key=lambda player: (seats[player] <= last, seats[player]))
    stacks = tuple([table.purses[seat].stack for seat in seats])
    try:
        seated(table.rules, len(players), table.stakes, stacks, button)
    except FivecardError as error:
        raise TableError("stakes", f"no hand can begin: {error}") from None
    return {"stakes": table.stakes, "stacks": stacks, "button": button}


def _entrants(table: Table, people: list[int]) -> tuple[Entrant, ...]:
    """Who plays in a round for which these seats are ready."""
    if table.ended:
        raise TableError("ended", "this table has ended")
    if table.paused is not None:
        raise TableError("paused", "the host has stopped the clock")
    players = _players(table, people)
    if all(player.level for player in players):
        raise TableError("nobody", "there is nobody to play for")
    if len(players) < table.rules.fewest_players:
        raise TableError("alone", "two players are needed: somebody must sit down")
    return tuple(players)


def _players(table: Table, people: list[int]) -> list[Entrant]:
    """These people, and the computers that play on the other seats."""
    players: list[Entrant] = []
    names = [seat.name for seat in table.seats if seat]
    for number, seat in enumerate(table.seats):
        if table.terms.sit_and_go and not table.purses[number].stack:
            continue  # who is out has a place
        if seat and number in people:
            players.append(Entrant(number, None, seat.name))
        elif seat and table.terms.sit_and_go:  # who is not here pays blinds and antes all the same
            players.append(Entrant(number, NOBODY, seat.name))
        elif (level := table.substitute if seat else table.fill) != NOBODY:
            players.append(Entrant(number, level, seat.name if seat else computer_name(number, names)))
    return players


def are_enough(table: Table, people: list[int]) -> bool:
    """Whether there is a hand to be dealt to these people."""
    return bool(people) and len(_players(table, people)) >= table.rules.fewest_players


def _nonces(table: Table, players: tuple[Entrant, ...]) -> dict[int, str]:
    """The nonces of the people who play, by their seats."""
    return {player.seat: _person(table, player.seat).nonce or "" for player in players if player.level is None}


def _person(table: Table, seat: int) -> Seat:
    person = table.seats[seat]
    assert person is not None
    return person


# What happens then


def committed(table: Table, event: Committed) -> Table:
    """Keep a commitment: of one who is ready to the nonce for the round after."""
    person = _person(table, event.seat)
    if person.ready:
        return table.after(seats=put(table.seats, event.seat, replace(person, following=event.commitment)))
    others = is_open(table, but=event.seat)
    anew = replace(
        person, commitment=event.commitment, committed=table.seq + 1, nonce=None, following="", late=others
    )  # fmt: skip
    return with_others(table.after(seats=put(table.seats, event.seat, anew)), person.name)


def is_open(table: Table, but: int = -1) -> bool:
    """Whether a nonce for the next round is open, but for a seat's own: who commits from now on might know it."""
    return table.between_rounds and any(seat and seat.nonce for number, seat in enumerate(table.seats) if number != but)


def got_ready(table: Table, event: GotReady) -> Table:
    """Note who waits for the next round, and how long; whose commitment the person could not know is late."""
    seats = tuple(
        [seat and (replace(seat, late=True) if seat.committed > event.knew else seat) for seat in table.seats]
    )
    person = replace(_person(table, event.seat), ready=True, nonce=event.nonce, following=event.commitment)
    return table.after(seats=put(seats, event.seat, person), until=event.until)


def stopped_waiting(table: Table, event: StoppedWaiting) -> Table:
    """Count missed turns of those who were waited for, and wait on for a while if somebody still does."""
    seats = list(table.seats)
    for number in event.waited:
        if person := seats[number]:
            seats[number] = replace(person, missed=person.missed + 1)
    for number in event.absent:
        if person := seats[number]:
            seats[number] = replace(person, ready=False)
    return with_others(table.after(seats=tuple(seats), until=event.until))


def with_others(table: Table, name: str = "") -> Table:
    """The table after somebody has come or gone, or can be ready no more.

    A nonce that is open stays that of its hand: whoever is ready again, it is the same deck for the same people. All
    begin anew only where too few are left who had committed in time, by the going of who has this name; or where nobody
    is ready any more, and others have come: because of those who were.
    """
    if not table.between_rounds:
        return table
    people = [(number, seat) for number, seat in enumerate(table.seats) if seat]
    asked = [number for number, seat in people if seat.is_asked]
    is_waited = any(seat.ready for _, seat in people)
    if not is_open(table):
        table = replace(table, seats=tuple([seat and replace(seat, late=False) for seat in table.seats]))
    elif not are_enough(table, asked):
        table = _begun_anew(table, (name,))
    elif not is_waited and any(seat.late and not seat.away and not seat.out for _, seat in people):
        table = _begun_anew(table, tuple([seat.name for _, seat in people if seat.nonce]))
    return table if any(seat and seat.ready for seat in table.seats) else replace(table, until=None)


def _begun_anew(table: Table, names: tuple[str, ...]) -> Table:
    """The table at which nonces that were open are for no hand, and everybody knows because of whom."""
    seats = tuple([seat and _with_next_nonce(table, seat) for seat in table.seats])
    return replace(table, seats=seats, anew=table.anew + 1, anew_by=(*table.anew_by, names)[-MOST_ANEW:])


def _with_next_nonce(table: Table, seat: Seat) -> Seat:
    """A seat that a round is over for, or came to nothing: it has committed to another nonce."""
    seat = replace(seat, ready=False, late=False)
    if not seat.nonce:
        return seat
    return replace(seat, nonce=None, following="", commitment=seat.following, committed=table.seq)


def begun(table: Table, event: Dealt) -> Table:
    """The table with a new round, in which nobody has cards yet."""
    players = tuple(
        [
            Player(each.seat, each.level, each.name, person.nonce if person and each.level is None else None)
            for each in event.players
            for person in (table.seats[each.seat],)
        ]
    )
    playing = Round(
        event.round, players, table.head[1], table.seed_for(event.round),
        stakes=event.stakes, stacks=event.stacks, button=event.button, anew=table.anew, anew_by=table.anew_by,
    )  # fmt: skip
    seats = tuple([seat and _fresh(table, seat) for seat in table.seats])
    return replace(
        table, round=playing, rounds_begun=event.round, seats=seats, newcomers=frozenset(), anew=0, anew_by=()
    )


def _fresh(table: Table, seat: Seat) -> Seat:
    """A seat as a round begins: not ready for the next, committed to the nonce after, with a little more time."""
    return replace(
        _with_next_nonce(table, seat), bank=min(table.bank, seat.bank + BANK_BACK) if table.bank else seat.bank
    )
