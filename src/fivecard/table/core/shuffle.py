"""The shuffle that nobody chooses: gathering puzzles, sealing, opening, and deals that come to nothing."""

from typing import Final

from msgspec.structs import replace

from fivecard.errors import FivecardError
from fivecard.handouts.letters import letter_or_name
from fivecard.table.core.commands import TableError
from fivecard.table.core.commitments import SEED_BYTES, deal_from, lock_base, record_hash, seed_of, server_commitment
from fivecard.table.core.events import Committed, Dealt, Entrant, Event, Forcing, Gathering, Revealed, Sealed, Voided
from fivecard.table.core.game import NOBODY, seated
from fivecard.table.core.player_names import computer_name
from fivecard.table.core.record import void_reason, void_record
from fivecard.table.core.seating import nobody_ready, settled
from fivecard.table.core.state import Player, Round, Seat, Table, put
from fivecard.table.core.timelock import PUZZLE_BYTES, LockError, value_by_factor

COMMITTING_SECONDS: Final = 3.0
"""How long browsers have to send a puzzle; no person has to do anything for it."""
BANK_BACK: Final = 5.0
"""Seconds that come back to a time bank with every hand."""
OPENING_SECONDS: Final = 3.0
"""How long browsers have to open their puzzles before the server begins to do so by squaring."""

# What may be asked for


def gather(table: Table, now: float) -> tuple[Event, ...]:
    """Ask the browsers of all people for their commitments; computers play for those who are away, if any do."""
    players: list[Entrant] = []
    people = [seat.name for seat in table.seats if seat]
    if table.ended:
        raise TableError("ended", "the host has ended the game")
    if table.paused is not None:
        raise TableError("paused", "the host has stopped the clock")
    for number, seat in enumerate(table.seats):
        if seat and not seat.away and not seat.out:
            players.append(Entrant(number, None, seat.name))
        elif table.fill != NOBODY and not (seat and table.chips):  # nobody plays with the chips of others
            players.append(Entrant(number, table.fill, seat.name if seat else computer_name(number, people)))
    if all(player.level for player in players):
        raise TableError("nobody", "there is nobody to play for")
    if len(players) < table.rules.fewest_players:
        raise TableError("alone", "two players are needed: somebody must sit down")
    begun = Gathering(table.rounds_begun + 1, tuple(players), now + COMMITTING_SECONDS)
    if table.stakes is None:
        return (begun,)
    seats = [player.seat for player in players]
    last = -1 if table.button is None else table.button
    button = min(range(len(seats)), key=lambda player: (seats[player] <= last, seats[player]))
    stacks = tuple([table.purses[seat].stack for seat in seats])
    try:
        seated(table.rules, table.stakes, stacks, button)  # once it is sealed, nobody can undo it
    except FivecardError as error:
        raise TableError("stakes", f"no hand can begin: {error}") from None
    return (replace(begun, stakes=table.stakes, stacks=stacks, button=button),)


def commit(table: Table, player: int, puzzle: str) -> tuple[Event, ...]:
    """Take a browser's puzzle; the same one again, from another of its windows, changes nothing."""
    puzzles = table.playing.puzzles
    if table.shuffling and puzzles.get(player) == puzzle:
        return ()
    if table.phase != "committing" or player in puzzles:
        raise TableError("not-now", "there is nothing to commit to now")
    if puzzle in puzzles.values():
        raise TableError("wrong-puzzle", "that is the puzzle of somebody else")
    return (Committed(player, puzzle),)


def open_puzzle(table: Table, player: int, factor: str) -> tuple[Event, ...]:
    """Take a factor of the puzzle that a browser sent, as long as nobody has found its value by squaring."""
    own = table.playing.players[player]
    if own.factor == factor:  # from another window
        return ()
    if table.phase != "opening" or own.seed is not None or own.puzzle is None:
        raise TableError("not-now", "there is nothing to open now")
    base = lock_base(table.id, table.playing.number, player, own.puzzle)
    try:
        value = value_by_factor(base, own.puzzle, int(factor, 16), table.squarings)
    except LockError as error:
        raise TableError("wrong-factor", str(error)) from None
    return (Revealed(player, seed_of(value).hex(), factor=factor),)


def open_by_force(table: Table, player: int, value: int) -> tuple[Event, ...]:
    """Take the value that was found by squaring, unless the seat has opened its puzzle meanwhile."""
    if (silent := table.silent()) is None or silent[0] != player:
        return ()
    return (Revealed(player, seed_of(value).hex(), forced=f"{value:0{2 * PUZZLE_BYTES}x}"),)


