"""The round itself, from the deal to the show. The engine plays it, and takes one step for each action."""

from typing import Final

from msgspec.structs import replace

from fivecard.cards import Card, parse_cards
from fivecard.engine import Deal, State
from fivecard.errors import FivecardError
from fivecard.evaluation import evaluate
from fivecard.table.core import betting, game, shuffle
from fivecard.table.core.commands import Act, TableError
from fivecard.table.core.commitments import record_hash
from fivecard.table.core.events import By, Dealt, Discarded
from fivecard.table.core.record import played_record
from fivecard.table.core.state import Decision, Round, Seat, Standing, Table, put

MOST_MISSED: Final = 2
"""A person who misses this many turns is away."""

# What may be asked for


def act(table: Table, player: int, message: Act, now: float) -> Decision:
    """Do something on one's turn, whatever the game."""
    if table.chips:
        return betting.act(table, player, message, now)
    if message.do != "discard" or message.to is not None:
        raise TableError("illegal", f"there are no bets at this table, so nobody can {message.do}")
    return draw(table, player, message.cards or (), now)


def draw(table: Table, player: int, cards: tuple[Card, ...], now: float, by: By = "person") -> Decision:
    """Throw cards away and draw, if the engine allows it."""
    if table.phase != "drawing":
        raise TableError("not-now", "no cards are being drawn now")
    if table.game.turn != player:
        raise TableError("not-your-turn", "it is not your turn")
    try:
        state = game.drawn(table.game, player, cards)
    except FivecardError as error:
        raise TableError("illegal", str(error)) from None
    event = Discarded(player, " ".join(map(str, cards)), by, now + table.clock)
    playing = _with_draw(table.playing, state, cards, by)
    record = played_record(table, playing) if state.is_over else None
    if record:
        event = replace(event, record=record_hash(record))
    return Decision((event,), _after_draw(table, event, playing, state), record)


def check_hint(table: Table, player: int | None) -> None:
    """Refuse hints where there are none."""
    if not table.practice:
        raise TableError("no-hints", "hints are for practice tables")
    if player is None or table.phase not in {"drawing", "playing"} or table.game.turn != player:
        raise TableError("not-your-turn", "hints are for your turn")


def thrown_by(table: Table, player: int | None) -> tuple[Card, ...]:
    """What somebody has thrown away in a hand with chips."""
    texts = [move.cards for move in table.playing.moves if move.player == player]
    return parse_cards(" ".join(filter(None, texts))) if any(texts) else ()


# What happens by itself


def level_at_turn(table: Table) -> str | None:
    """The computer whose turn it is, or nobody for those who have gone where nobody plays for them; None for people."""
    if table.phase not in {"drawing", "playing"} or (turn := table.game.turn) is None:
        return None
    player = table.playing.players[turn]
    seat = table.seats[player.seat]
    fill = game.NOBODY if table.chips else table.fill  # nobody plays with the chips of others
    return player.level or (fill if seat is None or seat.away else None)


def play_for(table: Table, level: str, now: float) -> Decision:
    """Let a computer do something, or stand pat where nobody plays."""
    if table.chips:
        return betting.act_for(table, level, now)
    turn = table.game.turn
    assert turn is not None
    if level == game.NOBODY:
        return draw(table, turn, (), now, "clock")
    return draw(table, turn, game.computer_discards(level, table.game, turn), now, "computer")


# What happens then


def dealt(table: Table, event: Dealt) -> Table:
    """Begin a round, and deal the cards."""
    table = shuffle.begun(table, event)
    deal = Deal(parse_cards(event.deck), parse_cards(event.reserve))
    if table.chips:
        return betting.dealt(table, deal, event.until)
    state = game.dealt(table.rules, len(table.playing.players), deal)
    return table.asking("drawing", event.until, round=replace(table.playing, deal=deal, state=state))


def discarded(table: Table, event: Discarded) -> Table:
    """Go on by a draw, to the show if it was the last."""
    cards = parse_cards(event.cards)
    state = game.drawn(table.game, event.player, cards)
    return _after_draw(table, event, _with_draw(table.playing, state, cards, event.by), state)


def _with_draw(playing: Round, state: State, cards: tuple[Card, ...], by: By) -> Round:
    return replace(playing, state=state, discards=(*playing.discards, cards), by=(*playing.by, by))


def _after_draw(table: Table, event: Discarded, playing: Round, state: State) -> Table:
    """The table after a draw that the engine has made."""
    player, seats = playing.players[event.player], table.seats
    if player.level is None:  # or else somebody may have sat down there since
        seats = put(seats, player.seat, _noted(seats[player.seat], event.by))
    if not state.is_over:
        return table.asking("drawing", event.until, seats=seats, round=playing)
    head = playing.number, event.record or table.head[1]
    standings = _counted(table, playing, state)
    return table.asking("shown", None, seats=seats, round=playing, standings=standings, head=head)


def _noted(seat: Seat | None, by: By) -> Seat | None:
    """Count missed turns in a row."""
    if seat is None or by == "computer":
        return seat
    return replace(seat, missed=0 if by == "person" else seat.missed + 1)


def _counted(table: Table, playing: Round, state: State) -> tuple[Standing, ...]:
    """The standings after a show."""
    standings = list(table.standings)
    for number, player in enumerate(playing.players):
        is_another = table.seats[player.seat] is not None and player.nonce is None
        if player.seat in table.newcomers or is_another:  # what a computer won there is not theirs
            continue
        before, won = standings[player.seat], number in state.winners
        made = evaluate(state.hands[number]).category.words
        standings[player.seat] = Standing(
            before.rounds + 1,
            before.won + won,
            before.share + (1 / len(state.winners) if won else 0),
            {**before.categories, made: before.categories.get(made, 0) + 1},
            best=max(before.best, game.shown_hand(state, number), key=lambda best: best[0]),
        )
    return tuple(standings)
