"""Who is still in a sit-and-go, and who finished where."""

from msgspec.structs import replace

from fivecard.table.core.commands import TableError
from fivecard.table.core.state import Round, Table
from fivecard.table.core.tournament import Place, level_at, prizes_of, ranked, stakes_at


def is_running(table: Table) -> bool:
    """Whether a sit-and-go has begun and is not over: nobody comes, and who stands up is dealt in all the same."""
    return table.terms.sit_and_go is not None and table.rounds_begun > 0 and not table.is_over


def plays_on(table: Table, seat: int) -> bool:
    """Whether a seat is still in a sit-and-go."""
    return is_running(table) and table.purses[seat].stack > 0


def refuse_chips(table: Table) -> None:
    """Refuse to sell chips in a sit-and-go."""
    if table.terms.sit_and_go:
        raise TableError("not-now", "in a sit-and-go everybody buys in once")


def after_hand(table: Table, now: float) -> Table:
    """The table of a sit-and-go after a hand: who is out has a place, and the stakes rise with the next level."""
    if (wanted := table.terms.sit_and_go) is None or (playing := table.round) is None or table.terms.stakes is None:
        return table
    seconds = 0.0 if table.first_deal is None else now - table.first_deal
    stakes = stakes_at(table.terms.stakes, level_at(table.rounds_begun, seconds, wanted))
    table = _with_places(replace(table, stakes=stakes), playing)
    people = [player for player in _left(table, playing) if table.seats[player]]
    return (
        finished(replace(table, ended=True)) if table.ended or len(_left(table, playing)) < 2 or not people else table
    )


def finished(table: Table) -> Table:
    """The table of a sit-and-go that is over: those who are left have their places by their chips."""
    if table.terms.sit_and_go is None or (playing := table.round) is None or not table.between_rounds:
        return table
    out = [(table.purses[seat].stack, seat) for seat in _left(table, playing)]
    return _placed(table, playing, out, 1)


def _left(table: Table, playing: Round) -> list[int]:
    """The seats that have chips."""
    placed = {each.seat for each in table.places}
    return [player.seat for player in playing.players if table.purses[player.seat].stack and player.seat not in placed]


def _with_places(table: Table, playing: Round) -> Table:
    """Who lost all in a hand is out: those who had more before it are better placed."""
    stacks = zip(playing.players, playing.stacks, strict=True)
    out = [(stack, player.seat) for player, stack in stacks if not table.purses[player.seat].stack]
    return _placed(table, playing, out, len(playing.players) - len(out) + 1)


def _placed(table: Table, playing: Round, out: list[tuple[int, int]], best: int) -> Table:
    wanted = table.terms.sit_and_go
    assert wanted is not None
    field = len(table.places) + len({*_left(table, playing), *(seat for _, seat in out)})
    prizes = prizes_of(wanted.prizes, field * table.stack, field)
    names = {player.seat: player.name for player in playing.players}
    places = []
    for seat, place, prize in ranked(out, best, prizes):
        person = table.seats[seat]
        places.append(Place(place, seat, names[seat], person.token if person else "", prize, playing.number))
    return replace(table, places=(*places, *table.places))
