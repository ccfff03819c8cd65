"""Rounds of betting: who pays what before the deal, who acts first, what an action moves, when it is over."""

from operator import add

from fivecard.cards import ace_low, card_id
from fivecard.engine.actions import Bets, Call, Check, Fold, Raise
from fivecard.engine.events import Called, Checked, Event, Folded, Posted, Raised, Returned
from fivecard.engine.legal import LegalActions, bet_to_match, can_be_answered, levels_after
from fivecard.engine.state import State
from fivecard.engine.streets import BettingRound, Opening, Post


def post(state: State, street: Post) -> tuple[State, list[Event]]:
    """Let everybody pay the ante, then the blinds; who has too little goes all in."""
    stakes, order, players = state.stakes, state.order, len(state.order)
    if stakes is None:
        raise AssertionError(state.rules)
    stacks, bets, committed = [*state.stacks], [0] * players, [0] * players
    street_number = state.street + 1
    events: list[Event] = []

    def pay(what: str, amounts: tuple[int, ...], *, live: bool = False) -> None:
        for seat, due in zip(order, amounts, strict=True):
            if put := min(due, stacks[seat]):
                stacks[seat] -= put
                committed[seat] += put
                bets[seat] += put * live
                events.append(Posted(seat, put, what, stacks[seat], sum(committed), street_number))

    if stakes.ante:
        pay("ante", stakes.antes(players))
        if stakes.trim_antes:
            events += _give_back_uncalled(committed, stacks, committed, street_number)
    if stakes.dead:
        pay("dead blind", stakes.dead_blinds(players))
    if stakes.largest_blind:
        pay("blind", stakes.posted_blinds(players), live=True)
    after = state._replace(
        street=street_number, stacks=tuple(stacks), bets=tuple(bets), committed=tuple(committed), last_aggressor=0
    )
    return after, events


def begin(state: State, street: BettingRound) -> State:
    """Find who acts, and in which order; nobody, if there is nothing to decide."""
    order, folded, stacks, bets = state.order, state.folded, state.stacks, state.bets
    start = order.index(_first(state, street.opening))
    turns = order[start:] + order[:start]
    in_hand = [seat for seat in turns if seat not in folded]
    reach = sorted([stacks[seat] + bets[seat] for seat in in_hand])[-2]  # nobody can lose more than the second can
    actors = tuple([seat for seat in in_hand if stacks[seat] and reach > bets[seat]])
    if len(actors) == 1 and bets[actors[0]] >= max(bets):
        actors = ()
    return state._replace(
        street=state.street + 1, to_act=actors, raises=0, largest_raise=0, acted=(), last_aggressor=turns[0], levels=()
    )


def nobody_can_bet(state: State) -> bool:
    """Whether all who are in the hand, or all but one, are all in."""
    return sorted([stack for seat, stack in enumerate(state.stacks) if seat not in state.folded])[-2] == 0


def act(state: State, action: Bets, now: LegalActions) -> tuple[State, Event]:
    """Do what has been found legal."""
    seat, rest, street = state.to_act[0], state.to_act[1:], state.street
    if isinstance(action, Check):
        return _put(state, 0, rest), Checked(seat, street)
    if isinstance(action, Call):
        after = _put(state, now.call_amount, rest)
        return after, Called(seat, now.call_amount, after.stacks[seat], sum(after.committed), street)
    if isinstance(action, Fold):
        folded, gone = (*state.folded, seat), state.discards + state.hands[seat]
        acted = (*state.acted, seat)
        return state._replace(to_act=rest, folded=folded, discards=gone, acted=acted), Folded(seat, street)
    if isinstance(action, Raise):
        to, order, stacks, folded = action.to, state.order, state.stacks, state.folded
        largest, start = bet_to_match(state), order.index(seat)
        others = order[start + 1 :] + order[:start]
        answering = tuple([other for other in others if stacks[other] and other not in folded])
        amount = to - state.bets[seat]
        after = _put(state, amount, answering, to - largest)
        return after, Raised(seat, to, largest, amount, after.stacks[seat], sum(after.committed), street)
    after = _put(state, now.bring_in, rest)
    return after, Posted(seat, now.bring_in, "bring-in", after.stacks[seat], sum(after.committed), street)


def pass_idle(state: State) -> State:
    """Do not ask who has nothing to call and nobody to bet against."""
    while state.to_act:
        largest = bet_to_match(state)
        if state.bets[state.to_act[0]] < largest or can_be_answered(state, largest):
            break
        state = state._replace(to_act=state.to_act[1:])
    return state


