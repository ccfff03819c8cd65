"""A hand, with chips or without, from the deal to the last action. The engine takes one step for each action."""

from typing import Any, Final

from msgspec.structs import replace

from fivecard.cards import Card, parse_cards
from fivecard.engine import Action, Deal, Event, State
from fivecard.errors import FivecardError
from fivecard.table.core import game, shuffle
from fivecard.table.core.commands import Act, TableError
from fivecard.table.core.commitments import record_hash
from fivecard.table.core.events import Acted, By, Dealt
from fivecard.table.core.places import after_hand
from fivecard.table.core.record import played_record
from fivecard.table.core.seating import settled
from fivecard.table.core.state import Decision, Move, Player, Purse, Round, Seat, Standing, Table, put

MOST_MISSED: Final = 2
"""A person who misses this many turns is away."""
TIME_TO_AGREE: Final = 8.0
"""Seconds in which those who are all in may agree to run the board twice."""
MOST_RAISES: Final = 100
"""Bets and raises of people in one hand: two could go on for thousands, with chips enough."""

# What may be asked for


def act(table: Table, player: int, message: Act, now: float) -> Decision:
    """Do what a person asks for on his turn."""
    if table.phase != "playing":
        raise TableError("not-now", "no hand is being played now")
    if table.game.turn != player:
        raise TableError("not-your-turn", "it is not your turn")
    if table.paused is not None:
        raise TableError("paused", "the host has stopped the clock")
    if message.do == "raise" and not may_raise(table.playing):
        raise TableError("illegal", f"there were {MOST_RAISES} bets and raises in this hand: call, or fold")
    try:
        return _decide(table, game.action_of(player, message.do, message.to, message.cards), now, "person")
    except FivecardError as error:
        raise TableError("illegal", str(error)) from None


def may_raise(playing: Round) -> bool:
    """Whether people may still bet and raise."""
    return sum(move.do == "raise" for move in playing.moves) < MOST_RAISES


def check_hint(table: Table, player: int | None) -> None:
    """Refuse hints where there are none."""
    if not table.practice:
        raise TableError("no-hints", "hints are for practice tables")
    if player is None or table.phase != "playing" or table.game.turn != player:
        raise TableError("not-your-turn", "hints are for your turn")


def thrown_by(table: Table, player: int | None) -> tuple[Card, ...]:
    """What somebody has thrown away in this hand."""
    texts = [move.cards for move in table.playing.moves if move.player == player]
    return parse_cards(" ".join(filter(None, texts))) if any(texts) else ()


# What happens by itself


def level_at_turn(table: Table) -> str | None:
    """The computer whose turn it is, or what plays for those who have gone; None for people."""
    if table.phase != "playing" or (turn := table.game.turn) is None:
        return None
    player = table.playing.players[turn]
    seat = table.seats[player.seat]
    return player.level or (table.substitute if seat is None or seat.away else None)


def act_for(table: Table, level: str, now: float) -> Decision:
    """Let a computer play, or do for those who are gone what costs nothing."""
    if level == game.NOBODY:
        return pass_for(table, now)
    playing, turn = table.playing, table.game.turn
    assert turn is not None
    action = game.computer_action(level, table.game, turn, playing.server_seed, len(playing.moves))
    return _decide(table, action, now, "computer")


def pass_for(table: Table, now: float) -> Decision:
    """Check or fold, or stand pat, for a person who does not answer."""
    return _decide(table, game.passive_action(table.game), now, "clock")


def bank_at_turn(table: Table) -> float:
    """The seconds that who is to act may think longer than the clock says."""
    if table.phase != "playing" or (turn := table.game.turn) is None or table.playing.players[turn].level:
        return 0.0
    seat = table.seats[table.playing.players[turn].seat]
    return seat.bank if seat and table.absence.until is None else 0.0


def _decide(table: Table, action: Action, now: float, by: By) -> Decision:
    playing, turn = table.playing, table.game.turn
    assert turn is not None
    state, steps = game.stepped(table.game, action)
    late = 0.0 if table.until is None else max(0.0, now - table.until)
    used = round(min(bank_at_turn(table), late), 1) if by != "computer" else 0.0
    event = Acted(turn, by=by, until=now + table.clock, used=used, **game.written(action))
    playing = _with_move(playing, event, state, steps)
    record = played_record(table, playing) if state.is_over else None
    if record:
        event = replace(event, record=record_hash(record))
    return Decision((event,), _after(table, event, playing, state), record)


# What happens then


