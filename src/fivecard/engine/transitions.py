"""The rules at work: one action at a time, from state to state.

After each action a hand runs on by itself, street by street, to the next decision or to its end.
"""

from collections.abc import Sequence
from typing import NoReturn

from fivecard.cards import ALL_CARDS, first_repeated, to_cards
from fivecard.engine import betting
from fivecard.engine.actions import Action, BringIn, Call, Check, Deal, Discard, Fold, Raise
from fivecard.engine.drawing import discard
from fivecard.engine.events import BoardDealt, Cards, Dealt, Event
from fivecard.engine.legal import Legal, legal_at
from fivecard.engine.rules import Rules
from fivecard.engine.showing import settle_uncontested, show
from fivecard.engine.stakes import Limit, Stakes
from fivecard.engine.state import State
from fivecard.engine.streets import Bet, Board, Draw, Post, Show
from fivecard.engine.streets import Deal as DealStreet
from fivecard.errors import DuplicateCardError, IllegalActionError, quoted


def start(
    rules: Rules,
    players: int,
    *,
    stakes: Stakes | None = None,
    stacks: int | Sequence[int] = (),
    button: int | None = None,
) -> State:
    """Sit a number of players down to a hand that has not been dealt yet.

    A game with bets needs stakes and stacks, one for each seat or the same for all; who has the button, the last seat
    if nothing is said, decides who acts when.

    >>> from fivecard.engine import THREE_CARD_DRAW, VARIANTS, Stakes
    >>> start(THREE_CARD_DRAW, 3).players
    3
    >>> start(VARIANTS["holdem"], 3, stakes=Stakes(blinds=(1, 2), small_bet=2), stacks=200, button=0).order
    (1, 2, 0)
    """
    rules.check_players(players)
    last = players - 1 if button is None else button
    if not isinstance(last, int) or not 0 <= last < players:
        raise IllegalActionError(f"there is no seat {quoted(button)} for the button at a table of {players}")
    order = tuple(range(players)) if last == players - 1 else (*range(last + 1, players), *range(last + 1))
    if rules.limit is Limit.NONE:
        if stakes is not None or stacks:
            raise IllegalActionError(f"there are no chips in {rules.title}")
        return State(rules, None, order)
    if stakes is None:
        raise IllegalActionError(f"{rules.title} is played for stakes: say which")
    stakes.check(players)
    chips = (stacks,) * players if isinstance(stacks, int) else tuple(stacks)
    if len(chips) != players:
        raise IllegalActionError(f"{players} players have {players} stacks, not {len(chips)}")
    for seat, stack in enumerate(chips):
        if not isinstance(stack, int) or isinstance(stack, bool) or stack < 1:
            raise IllegalActionError(f"seat {seat}'s stack is a whole number of chips above 0, not {quoted(stack)}")
    nothing = (0,) * players
    return State(rules, stakes, order, stacks=chips, bets=nothing, paid=nothing, won=nothing)


def apply(state: State, action: Action) -> tuple[State, tuple[Event, ...]]:
    """Do one thing; give the state after it and what happened. What is not allowed raises and changes nothing.

    >>> import random
    >>> from fivecard.engine import THREE_CARD_DRAW, Deal
    >>> state, events = apply(start(THREE_CARD_DRAW, 2), Deal.shuffled(random.Random(1)))
    >>> state.turn, len(state.hands), type(events[0]).__name__
    (0, 2, 'Dealt')
    """
    match action:
        case Discard(seat, cards):
            _check_turn(state, seat)
            if not isinstance(state.rules.streets[state.street], Draw):
                raise IllegalActionError("it is no time to draw")
            state, drew = discard(state, cards)
            return (state, (drew,)) if state.to_act else _run(state, [drew])
        case Deal():
            return _deal(state, action)
        case Fold(seat) | Check(seat) | Call(seat) | Raise(seat) | BringIn(seat):
            _check_turn(state, seat)
            hand = state.hands[seat]
            now = legal_at(state, hand, unknown=not state.unknown.isdisjoint(hand))
            if now is None or not now.allows(action):
                _refuse_bet(state, action, now)
            return _bet(state, action, now)
    raise IllegalActionError(f"not something that can be done at the table: {quoted(action)}")


def _bet(state: State, action: Action, now: Legal) -> tuple[State, tuple[Event, ...]]:
    state, event = betting.act(state, action, now)
    uncontested = len(state.folded) == len(state.order) - 1
    if state.to_act and not uncontested:
        return state, (event,)
    street = state.rules.streets[state.street]
    if not isinstance(street, Bet):
        raise AssertionError(street)
    state, ended = betting.end(state, street)
    if uncontested:
        state, settled = settle_uncontested(state)
        return state, (event, *ended, *settled)
    return _run(state, [event, *ended]) if not state.is_over else (state, (event, *ended))


