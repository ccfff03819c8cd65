"""The end of a hand: who shows, who wins what."""

from functools import partial

from fivecard.cards import card_id
from fivecard.engine.events import BoardDealt, Cards, Event, Raked, Showed, Won
from fivecard.engine.pots import Pot, divide, pots_of
from fivecard.engine.state import State
from fivecard.engine.streets import Showdown
from fivecard.errors import IllegalActionError
from fivecard.showdown import best_hand, hand_strengths


def settle_uncontested(state: State) -> tuple[State, list[Event]]:
    """Give everything to the one seat that has not folded; nobody sees its hand."""
    seat = next(seat for seat in state.order if seat not in state.folded)
    put, stakes = sum(state.committed), state.stakes
    on_the_first_round = state.street == state.rules.first_bet and not state.board
    rake = 0
    if stakes is not None and stakes.rake and not (stakes.rake.no_flop_no_drop and on_the_first_round):
        rake = stakes.rake.of(put)
    pot = put - rake
    won = tuple([pot if other == seat else 0 for other in range(len(state.order))])
    events: list[Event] = [Raked(rake, pot, state.street)] if rake else []
    if pot:
        events.append(Won(seat, pot, state.stacks[seat] + pot, 0, state.street))
    return _pay(state, won, (seat,), rake), events


def show(state: State, street: Showdown) -> tuple[State, list[Event]]:
    """Show hands and divide the pot among the strongest; without chips, they just win."""
    events: list[Event] = []
    if state.boards:
        state, events = _run_again(state)
    order, hands, folded = state.order, state.hands, state.folded
    strengths = _strengths(state)
    if street.everybody:
        found = strengths[0]
        best = max(found)
        winners = tuple([seat for seat, strength in enumerate(found) if strength == best])
        over = state._replace(street=len(state.rules.streets), to_act=(), winners=winners, shown=hands)
        return over, [Showed(hands, tuple(found), winners, state.street + 1, order)]

    start = order.index(state.last_aggressor)
    in_turn = tuple([seat for seat in order[start:] + order[:start] if seat not in folded])
    pots = pots_of(state)
    if all(state.stacks[seat] for seat in in_turn):
        shown = _who_shows(in_turn, pots, strengths)
    else:  # where somebody is all in, every hand is tabled
        shown = [seat for seat in in_turn if any(of_ranking[seat] for of_ranking in strengths)]
    turn = partial(_by_highest_card, state) if state.rules.has_open_cards else None
    won, raked, left, number_of_street = [0] * len(order), 0, state.pot, state.street + 1
    rake = state.stakes.rake if state.stakes else None
    on_boards = [strengths, *[_strengths(state._replace(board=board)) for board in state.boards]]
    wins: list[Event] = []
    for number, pot in enumerate(pots):
        if rake and (taken := rake.of(pot.amount, taken=raked)):
            pot, raked, left = Pot(pot.amount - taken, pot.seats), raked + taken, left - taken
            wins.append(Raked(taken, left, number_of_street, number))
        part, odd = divmod(pot.amount, len(on_boards))
        lucky: list[int] = []
        for board, worth in enumerate(on_boards):
            _check_known(pot, worth)
            for seat, amount, ranking in divide(Pot(part + (board < odd), pot.seats), worth, turn, lucky):
                won[seat] += amount
                left -= amount
                stack = state.stacks[seat] + won[seat]
                wins.append(Won(seat, amount, stack, left, number_of_street, number, ranking, board))
    winners = tuple([seat for seat in range(len(order)) if won[seat]])
    open_hands = tuple([hand if seat in shown else () for seat, hand in enumerate(hands)])
    strongest = tuple([strengths[0][seat] if seat in shown else 0 for seat in range(len(order))])
    over = _pay(state, tuple(won), winners, raked)._replace(shown=open_hands)
    return over, [*events, Showed(open_hands, strongest, winners, number_of_street, in_turn), *wins]


def _run_again(state: State) -> tuple[State, list[Event]]:
    """Deal the rest of the boards after the first, where it is run more than once."""
    boards: list[Cards] = []
    events: list[Event] = []
    stub = state.stub
    for number, shared in enumerate(state.boards, 1):
        missing = len(state.board) - len(shared)
        boards.append(shared + stub[:missing])
        events.append(BoardDealt(stub[:missing], state.street + 1, number))
        stub = stub[missing:]
    return state._replace(boards=tuple(boards), stub=stub), events


def _check_known(pot: Pot, strengths: list[list[int]]) -> None:
    if len(pot.seats) > 1 and not any(of_ranking[seat] for of_ranking in strengths for seat in pot.seats):
        raise IllegalActionError("nobody knows who wins: the hands of {seat} are not known", seat=tuple(pot.seats))


def _strengths(state: State) -> list[list[int]]:
    """What everybody has under each ranking; 0 for those who folded or whose cards nobody knows."""
    game, board, hands, unknown = state.rules.game, state.board, state.hands, state.unknown
    if not unknown.isdisjoint(board):
        return [[0] * len(hands)] * len(game.rankings)
    if not state.folded and not unknown:
        return [hand_strengths(hands, board, game, ranking) for ranking in game.rankings]
    in_hand = [seat for seat in state.order if seat not in state.folded and unknown.isdisjoint((*hands[seat], *board))]
    strengths = [[0] * len(hands) for _ in game.rankings]
    for of_all, ranking in zip(strengths, game.rankings, strict=True):
        shown = hand_strengths([hands[seat] for seat in in_hand], board, game, ranking)
        for seat, strength in zip(in_hand, shown, strict=True):
            of_all[seat] = strength
    return strengths


def _who_shows(in_turn: tuple[int, ...], pots: tuple[Pot, ...], strengths: list[list[int]]) -> list[int]:
    """Whoever is first, and then whoever is not beaten for something by those who showed before."""
    shown: list[int] = []
    for seat in in_turn:
        for of_ranking in strengths:
            own = of_ranking[seat]
            if own and any(
                all(own >= of_ranking[other] for other in shown if other in pot.seats)
                for pot in pots
                if seat in pot.seats
            ):
                shown.append(seat)
                break
    return shown


def _by_highest_card(state: State, seat: int, ranking: int) -> int:
    """The turn for an odd chip in stud: the highest of the cards that play comes first, spades before clubs."""
    game, cards = state.rules.game, sorted(state.hands[seat], key=card_id)  # of equal cards, the last one plays
    deciding = game.rankings[ranking]
    playing = best_hand(tuple(cards), state.board, game, deciding).evaluation.cards
    return -max(4 * deciding.height(card.rank) + card.suit for card in playing)


def _pay(state: State, won: tuple[int, ...], winners: tuple[int, ...], raked: int) -> State:
    stacks = tuple([stack + chips for stack, chips in zip(state.stacks, won, strict=True)])
    nothing = (0,) * len(won)
    return state._replace(
        street=len(state.rules.streets),
        to_act=(),
        stacks=stacks,
        bets=nothing,
        committed=nothing,
        won=won,
        winners=winners,
        raked=raked,
    )
