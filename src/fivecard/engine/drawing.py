"""A draw: cards go, and as many come. What happens when the draw pile runs out is stated in `streets.DrawRound`."""

from typing import NoReturn

from fivecard.cards import PLAIN, to_cards
from fivecard.engine.actions import Discard
from fivecard.engine.events import Cards, Drew
from fivecard.engine.state import State
from fivecard.engine.streets import DrawRound
from fivecard.errors import CardTypeError, IllegalActionError, quoted


def discard(state: State, action: Discard) -> tuple[State, Drew]:
    """Let the seat to act throw cards away, and give it as many."""
    seat, cards = action.seat, action.cards if type(action.cards) is tuple else to_cards(action.cards)
    check_turn(state, seat)
    hands, stub, discards = state.hands, state.stub, state.discards
    hand, count, counts, replenished = hands[seat], len(cards), state.drawn, 0
    _check_count(state, hand, cards)
    if count > len(stub):
        replenished = len(discards)
        stub, discards = stub + _replenishment(state), ()
    drawn = stub[:count]
    after = state._replace(
        to_act=state.to_act[1:],
        hands=(*hands[:seat], _replace(state, seat, hand, cards, drawn), *hands[seat + 1 :]),
        stub=stub[count:],
        discards=discards + cards,
        drawn=(*counts[:seat], (*counts[seat], count), *counts[seat + 1 :]),
    )
    return after, Drew(seat, cards, drawn, state.street, replenished)


def check_turn(state: State, seat: int) -> None:
    """Refuse what a seat does out of turn."""
    if state.to_act:
        if seat != state.to_act[0] or not isinstance(seat, int):
            raise IllegalActionError(f"it is {{seat}}'s turn, not seat {quoted(seat)}'s", seat=state.turn)
    else:
        raise IllegalActionError("the round is over" if state.is_over else "the cards have not been dealt yet")


def _check_count(state: State, hand: Cards, cards: Cards) -> None:
    draw = state.rules.streets[state.street]
    if not isinstance(draw, DrawRound):
        raise IllegalActionError("it is no time to draw")
    count = len(cards)
    if count > draw.most_discards:
        draw.check_kept([card for card in hand if card not in cards])
    if count > len(state.stub) and count > state.replaceable:
        raise IllegalActionError(f"{count} cards cannot be replaced: {state.replaceable} left to draw")


def _replenishment(state: State) -> Cards:
    """The earlier discards, in the order of the reserve, or else in their own."""
    position = {card: index for index, card in enumerate(state.reserve)}
    return tuple(sorted(state.discards, key=lambda card: position.get(card, len(position))))


def _replace(state: State, seat: int, hand: Cards, cards: Cards, drawn: Cards) -> Cards:
    """Put the drawn cards into the places of the discarded ones, which must be different cards of the hand."""
    if not cards:
        return hand
    try:
        replacement = dict(zip(cards, drawn))  # noqa: B905  (as many were drawn as discarded)
    except TypeError:  # a list, say, among the cards
        _refuse_cards(hand, seat, cards)
    different = len(replacement)
    new = [replacement.pop(card, card) for card in hand]
    if replacement or different < len(cards):
        _refuse_cards(hand, seat, cards)
    order = state.rules.order
    return tuple(order.sorted(new) if order else new)


def _refuse_cards(hand: Cards, seat: int, cards: Cards) -> NoReturn:
    """Say which of the cards is not one card of the hand."""
    for index, card in enumerate(to_cards(cards)):
        if card in cards[:index]:
            raise IllegalActionError(f"'{card}' is discarded twice")
        if card not in hand:
            raise IllegalActionError(f"'{card}' is not in {{seat}}'s hand '{PLAIN.join(hand)}'", seat=seat)
    raise CardTypeError(f"cards to discard are a tuple of Card, not {quoted(cards)}")  # their texts, say