def dealt(table: Table, event: Dealt) -> Table:
    """Begin a hand: post antes and blinds, and deal the cards; with that, the button has moved."""
    table = shuffle.begun(table, event)
    runs = event.runs
    playing, deal = table.playing, Deal(parse_cards(event.deck), parse_cards(event.reserve))
    state, steps = game.begun(
        table.rules, len(playing.players), playing.stakes, playing.stacks, playing.button, deal, runs
    )
    nothing = ("",) * len(playing.players)
    playing = replace(
        playing, deal=deal, state=state, steps=steps, did=_said(nothing, steps), at=round(event.until - table.clock)
    )
    if playing.button is not None:
        table = replace(table, button=playing.players[playing.button].seat)
    now = event.until - table.clock
    if table.first_deal is None:
        table = replace(table, first_deal=now)
    if state.is_over:  # all were all in by their antes and blinds
        return over(table, playing, state, record_hash(played_record(table, playing)), now)
    return table.asking("playing", _until(table, state, event.until), round=playing)


def acted(table: Table, event: Acted) -> Table:
    """Go on by an action, to the end of the hand if it was the last."""
    state, steps = game.stepped(table.game, game.read(event.player, event.do, event.to, event.cards))
    return _after(table, event, _with_move(table.playing, event, state, steps), state)


def _with_move(playing: Round, event: Acted, state: State, steps: tuple[Event, ...]) -> Round:
    move = Move(event.player, event.do, event.by, event.to, event.cards)
    assert playing.state is not None
    said = playing.did if state.street == playing.state.street else ("",) * len(playing.did)
    if state.street == playing.state.street or state.is_over:
        said = _said(said, steps)
    return replace(playing, state=state, moves=(*playing.moves, move), did=said, steps=steps)


def _said(said: tuple[str, ...], steps: tuple[Event, ...]) -> tuple[str, ...]:
    for step in steps:
        if words := game.did(step):
            said = put(said, *words)
    return said


def _after(table: Table, event: Acted, playing: Round, state: State) -> Table:
    """The table after an action that the engine has taken."""
    player = playing.players[event.player]
    if player.level is None:  # or else somebody may have sat down there since
        table = replace(table, seats=put(table.seats, player.seat, _noted(table.seats[player.seat], event)))
    if state.is_over:
        return over(table, playing, state, event.record or table.head[1], event.until - table.clock)
    return table.asking("playing", _until(table, state, event.until), round=playing)


def _until(table: Table, state: State, until: float) -> float:
    """How long there is to answer, of the whole clock: it is short for whether to run the board twice."""
    return until - table.clock + min(table.clock, TIME_TO_AGREE) if state.waits_for_runs else until


def _noted(seat: Seat | None, event: Acted) -> Seat | None:
    """Count missed turns in a row, and seconds of the time bank."""
    if seat is None or event.by == "computer":
        return seat
    missed = 0 if event.by == "person" else seat.missed + 1
    return replace(seat, missed=missed, bank=max(0.0, round(seat.bank - event.used, 1)))


def over(table: Table, playing: Round, state: State, head: str, now: float) -> Table:
    """The table at the end of a hand: chips have changed hands, and who has none sits out."""
    stacks = zip(playing.players, playing.stacks, state.stacks, strict=False)  # without chips there are none
    change = {player.seat: after - before for player, before, after in stacks}
    numbers = {player.seat: number for number, player in enumerate(playing.players)}
    ended: dict[str, Any] = {"purses": (), "seats": (), "standings": ()}
    for number, (seat, purse, standing) in enumerate(zip(table.seats, table.purses, table.standings, strict=True)):
        if number in numbers and _is_theirs(table, seat, playing.players[numbers[number]]):
            purse = purse.plus(change.get(number, 0))
            standing = _counted(standing, state, numbers[number])
        if seat is None and purse.stack <= 0 and not table.terms.sit_and_go:
            purse = Purse(table.stack, table.stack)  # another computer
        if seat is not None and table.chips and not purse.stack:
            seat = replace(seat, out=seat.out or "broke", ready=False)
        for name, item in (("purses", purse), ("seats", seat), ("standings", standing)):
            ended[name] += (item,)
    levels = tuple([player.level for player in playing.players])
    shown = table.asking("shown", None, round=replace(playing, levels=levels), head=(playing.number, head), **ended)
    return after_hand(settled(shown, change), now)


def _is_theirs(table: Table, seat: Seat | None, player: Player) -> bool:
    """Whether what a player wins counts for who sits there: not what a computer does in the place of a person."""
    own = seat is None or player.nonce is not None or table.terms.sit_and_go is not None
    return player.seat not in table.newcomers and own


def _counted(before: Standing, state: State, player: int) -> Standing:
    """What a seat has won so far."""
    return Standing(
        before.rounds + 1,
        before.won + (player in state.winners),
        max(before.biggest, state.won[player] if state.won else 0),
        max(before.best, game.shown_hand(state, player), key=lambda best: best[0]),
    )
