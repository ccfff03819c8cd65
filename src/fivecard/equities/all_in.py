"""What players could expect at the moment when all were all in, of hands that were played: all-in EV."""

from fractions import Fraction

from fivecard.engine import Limit, State, apply, start
from fivecard.engine.pots import Pot, pots_of
from fivecard.engine.transitions import give_up
from fivecard.equities import equity
from fivecard.errors import HistoryError, expect
from fivecard.histories import History


def expected_net(history: History) -> tuple[Fraction, ...]:
    """Find what each seat could expect to win or lose in a hand, in chips, after the rake.

    Where nobody could bet any more before the last card of the board, and every hand that was left is known, each pot
    counts by its exact equities at that moment; all cards that the file knows are out of the deck. Of all other hands
    it is what was won and lost. The rake is taken off the winnings in proportion.

    Args:
        history: A hand that is whole and legal.

    >>> from fivecard.histories import loads
    >>> hand = loads('''
    ... variant = "NT"
    ... antes = [0, 0]
    ... blinds_or_straddles = [1, 2]
    ... min_bet = 2
    ... starting_stacks = [100, 100]
    ... actions = ["d dh p1 AsAh", "d dh p2 KsKh", "p2 cbr 100", "p1 cc", "d db 2c7d9h", "d db Js", "d db Kc"]
    ... ''')
    >>> hand.net, [round(float(chips), 2) for chips in expected_net(hand)]
    ((-100, 100), [65.27, -65.27])
    """
    expect(history, History, "a History", HistoryError)
    net = tuple(map(Fraction, history.net)) if history.stacks else ()
    state = _when_all_in(history)
    if state is None:
        return net
    hands = [state.hands[seat] for seat in range(state.players)]
    in_hand = [seat for seat in state.order if seat not in state.folded]
    known = [seat for seat, hand in enumerate(hands) if hand and state.unknown.isdisjoint(hand)]
    if not {*in_hand} <= {*known} or not state.unknown.isdisjoint(state.board):
        return net
    end = history.replay()
    rake = end.raked + sum(history.unpaid)
    kept = 1 - Fraction(rake, state.pot) if state.pot else Fraction(1)
    found = [Fraction(stack - begin) for stack, begin in zip(state.stacks, history.stacks, strict=True)]
    for pot in pots_of(state):
        for seat, share in zip(pot.seats, _shares(history, state, pot, known), strict=True):
            found[seat] += pot.amount * share * kept
    return tuple(found)


def _when_all_in(history: History) -> State | None:
    """The state when nobody could bet any more and cards were to come; None if that never was."""
    rules = history.rules
    if rules.limit is Limit.NO_BETS or not rules.may_run_again:
        return None
    state = start(rules, history.players, stakes=history.stakes, stacks=history.stacks, runs=0)
    state, _ = apply(state, history.deal)
    for seat in sorted(history.gave_up):
        state, _ = give_up(state, seat)
    for action in history.actions:
        state, _ = apply(state, action)
    return state if state.waits_for_runs and len(state.board) in {0, 3, 4} else None


def _shares(history: History, state: State, pot: Pot, known: list[int]) -> tuple[Fraction, ...]:
    """What part of a pot each of its seats can expect."""
    if len(pot.seats) == 1:
        return (Fraction(1),)
    dead = [card for seat in known if seat not in pot.seats for card in state.hands[seat]]
    hands = [state.hands[seat] for seat in pot.seats]
    found = equity(*hands, board=state.board, dead=dead, game=history.rules.game, hole=history.rules.hole, exact=True)
    if found.shares is None:
        raise AssertionError(found)
    return tuple([share / found.deals for share in found.shares])
