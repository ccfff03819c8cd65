"""A draw: cards go, and as many come. What happens when the draw pile runs out is stated in `streets.Draw`."""

from typing import Final, NoReturn

from fivecard.cards import PLAIN, Card, to_cards
from fivecard.engine.events import Cards, Drew
from fivecard.engine.state import State
from fivecard.engine.streets import Draw
from fivecard.errors import IllegalActionError

_GONE: Final = object()


def discard(state: State, cards: Cards) -> tuple[State, Drew]:
    """Let the seat to act throw these cards away, and give it as many."""
    cards = cards if type(cards) is tuple else to_cards(cards)
    rest, hands = state.to_act, state.hands
    seat = rest[0]
    count, counts = len(cards), state.drawn
    counts = (*counts[:seat], (*counts[seat], count), *counts[seat + 1 :])
    if not count:
        return state.with_cards(state.street, rest[1:], hands, state.stock, state.discards, counts), Drew(seat, (), ())
    hand = hands[seat]
    _check_count(state, hand, cards)
    drawn, stock, discards, replenished = _draw(state, count)
    new = _replace(hand, seat, cards, drawn)
    order = state.rules.order
    hands = (*hands[:seat], tuple(new if order is None else order.sorted(new)), *hands[seat + 1 :])
    after = state.with_cards(state.street, rest[1:], hands, stock, discards + cards, counts)
    return after, Drew(seat, cards, drawn, replenished)


def _check_count(state: State, hand: Cards, cards: Cards) -> None:
    draw = state.rules.streets[state.street]
    if not isinstance(draw, Draw):
        raise IllegalActionError("it is no time to draw")
    if len(cards) > draw.most_discards:
        draw.check_kept([card for card in hand if card not in cards])
    if len(cards) > state.replaceable:
        raise IllegalActionError(f"{len(cards)} cards cannot be replaced: {state.replaceable} left to draw")


def _draw(state: State, count: int) -> tuple[Cards, Cards, Cards, int]:
    """Take cards off the top; where they run out, earlier discards become the draw pile.

    Gives the cards, the draw pile and the discard pile after it, and how many discards came back.
    """
    if count <= len(state.stock):
        return state.stock[:count], state.stock[count:], state.discards, 0
    position = {card: index for index, card in enumerate(state.reserve)}
    returning = tuple(sorted(state.discards, key=lambda card: position.get(card, len(position))))
    available = state.stock + returning
    return available[:count], available[count:], (), len(returning)


def _replace(hand: Cards, seat: int, cards: Cards, drawn: Cards) -> list[Card]:
    """Put the drawn cards into the places of the discarded ones, which must be different cards of the hand."""
    held: list[object] = [*hand]
    new = [*hand]
    for card, fresh in zip(cards, drawn):  # noqa: B905  (as many were drawn as discarded)
        if card not in held:
            _refuse_cards(hand, seat, cards)
        place = held.index(card)
        held[place] = _GONE
        new[place] = fresh
    return new


def _refuse_cards(hand: Cards, seat: int, cards: Cards) -> NoReturn:
    """Say which of the cards is not one card of the hand."""
    for index, card in enumerate(to_cards(cards)):
        if card in cards[:index]:
            raise IllegalActionError(f"'{card}' is discarded twice")
        if card not in hand:
            raise IllegalActionError(f"'{card}' is not in seat {seat}'s hand '{PLAIN.join(hand)}'")
    raise AssertionError(cards)
