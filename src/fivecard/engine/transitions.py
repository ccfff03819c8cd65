"""The rules at work: one action at a time, from state to state."""

from typing import NoReturn

from fivecard.cards import PLAIN, Card, first_repeated, to_cards
from fivecard.engine.actions import Action, Deal, Discard
from fivecard.engine.events import Dealt, Drew, Event, Showed
from fivecard.engine.rules import HAND_SIZE, Rules
from fivecard.engine.state import State
from fivecard.errors import DuplicateCardError, IllegalActionError, quoted
from fivecard.evaluator import strength


def start(rules: Rules, players: int) -> State:
    """Sit a number of players down to a round that has not been dealt yet.

    >>> from fivecard.engine import THREE_CARD_DRAW
    >>> start(THREE_CARD_DRAW, 3).players
    3
    """
    rules.check_players(players)
    return State(rules, players)


def apply(state: State, action: Action) -> tuple[State, tuple[Event, ...]]:
    """Do one thing; give the state after it and what happened. What is not allowed raises and changes nothing.

    >>> import random
    >>> from fivecard.engine import THREE_CARD_DRAW, Deal
    >>> state, events = apply(start(THREE_CARD_DRAW, 2), Deal.shuffled(random.Random(1)))
    >>> state.turn, len(state.hands), type(events[0]).__name__
    (0, 2, 'Dealt')
    """
    if isinstance(action, Discard):
        return _discard(state, action)
    if isinstance(action, Deal):
        return _deal(state, action)
    raise IllegalActionError(f"not something that can be done at the table: {quoted(action)}")


def _deal(state: State, action: Deal) -> tuple[State, tuple[Event, ...]]:
    if state.hands:
        raise IllegalActionError("the cards have been dealt already")
    deck, players = to_cards(action.deck), state.players
    needed = HAND_SIZE * players
    if len(deck) < needed:
        raise IllegalActionError(f"{players} players need {needed} cards, the deck has {len(deck)}")
    if twice := first_repeated(deck):
        raise DuplicateCardError(f"duplicate card '{twice}' in the deck")
    arrange = state.rules.order.sorted
    hands = tuple(tuple(arrange(deck[seat:needed:players])) for seat in range(players))
    dealt = State(state.rules, players, 0, hands, deck[needed:], (), to_cards(action.reserve))
    return dealt, (Dealt(hands),)


def _discard(state: State, action: Discard) -> tuple[State, tuple[Event, ...]]:
    seat, cards = action.seat, action.cards if isinstance(action.cards, tuple) else to_cards(action.cards)
    _check_turn_and_count(state, seat, cards)
    drawn, stock, discards, replenished = _draw(state, len(cards))
    hand = _replace(state, seat, cards, drawn)

    hands = (*state.hands[:seat], tuple(state.rules.order.sorted(hand)), *state.hands[seat + 1 :])
    drew = Drew(seat, cards, drawn, replenished)
    counts = (*state.drawn, len(cards))
    pile = discards + cards
    if seat + 1 < state.players:
        return State(state.rules, state.players, seat + 1, hands, stock, pile, state.reserve, counts), (drew,)

    strengths = tuple(map(strength, hands))
    best = max(strengths)
    winners = tuple([seat for seat, found in enumerate(strengths) if found == best])
    over = State(state.rules, state.players, None, hands, stock, pile, state.reserve, counts, winners)
    return over, (drew, Showed(hands, strengths, winners))


def _check_turn_and_count(state: State, seat: int, cards: tuple[Card, ...]) -> None:
    if state.turn is None or seat != state.turn:
        raise IllegalActionError(_whose_turn(state, seat))
    count = len(cards)
    if count > state.rules.most_discards:
        state.rules.check_kept([card for card in state.hands[seat] if card not in cards])
    if count > state.replaceable:
        raise IllegalActionError(f"{count} cards cannot be replaced: {state.replaceable} left to draw")


def _draw(state: State, count: int) -> tuple[tuple[Card, ...], tuple[Card, ...], tuple[Card, ...], int]:
    """Take cards off the top; where they run out, earlier discards become the draw pile.

    Gives the cards, the draw pile and the discard pile after it, and how many discards came back.
    """
    if count <= len(state.stock):
        return state.stock[:count], state.stock[count:], state.discards, 0
    position = {card: index for index, card in enumerate(state.reserve)}
    returning = tuple(sorted(state.discards, key=lambda card: position.get(card, len(position))))
    available = state.stock + returning
    return available[:count], available[count:], (), len(returning)


def _replace(state: State, seat: int, cards: tuple[Card, ...], drawn: tuple[Card, ...]) -> list[Card]:
    """Put the drawn cards into the places of the discarded ones, which must be different cards of the hand."""
    held = state.hands[seat]
    try:
        replacement = dict(zip(cards, drawn))  # noqa: B905  (as many were drawn as discarded)
    except TypeError:  # a list, say, among the cards
        _refuse_cards(state, seat, cards)
    different = len(replacement)
    hand = [replacement.pop(card, card) for card in held]
    if replacement or different < len(cards):
        _refuse_cards(state, seat, cards)
    return hand


def _refuse_cards(state: State, seat: int, cards: tuple[Card, ...]) -> NoReturn:
    """Say which of the cards is not one card of the hand."""
    hand = state.hands[seat]
    for index, card in enumerate(to_cards(cards)):
        if card in cards[:index]:
            raise IllegalActionError(f"'{card}' is discarded twice")
        if card not in hand:
            raise IllegalActionError(f"'{card}' is not in seat {seat}'s hand '{PLAIN.join(hand)}'")
    raise AssertionError(cards)


def _whose_turn(state: State, seat: int) -> str:
    if state.turn is not None:
        return f"it is seat {state.turn}'s turn, not seat {quoted(seat)}'s"
    return "the round is over" if state.is_over else "the cards have not been dealt yet"
