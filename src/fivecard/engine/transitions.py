"""The rules at work: one action at a time, from state to state.

After each action a hand runs on by itself, street by street, to the next decision or to its end.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final, NoReturn

from fivecard.cards import first_repeated, to_cards
from fivecard.engine import betting
from fivecard.engine.actions import Action, Bets, BringIn, Call, Check, Deal, Discard, Fold, Raise
from fivecard.engine.drawing import check_turn, discard
from fivecard.engine.events import BoardDealt, Cards, Dealt, Event, Folded
from fivecard.engine.legal import LegalActions, legal_at
from fivecard.engine.rules import Rules
from fivecard.engine.showdown import settle_uncontested, show
from fivecard.engine.stakes import Limit, Stakes, to_stacks
from fivecard.engine.state import State
from fivecard.engine.streets import BettingRound, DealBoard, DealHole, DrawRound, Post, Showdown, Street
from fivecard.errors import DuplicateCardError, IllegalActionError, RulesError, quoted


def start(
    rules: Rules,
    players: int,
    *,
    stakes: Stakes | None = None,
    stacks: int | Sequence[int] = (),
    button: int | None = None,
    runs: int = 1,
) -> State:
    """Start a hand for a number of players, before the deal.

    With more than one of `runs`, if all are all in before the last card of the board, what is missing of it is dealt so
    often from the same deck, and each board decides an equal part of each pot; odd chips go with the first boards, one
    each. (Players agree on this at cash tables; no rule book has it.)

    Args:
        rules: The game: one of `VARIANTS` or `RULES`, or your own.
        players: How many sit down.
        stakes: What a game with bets is played for.
        stacks: The chips of each seat, or of every seat; a game with bets needs them.
        button: The seat with the button, which decides who acts when; None for the last.
        runs: On how many boards the pots are decided if all are all in before the last card; 0 to stop there, until
            `run_out` says it.

    >>> from fivecard.engine import THREE_CARD_DRAW, VARIANTS, Stakes
    >>> start(THREE_CARD_DRAW, 3).players
    3
    >>> start(VARIANTS["holdem"], 3, stakes=Stakes(blinds=(1, 2), small_bet=2), stacks=200, button=0).order
    (1, 2, 0)
    """
    if not isinstance(rules, Rules):
        raise RulesError(f"not the rules of a game: {quoted(rules)} (VARIANTS and RULES have them by name)")
    rules.check_players(players)
    order = tuple(range(players))
    if button is not None:
        if not isinstance(button, int) or isinstance(button, bool) or not 0 <= button < players:
            raise RulesError(f"there is no seat {quoted(button)} for the button at a table of {players}")
        order = order[button + 1 :] + order[: button + 1]
    if rules.limit is Limit.NO_BETS:
        if stakes is not None or stacks != ():
            raise RulesError(f"there are no chips in {rules.title}")
        return State(rules, None, order)
    if not isinstance(stakes, Stakes):
        raise RulesError(f"{rules.title} is played for stakes, not {quoted(stakes)}")
    stakes.check(players, rules.title, has_bring_in=rules.has_bring_in)
    if rules.is_bomb_pot and any((*stakes.blinds, *stakes.posts, *stakes.dead, stakes.unpaid_blind)):
        raise RulesError(f"there are no blinds in {rules.title}, where everybody pays an ante")
    chips = to_stacks(stacks, players)
    _check_runs(rules, players, runs)
    nothing = (0,) * players
    return State(rules, stakes, order, stacks=chips, bets=nothing, committed=nothing, won=nothing, runs=runs)


def _check_runs(rules: Rules, players: int, runs: int) -> None:
    if type(runs) is not int or runs < 0:
        raise IllegalActionError(f"a board is run once or more often, not {quoted(runs)} times")
    if runs > 1 and not rules.may_run_again:
        raise IllegalActionError(f"there is no board to run more than once in {rules.title}")
    if runs > 1 and rules.needed_cards(players, runs) > rules.deck_size:
        raise IllegalActionError(f"there are too few cards for {quoted(runs)} boards and {players} players")


def run_out(state: State, runs: int) -> tuple[State, tuple[Event, ...]]:
    """Finish a hand in which all are all in, on the given number of boards.

    Args:
        state: A hand that was started with `runs=0`, and `waits_for_runs`.
        runs: How many boards there are to be.

    >>> from fivecard.engine import VARIANTS, Call, Raise, Stakes
    >>> table = start(VARIANTS["holdem"], 2, stakes=Stakes(blinds=(1, 2), small_bet=2), stacks=50, button=0, runs=0)
    >>> state, _ = apply(table, Deal.shuffled(__import__("random").Random(1)))
    >>> state, _ = apply(apply(state, Raise(state.turn, 50))[0], Call(1 - state.turn))
    >>> state.waits_for_runs, len(state.board)
    (True, 0)
    >>> state, _ = run_out(state, 2)
    >>> state.is_over, len(state.board), len(state.boards[0])
    (True, 5, 5)
    """
    if not state.waits_for_runs:
        raise IllegalActionError("nobody asks on how many boards this hand is decided")
    if runs == 0:
        raise IllegalActionError("a board is run once or more often, not 0 times")
    _check_runs(state.rules, state.players, runs)
    return _run(state._replace(runs=runs), [])


_BETS: Final = (Fold, Check, Call, Raise, BringIn)


def apply(state: State, action: Action) -> tuple[State, tuple[Event, ...]]:
    """Apply one action; return the state after it and the events that happened, in order. What is not allowed raises.

    The first action of a hand is a `Deal`, which brings the deck; all others are those of the seat whose turn it is. No
    state is ever changed: the one that was given can be used again.

    Args:
        state: Where the hand stands; it is not changed.
        action: What is done.

    >>> import random
    >>> from fivecard.engine import THREE_CARD_DRAW, Deal
    >>> state, events = apply(start(THREE_CARD_DRAW, 2), Deal.shuffled(random.Random(1)))
    >>> state.turn, len(state.hands), type(events[0]).__name__
    (0, 2, 'Dealt')
    """
    if isinstance(action, Discard):
        state, drew = discard(state, action)
        return (state, (drew,)) if state.to_act else _run(state, [drew])
    if isinstance(action, Deal):
        return _deal(state, action)
    if isinstance(action, _BETS):
        return _bet(state, action)
    raise IllegalActionError(f"not something that can be done at the table: {quoted(action)}")


def _bet(state: State, action: Bets) -> tuple[State, tuple[Event, ...]]:
    check_turn(state, action.seat)
    hand = state.hands[action.seat]
    unknown = bool(state.unknown) and not state.unknown.isdisjoint(hand)
    now = legal_at(state, hand, unknown=unknown, raises=isinstance(action, Raise))
    if now is None or not now.allows(action):
        _refuse_bet(action, now)
    return _go_on(*betting.act(state, action, now))


def give_up(state: State, seat: int) -> tuple[State, tuple[Event, ...]]:
    """Let a seat that is all in give its hand up all the same, out of turn.

    No rule book has it: sites fold the hands of those who are away, though a blind or an ante took their last chips.

    Args:
        state: A hand in a round of betting.
        seat: Who gives up.
    """
    if not state.to_act:
        raise IllegalActionError("nobody can bet any more: it is too late to give up")
    if seat in state.folded or state.stacks[seat]:
        raise IllegalActionError("{seat} is not all in and has to fold in turn", seat=seat)
    folded, gone = (*state.folded, seat), state.discards + state.hands[seat]
    return _go_on(state._replace(folded=folded, discards=gone), Folded(seat, state.street))


def _go_on(state: State, event: Event) -> tuple[State, tuple[Event, ...]]:
    """Ask the next, or end the round of betting."""
    uncontested = len(state.folded) == len(state.order) - 1
    state = betting.pass_idle(state)
    if state.to_act and not uncontested:
        return state, (event,)
    street = state.rules.streets[state.street]
    if not isinstance(street, BettingRound):
        raise AssertionError(street)
    state, ended = betting.end(state, street)
    if uncontested:
        state, settled = settle_uncontested(state)
        return state, (event, *ended, *settled)
    return _run(state, [event, *ended]) if not state.is_over else (state, (event, *ended))


def _deal(state: State, deal: Deal) -> tuple[State, tuple[Event, ...]]:
    if state.street >= 0:
        raise IllegalActionError("the cards have been dealt already")
    cards, players, rules = deal.deck, len(state.order), state.rules
    if type(cards) is not tuple or not rules.is_deck(cards):
        cards = _checked_deck(rules, to_cards(cards))
    needed = rules.needed_cards(players, max(state.runs, 1))
    if len(cards) < needed:
        raise IllegalActionError(f"{players} players need {needed} cards, the deck has {len(cards)}")
    nothing: tuple[tuple[()], ...] = ((),) * players
    reserve = to_cards(deal.reserve) if deal.reserve else ()
    unknown = deal.unknown if deal.unknown == frozenset() else frozenset(to_cards(deal.unknown))
    ready = State(rules, state.stakes, state.order, reserve, unknown, -1, (), nothing, cards, (), nothing)
    if state.stacks:
        up = nothing if rules.has_open_cards else ()
        ready = ready._replace(
            up=up, stacks=state.stacks, bets=state.bets, committed=state.committed, won=state.won, runs=state.runs
        )
    return _run(ready, [])


def _checked_deck(rules: Rules, cards: Cards) -> Cards:
    """Say what is wrong with a deck, if anything is."""
    if twice := first_repeated(cards):
        raise DuplicateCardError(f"duplicate card '{twice}' in the deck")
    if alien := next((card for card in cards if card not in rules.deck), None):
        raise IllegalActionError(f"'{alien}' is not a card of {rules.title}")
    return cards


def _run(state: State, events: list[Event]) -> tuple[State, tuple[Event, ...]]:
    """Go on through the streets until somebody has to decide, or to the end."""
    streets = state.rules.streets
    while not state.to_act and state.street < len(streets):
        street = streets[state.street + 1]
        if not state.runs and state.stacks and type(street) is DealBoard and betting.nobody_can_bet(state):
            break  # it waits for `run_out`
        state, happened = _ENTER[type(street)](state, street)
        events += happened
    return state, tuple(events)


def _in_hand(state: State) -> tuple[int, ...]:
    folded = state.folded
    return tuple([seat for seat in state.order if seat not in folded]) if folded else state.order


def _deal_round(state: State, street: DealHole) -> tuple[State, Sequence[Event]]:
    """Deal to everybody who is in the hand; if there are too few cards left for that, lay one on the table instead."""
    seats, stub = _in_hand(state), state.stub
    players = len(seats)
    needed = street.cards * players
    if len(stub) < needed:
        return _lay(state, DealBoard(1))
    dealt = [stub[position:needed:players] for position in range(players)]
    if order := state.rules.order:
        arrange = order.sorted
        dealt = [tuple(arrange(cards)) for cards in dealt]
    if state.folded or seats[0]:  # not everybody, or not in the order of the seats
        of_seat = dict(zip(seats, dealt, strict=True))
        dealt = [of_seat.get(seat, ()) for seat in range(len(state.order))]
    new = hands = tuple(dealt)
    if state.hands[seats[0]]:
        hands = tuple(map(tuple.__add__, state.hands, new))
    state = state._replace(street=state.street + 1, hands=hands, stub=stub[needed:])
    if street.up:
        state = state._replace(up=tuple(map(tuple.__add__, state.up, new)))
    return state, (Dealt(new, street.up, state.street),)


def _lay(state: State, street: DealBoard) -> tuple[State, Sequence[Event]]:
    cards = state.stub[: street.cards]
    stub = state.stub[street.cards :]
    if state.runs > 1 and not state.boards and betting.nobody_can_bet(state):
        state = state._replace(boards=(state.board,) * (state.runs - 1))  # the rest of them comes after this one
    return state._replace(street=state.street + 1, board=state.board + cards, stub=stub), (
        BoardDealt(cards, state.street + 1),
    )


def _begin_draw(state: State, street: DrawRound) -> tuple[State, Sequence[Event]]:
    return state._replace(street=state.street + 1, to_act=_in_hand(state)), ()


def _begin_betting(state: State, street: BettingRound) -> tuple[State, Sequence[Event]]:
    state = betting.begin(state, street)
    return (state, ()) if state.to_act else betting.end(state, street)


_ENTER: Final[dict[type[Street], Callable[[State, Any], tuple[State, Sequence[Event]]]]] = {
    Post: betting.post,
    DealHole: _deal_round,
    DealBoard: _lay,
    DrawRound: _begin_draw,
    BettingRound: _begin_betting,
    Showdown: show,
}
"""What happens when a street begins."""


# What is refused


def _refuse_bet(action: Action, now: LegalActions | None) -> NoReturn:
    """Say why an action is not legal, and what would be."""
    if now is None or now.draw is not None:
        raise IllegalActionError("it is time to draw, not to bet")
    match action:
        case Check():
            raise IllegalActionError(
                f"to stay in costs {now.call_amount} now" if now.call_amount else "the bring-in is due"
            )
        case Call():
            raise IllegalActionError("there is nothing to call" if now.check else "the bring-in is due")
        case Fold():
            raise IllegalActionError("the bring-in is due")
        case BringIn():
            raise IllegalActionError("no bring-in is due")
        case Raise(_, to) if now.min_raise_to:
            low, high = now.min_raise_to, now.max_raise_to
            allowed = (
                f"{low}" if low == high else f"{low} or {high}" if now.has_two_amounts else f"between {low} and {high}"
            )
            raise IllegalActionError(f"a bet or raise is to {allowed} now, not to {quoted(to)}")
        case _:
            raise IllegalActionError("{seat} may not bet or raise now", seat=now.seat)
