"""Rounds of betting: who pays what before the deal, who acts first, what an action moves, when it is over."""

from fivecard.cards import ace_low, card_id
from fivecard.engine.actions import Action, BringIn, Call, Check, Fold, Raise
from fivecard.engine.events import Called, Checked, Event, Folded, Posted, Raised, Returned
from fivecard.engine.legal import Legal, bet_to_match
from fivecard.engine.state import State
from fivecard.engine.streets import Bet, First, Post


def post(state: State, street: Post) -> tuple[State, list[Event]]:
    """Let everybody pay the ante, then the blinds; who has too little goes all in."""
    stakes, order, players = state.stakes, state.order, len(state.order)
    if stakes is None:
        raise AssertionError(state.rules)
    stacks, bets, paid = [*state.stacks], [*state.bets], [*state.paid]
    events: list[Event] = []
    for what, amounts in (("ante", stakes.antes(players)), ("blind", stakes.posted_blinds(players))):
        for seat, amount in zip(order, amounts, strict=True):
            if put := min(amount, stacks[seat]):
                stacks[seat] -= put
                paid[seat] += put
                if what == "blind":
                    bets[seat] = put
                events.append(Posted(seat, put, what))
        if what == "ante" and stakes.trim_antes:
            events += _give_back_uncalled(paid, stacks, paid)
    posted = state._replace(street=state.street + 1, stacks=tuple(stacks), bets=tuple(bets), paid=tuple(paid))
    return posted, events


def begin(state: State, street: Bet) -> State:
    """Find who acts, and in which order; nobody, if there is nothing to decide."""
    order, folded, stacks, bets = state.order, state.folded, state.stacks, state.bets
    start = order.index(_first(state, street.first))
    turns = order[start:] + order[:start]
    in_hand = [seat for seat in turns if seat not in folded]
    reach = sorted([stacks[seat] + bets[seat] for seat in in_hand])[-2]  # nobody can lose more than the second can
    actors = tuple([seat for seat in in_hand if stacks[seat] and reach > bets[seat]])
    if len(actors) == 1 and bets[actors[0]] >= max(bets):
        actors = ()
    number = state.street + 1
    return state._replace(street=number, to_act=actors, raises=0, full_raise=0, acted=(), opener=turns[0])


def act(state: State, action: Action, now: Legal) -> tuple[State, Event]:
    """Do what has been found legal."""
    seat, rest = state.to_act[0], state.to_act[1:]
    match action:
        case Fold():
            folded, gone = (*state.folded, seat), state.discards + state.hands[seat]
            acted = (*state.acted, seat)
            return state._replace(to_act=rest, folded=folded, discards=gone, acted=acted), Folded(seat)
        case Check():
            return _put(state, 0, rest), Checked(seat)
        case Call():
            return _put(state, now.call, rest), Called(seat, now.call)
        case BringIn():
            return _put(state, now.bring_in, rest), Posted(seat, now.bring_in, "bring-in")
        case Raise(_, to):
            largest, start = bet_to_match(state), state.order.index(seat)
            others = state.order[start + 1 :] + state.order[:start]
            answering = tuple([other for other in others if state.stacks[other] and other not in state.folded])
            return _put(state, to - state.bets[seat], answering, to - largest), Raised(seat, to, largest)
    raise AssertionError(action)


def end(state: State, street: Bet) -> tuple[State, list[Event]]:
    """Close a round: what nobody called goes back, bets go into the pot. Without an opener, the deal is void."""
    stacks, paid = [*state.stacks], [*state.paid]
    if street.openers and not state.raises and len(state.folded) < len(state.order) - 1:
        returned: list[Event] = [Returned(seat, amount) for seat, amount in enumerate(paid) if amount]
        whole = tuple(stack + amount for stack, amount in zip(stacks, paid, strict=True))
        nothing = (0,) * len(whole)
        over = len(state.rules.streets)
        return state._replace(street=over, to_act=(), stacks=whole, bets=nothing, paid=nothing), returned
    if not any(state.bets):
        return state._replace(to_act=()), []
    events = _give_back_uncalled([*state.bets], stacks, paid)
    return (
        state._replace(to_act=(), stacks=tuple(stacks), bets=(0,) * len(stacks), paid=tuple(paid)),
        events,
    )


def _give_back_uncalled(bets: list[int], stacks: list[int], paid: list[int]) -> list[Event]:
    """Return what the largest bet has over the second: nobody called it."""
    *_, second, largest = sorted(bets)
    if largest == second:
        return []
    seat = bets.index(largest)
    stacks[seat] += largest - second
    paid[seat] -= largest - second
    return [Returned(seat, largest - second)]


def _put(state: State, amount: int, to_act: tuple[int, ...], raised: int = 0) -> State:
    """Move chips of the seat to act before it, by which it may have raised; then it is the turn of others."""
    seat, stacks, bets, paid = state.to_act[0], state.stacks, state.bets, state.paid
    if amount:
        stacks = (*stacks[:seat], stacks[seat] - amount, *stacks[seat + 1 :])
        bets = (*bets[:seat], bets[seat] + amount, *bets[seat + 1 :])
        paid = (*paid[:seat], paid[seat] + amount, *paid[seat + 1 :])
    return state.with_bets(
        to_act,
        stacks,
        bets,
        paid,
        state.raises + 1 if raised else state.raises,
        max(state.full_raise, raised),
        (*state.acted, seat),
        seat if raised else state.opener,
    )


# Who acts first


def _first(state: State, first: First) -> int:
    order = state.order
    if first is First.POSITION:
        bets = state.bets
        largest = max(bets)
        if not largest:
            return order[0]
        last = max(position for position, seat in enumerate(order) if bets[seat] == largest)
        return order[(last + 1) % len(order)]
    open_cards = {
        seat: [card for card in state.up[seat] if card not in state.unknown]
        for seat in order
        if seat not in state.folded
    }
    shown = [seat for seat, cards in open_cards.items() if cards] or [*open_cards]
    match first:
        case First.LOW_CARD:
            return min(shown, key=lambda seat: min(map(card_id, open_cards[seat]), default=0))
        case First.HIGH_CARD:
            return max(
                shown, key=lambda seat: max([(ace_low(card), card.suit) for card in open_cards[seat]], default=())
            )
        case First.HIGH_BOARD:
            return max(shown, key=lambda seat: _matches([int(card.rank) for card in open_cards[seat]]))
        case First.LOW_BOARD:
            return min(shown, key=lambda seat: _matches([ace_low(card) for card in open_cards[seat]]))


def _matches(ranks: list[int]) -> list[tuple[int, ...]]:
    """What cards that lie open are worth: pairs and better first, then the highest; no straights, no flushes."""
    by_count = sorted(((ranks.count(rank), rank) for rank in ranks), reverse=True)
    return [*zip(*by_count, strict=True)]  # all counts before all ranks: two pairs beat one pair of aces