def end(state: State, street: BettingRound) -> tuple[State, list[Event]]:
    """Close a round: what nobody called goes back, bets go into the pot. Without an opener, the deal is void."""
    if street.opening_strength and state.acted and not state.raises and len(state.folded) < len(state.order) - 1:
        returned: list[Event] = []
        whole, left = tuple(map(add, state.stacks, state.committed)), state.pot
        for seat, amount in enumerate(state.committed):
            if amount:
                left -= amount
                returned.append(Returned(seat, amount, whole[seat], left, state.street))
        nothing = (0,) * len(whole)
        over = len(state.rules.streets)
        return state._replace(street=over, to_act=(), stacks=whole, bets=nothing, committed=nothing), returned
    stacks, committed = [*state.stacks], [*state.committed]
    bets = [*state.bets]
    most = bets.index(max(bets))
    gave_up = most in state.folded and not stacks[most]  # nobody else folds without chips: these stay in the pot
    events = [] if gave_up else _give_back_uncalled(bets, stacks, committed, state.street)
    nothing = (0,) * len(stacks)
    rounds = (*state.rounds, (state.raises, state.last_aggressor))
    after = state._replace(
        to_act=(), stacks=tuple(stacks), bets=nothing, committed=tuple(committed), levels=(), rounds=rounds
    )
    return after, events


def _give_back_uncalled(bets: list[int], stacks: list[int], committed: list[int], street: int) -> list[Event]:
    """Return what the largest bet has over the second: nobody called it."""
    *_, second, largest = sorted(bets)
    if largest == second:
        return []
    seat = bets.index(largest)
    stacks[seat] += largest - second
    committed[seat] -= largest - second
    return [Returned(seat, largest - second, stacks[seat], sum(committed), street)]


def _put(state: State, amount: int, to_act: tuple[int, ...], raised: int = 0) -> State:
    """Move chips of the seat to act before it, by which it may have raised; then it is the turn of others."""
    seat = state.to_act[0]
    acted = (*state.acted, seat)
    if not amount:
        return state._replace(to_act=to_act, acted=acted)
    moved = state._replace(
        to_act=to_act,
        stacks=_more(state.stacks, seat, -amount),
        bets=_more(state.bets, seat, amount),
        committed=_more(state.committed, seat, amount),
        acted=acted,
    )
    if not raised:
        return moved
    return moved._replace(
        raises=state.raises + 1,
        largest_raise=max(state.largest_raise, raised),
        last_aggressor=seat,
        levels=levels_after(state, moved.bets[seat]),
    )


def _more(chips: tuple[int, ...], seat: int, amount: int) -> tuple[int, ...]:
    changed = [*chips]
    changed[seat] += amount
    return tuple(changed)


# Who acts first


def _first(state: State, opening: Opening) -> int:
    order = state.order
    if opening is Opening.POSITION:
        if not any(state.bets) or state.stakes is None:
            return order[0]
        blinds, last = state.stakes.blinds_in_turn(len(order)), 0
        if not any(blinds):
            return order[0]
        last_blind = 1 if len(order) > 2 else 0  # of two players, the one without the button has the big blind
        for position, blind in enumerate(blinds):  # a straddle moves the turn, somebody new who posts does not
            if blind > blinds[last] or (position == last_blind and blind == blinds[0]):
                last = position
        return order[(last + 1) % len(order)]
    open_cards = {
        seat: [card for card in state.up[seat] if card not in state.unknown]
        for seat in order
        if seat not in state.folded
    }
    shown = [seat for seat, cards in open_cards.items() if cards] or [*open_cards]
    match opening:
        case Opening.LOW_CARD:
            return min(shown, key=lambda seat: min(map(card_id, open_cards[seat]), default=0))
        case Opening.HIGH_CARD:
            return max(
                shown, key=lambda seat: max([(ace_low(card), card.suit) for card in open_cards[seat]], default=())
            )
        case Opening.HIGH_HAND:
            return max(shown, key=lambda seat: _matches([int(card.rank) for card in open_cards[seat]]))
        case Opening.LOW_HAND:
            return min(shown, key=lambda seat: _matches([ace_low(card) for card in open_cards[seat]]))


def _matches(ranks: list[int]) -> list[tuple[int, ...]]:
    """What cards that lie open are worth: pairs and better first, then the highest; no straights, no flushes."""
    by_count = sorted(((ranks.count(rank), rank) for rank in ranks), reverse=True)
    return [*zip(*by_count, strict=True)]  # all counts before all ranks: two pairs beat one pair of aces
