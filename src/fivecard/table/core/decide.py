"""From command to events: what is asked of a table is refused, or becomes what happens."""

from typing import assert_never

from fivecard.table.core import after_end, clock, commands, devices, hand, hosting, runs, seating, showing, shuffle
from fivecard.table.core.commands import Command, Request, TableError
from fivecard.table.core.events import Admitted, Closed, Vanished
from fivecard.table.core.evolve import led_to
from fivecard.table.core.state import Decision, Table


def decide(table: Table, command: Command) -> Decision:
    """Decide what a command leads to: its events, and the table after them. TableError refuses what cannot be done."""
    if table.closed:
        raise TableError("not-now", "this table is closed")
    decided = runs.without_question(_decide(table, command))
    left = hosting.leaving(decided.table)
    return Decision((*decided.events, *left), led_to(decided.table, *left).table, decided.record) if left else decided


def _decide(table: Table, command: Command) -> Decision:
    match command:
        case Request():
            return _answer(table, command)
        case commands.Tick():
            return clock.tick(table, command)
        case commands.Return():
            return led_to(table, *seating.return_by_itself(table, command.token))
        case commands.MissHost():
            missed = hosting.missed(table, command.present)
            return led_to(table, *(() if missed is None else (Vanished(missed),)))
        case commands.Resume():
            return led_to(table, clock.resume(table, command))
        case commands.Admit(token=token):
            return led_to(table, *(() if table.is_admitted(token) else (Admitted(token),)))
        case commands.Follow():
            return led_to(table, *after_end.follow(table, command))
        case commands.Close():
            return led_to(table, Closed())
    assert_never(command)


def _answer(table: Table, request: Request) -> Decision:
    """What a person asks for."""
    message, seat = request.message, table.seat_of(request.token)
    if isinstance(message, commands.Sit):
        return led_to(table, *seating.sit(table, message, request.token))
    if isinstance(message, commands.TakeOver):
        return led_to(table, *devices.take_over(table, request.giver, request.token))
    if isinstance(message, commands.Agree):
        return led_to(table, *after_end.agree(table, request.token))
    if seat is None:  # before anything that tells where the table is: those who watch may see that later
        raise TableError("spectator", "sit down first")
    if not isinstance(message, commands.Anytime):
        _check_seq(table, message.seq)
    match message:
        case commands.Hint():
            hand.check_hint(table, table.player_of(seat))
            return led_to(table)
        case commands.Leave():
            ended = runs.before_leaving(table, seat)
            gone = led_to(ended.table, *seating.stand_up(ended.table, seat))
            return Decision((*ended.events, *gone.events), gone.table, ended.record)
        case commands.Back():
            return led_to(table, *seating.come_back(table, seat))
        case commands.Begin():
            return _begin(table, seat, message, request)
        case commands.Commit():
            return led_to(table, *shuffle.commit(table, seat, message))
        case commands.SitOut():
            return led_to(table, *seating.sit_out(table, seat))
        case commands.Rebuy():
            return led_to(table, *hosting.ask_for_chips(table, seat))
        case commands.Again():  # the table that is opened then is told of by `Follow`
            after_end.check_again(table)
            return led_to(table)
        case commands.Say() | commands.React() | commands.HandOver():  # which is told, and not written down
            return led_to(table)
        case (
            commands.Pause() | commands.Kick() | commands.Grant() | commands.Decline()
            | commands.PassHost() | commands.ChangeStakes() | commands.End()
        ):  # fmt: skip
            return led_to(table, *hosting.obey_host(table, seat, message, request.now))
    if (player := table.player_of(seat)) is None:
        raise TableError("not-playing", "you take part from the next hand on")
    match message:
        case commands.Act():
            return hand.act(table, player, message, request.now)
        case commands.RunTwice():
            return runs.answer(table, player, yes=message.yes)
        case commands.ShowCards():
            return showing.show(table, player, message.cards)
    assert_never(message)


def _begin(table: Table, seat: int, message: commands.Begin, request: Request) -> Decision:
    """Deal if all who are present are ready with this person, or else wait for them a while."""
    if not table.between_rounds:
        raise TableError("playing", "a hand is being played")
    after_end.refuse_ended(table)
    person = table.seats[seat]
    if person is None or person.away or person.out:
        raise TableError("out", "you sit out: ask to be back first")
    shuffle.check_deal(table, request.present | {seat})
    until = request.now + request.patience if table.until is None else table.until
    ready = shuffle.get_ready(table, seat, message, until)
    waiting = led_to(table, *ready).table
    if waiting.waits_for(request.present):
        return led_to(table, *ready)
    return led_to(table, *ready, shuffle.deal(waiting, request.now))


def _check_seq(table: Table, seq: int) -> None:
    """Refuse a command that was given before the present question, or that belongs to no event yet."""
    if not table.since <= seq <= table.seq:
        raise TableError("stale", f"the table has gone on: {seq} is not from {table.since} to {table.seq}")