def _deal(state: State, deal: Deal) -> tuple[State, tuple[Event, ...]]:
    if state.street >= 0:
        raise IllegalActionError("the cards have been dealt already")
    cards = to_cards(deal.deck)
    players, rules = len(state.order), state.rules
    needed = rules.needed_cards(players)
    if len(cards) < needed:
        raise IllegalActionError(f"{players} players need {needed} cards, the deck has {len(cards)}")
    if twice := first_repeated(cards):
        raise DuplicateCardError(f"duplicate card '{twice}' in the deck")
    if rules.deck_size < len(ALL_CARDS) and (alien := next((card for card in cards if card not in rules.deck), None)):
        raise IllegalActionError(f"'{alien}' is not a card of {rules.title}")
    nothing: tuple[tuple[()], ...] = ((),) * players
    up = nothing if rules.has_bring_in else ()
    reserve = to_cards(deal.reserve) if deal.reserve else ()
    ready = state._replace(reserve=reserve, unknown=deal.unknown, hands=nothing, stock=cards, drawn=nothing, up=up)
    return _run(ready, [])


def _run(state: State, events: list[Event]) -> tuple[State, tuple[Event, ...]]:
    """Go on through the streets until somebody has to decide, or to the end."""
    streets = state.rules.streets
    while not state.to_act:
        match streets[state.street + 1]:
            case DealStreet(count, up):
                state, dealt = _deal_round(state, count, up=up)
                events.append(dealt)
            case Draw():
                state = state._replace(street=state.street + 1, to_act=_in_hand(state))
            case Bet() as street:
                state = betting.begin(state, street)
                if not state.to_act:
                    state, ended = betting.end(state, street)
                    events += ended
            case Board(count):
                state, laid = _lay(state, count)
                events.append(laid)
            case Post():
                state, posted = betting.post(state)
                events += posted
            case Show(everybody):
                state, shown = show(state, everybody=everybody)
                events += shown
        if state.street == len(streets):
            break
    return state, tuple(events)


def _in_hand(state: State) -> tuple[int, ...]:
    folded = state.folded
    return tuple([seat for seat in state.order if seat not in folded]) if folded else state.order


def _deal_round(state: State, count: int, *, up: bool) -> tuple[State, Event]:
    """Deal to everybody who is in the hand; if there are too few cards left for that, lay one on the table instead."""
    seats = _in_hand(state)
    needed, stock = count * len(seats), state.stock
    if len(stock) < needed:
        return _lay(state, 1)
    players = len(state.order)
    dealt: list[Cards] = [()] * players
    for position, seat in enumerate(seats):
        dealt[seat] = stock[position : needed : len(seats)]
    order = state.rules.order
    if order is not None:
        dealt = [tuple(order.sorted(hand)) for hand in dealt]
    hands = tuple(map(tuple.__add__, state.hands, dealt)) if state.hands[seats[0]] else tuple(dealt)
    changed = state.with_cards(state.street + 1, (), hands, stock[needed:], state.discards, state.drawn)
    if up:
        changed = changed._replace(up=tuple(map(tuple.__add__, state.up, dealt)))
    return changed, Dealt(tuple(dealt), up)


def _lay(state: State, count: int) -> tuple[State, Event]:
    cards = state.stock[:count]
    laid = state._replace(street=state.street + 1, board=state.board + cards, stock=state.stock[count:])
    return laid, BoardDealt(cards)


# What is refused


def _check_turn(state: State, seat: int) -> None:
    if state.to_act and seat == state.to_act[0] and isinstance(seat, int):
        return
    if state.to_act:
        raise IllegalActionError(f"it is seat {state.turn}'s turn, not seat {quoted(seat)}'s")
    raise IllegalActionError("the round is over" if state.is_over else "the cards have not been dealt yet")


def _refuse_bet(state: State, action: Action, now: Legal | None) -> NoReturn:
    """Say why an action is not legal, and what would be."""
    if now is None or now.draw is not None:
        raise IllegalActionError("it is time to draw, not to bet")
    match action:
        case Check():
            raise IllegalActionError(f"there are {now.call} chips to call" if now.call else "the bring-in is due")
        case Call():
            raise IllegalActionError("there is nothing to call" if now.check else "the bring-in is due")
        case Fold():
            raise IllegalActionError("the bring-in is due")
        case BringIn():
            raise IllegalActionError("no bring-in is due")
        case Raise(_, to) if now.lowest_raise:
            low, high = now.lowest_raise, now.highest_raise
            allowed = f"to {low}" if low == high else f"to {low} to {high}"
            raise IllegalActionError(f"a bet or raise goes {allowed}, not to {quoted(to)}")
        case _:
            raise IllegalActionError(f"seat {now.seat} may not bet or raise now")
