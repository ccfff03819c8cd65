"""Showing cards after a hand: all of one's own or some, by those who need not have shown them."""

from msgspec.structs import replace

from fivecard.cards import Card, parse_cards
from fivecard.table.core.commands import TableError
from fivecard.table.core.commitments import record_hash
from fivecard.table.core.events import ShowedCards
from fivecard.table.core.record import played_record
from fivecard.table.core.state import Decision, Table, put

# What may be asked for


def show(table: Table, player: int, cards: tuple[Card, ...]) -> Decision:
    """Show cards to everybody, until the next hand is dealt."""
    hidden = may_show(table, player)
    if not hidden:
        raise TableError("not-now", "cards are shown between two hands, by those whose cards nobody has seen")
    if other := next((card for card in cards if card not in hidden), None):
        raise TableError("illegal", f"{other} is no card of yours that nobody has seen")
    event = ShowedCards(player, " ".join(str(card) for card in hidden if card in cards))
    after = showed_cards(table, event)
    record = played_record(table, after.playing)
    if record_hash(record) != table.head[1]:
        raise TableError("not-now", "this hand was played by another version of the server, which cannot add to it")
    return Decision((event,), after, record)


def may_show(table: Table, player: int | None) -> tuple[Card, ...]:
    """The cards that a player may still show, as the hand was held."""
    state = table.round.state if table.round else None
    if player is None or state is None or table.phase != "shown" or (state.shown and state.shown[player]):
        return ()
    seen = {*showed(table)[player], *(state.up[player] if state.up else ())}
    return tuple([card for card in state.hands[player] if card not in seen])


def showed(table: Table) -> tuple[tuple[Card, ...], ...]:
    """What each player of the last hand has shown after it."""
    playing = table.playing
    return playing.showed or ((),) * len(playing.players)


# What happens then


def showed_cards(table: Table, event: ShowedCards) -> Table:
    """Note what was shown: it is in the record of the hand from now on, beside what its hash is of."""
    hand, before = table.game.hands[event.player], showed(table)
    seen = {*before[event.player], *parse_cards(event.cards)}
    after = put(before, event.player, tuple([card for card in hand if card in seen]))
    return table.after(round=replace(table.playing, showed=after))