# What happens by itself


def thinking_time(table: Table, patience: float) -> float:
    """The seconds for the present question; `patience` are those for getting ready."""
    if table.between_rounds:
        return patience
    return {"committing": COMMITTING_SECONDS, "opening": OPENING_SECONDS}.get(table.phase, table.clock)


def is_answered(table: Table) -> bool:
    """Whether the shuffle waits for nobody: all have committed, or all puzzles are open, or it cannot go on."""
    if table.round is None or not table.shuffling:
        return False
    players = table.round.players
    if table.phase == "committing":
        return all(player.puzzle is not None for player in players if player.level is None)
    return all(player.seed is not None for player in players if player.puzzle is not None)


def go_on(table: Table, now: float, seed: bytes) -> tuple[Event, ...]:
    """Seal or deal what is answered."""
    playing = table.playing
    if table.phase == "opening":
        deal = deal_from(table.id, playing.number, playing.seeds, playing.server_seed)
        deck, reserve = (" ".join(map(str, cards)) for cards in (deal.deck, deal.reserve))
        return (Dealt(deck, reserve, now + table.clock),)
    if not any(True for _ in playing.people()):
        return (Voided(void_reason([])),)
    assert len(seed) == SEED_BYTES
    told = server_commitment(table.id, playing.number, table.head[1], agreed(table), playing.puzzles, seed)
    return (Sealed(seed.hex(), told, now + OPENING_SECONDS),)


def late(table: Table) -> list[int]:
    """The seats whose browsers have not answered the shuffle."""
    committing = table.phase == "committing"
    return sorted(
        player.seat
        for player in table.playing.players
        if player.level is None and (player.puzzle if committing else player.seed) is None
    )


def agreed(table: Table) -> str:
    """What the seal covers beside seeds: the rules, how long the puzzles hold, who plays where, and for how much."""
    playing = table.playing
    return " ".join([letter_or_name(table.rules), str(table.squarings), *playing.seats(), *playing.chips(table.rules)])


# What happens then


def gathering(table: Table, event: Gathering) -> Table:
    """Begin a round."""
    players = tuple([Player(entrant.seat, entrant.level, entrant.name) for entrant in event.players])
    playing = Round(event.round, players, stakes=event.stakes, stacks=event.stacks, button=event.button)
    begun = {"round": playing, "rounds_begun": event.round}
    return table.asking("committing", event.until, seats=_fresh(table), newcomers=frozenset(), **begun)


def _fresh(table: Table) -> tuple[Seat | None, ...]:
    """The seats as a round begins: nobody is ready for the next, and time banks fill a little."""
    if not table.bank:
        return nobody_ready(table)
    return tuple([seat and replace(seat, bank=min(table.bank, seat.bank + BANK_BACK)) for seat in nobody_ready(table)])


def committed(table: Table, event: Committed) -> Table:
    """Keep a puzzle."""
    return _with_player(table, event.player, puzzle=event.puzzle)


def sealed(table: Table, event: Sealed) -> Table:
    """Fix the deal."""
    playing = replace(
        table.playing,
        server_seed=bytes.fromhex(event.seed),
        server_commitment=event.commitment,
        agreed=agreed(table),
        previous=table.head[1],
    )
    return table.asking("opening", event.until, round=playing)


def revealed(table: Table, event: Revealed) -> Table:
    """Keep a seed; who opened the puzzle has answered the whole shuffle."""
    seats, number = table.seats, table.playing.players[event.player].seat
    if (seat := seats[number]) and seat.unanswered and event.forced is None:
        seats = put(seats, number, replace(seat, unanswered=0))
    opened = {"seed": bytes.fromhex(event.seed), "factor": event.factor, "forced": event.forced}
    return replace(_with_player(table, event.player, **opened), seats=seats)


def forcing(table: Table, event: Forcing) -> Table:
    """Open by squaring from now on."""
    return table.after(round=replace(table.playing, forcing=True), until=event.until)


def voided(table: Table, event: Voided) -> Table:
    """Add the record of a deal that came to nothing to the chain."""
    void = void_record(table, event.reason)
    head = void["round"], record_hash(void)
    return settled(table.asking("lobby", None, voids=(*table.voids, void), head=head), {})


def _with_player(table: Table, player: int, **changes: object) -> Table:
    playing = table.playing
    players = put(playing.players, player, replace(playing.players[player], **changes))
    return table.after(round=replace(playing, players=players))
