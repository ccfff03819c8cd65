"""What folding, checking, calling and raising are worth, by our share of the pot; the best is done, not always."""

from random import Random
from typing import Final, NamedTuple

import numpy as np

from fivecard.engine import Action, BringIn, Call, Check, Fold, LegalActions, Limit, Raise, View, legal
from fivecard.engine.streets import BettingRound
from fivecard.errors import IllegalActionError
from fivecard.players.solid.draws import discard, with_draws
from fivecard.players.solid.outlook import Outlook, Reading, read, with_board, with_open_cards, within_reach

STUBBORN, TIMID = 0.6, 1.25
"""How often others fold, against how often they would have to so that a bluff breaks even: as a rule, and in hope."""
COMMITTED: Final = 0.5
"""How much less those fold who have shown strength: the power of the part of hands that they may still have."""
BLUFFS: Final = 0.35
"""How often hope prevails where nobody has bet yet, against the price that a caller gets: chips for a pot."""
TRAPS: Final = 0.12
"""How often a hand is checked that could have been bet: some of those are raised later."""
WORN: Final = 0.06
"""What a round of betting to come takes from the share of a hand that is behind: it is not always shown down."""
BLUR: Final = 0.03
"""By how many pots worths may differ and still be mixed."""
SIZES: Final = (0.5, 0.75, 1.0)
"""What is bet where the amount is free, in pots."""


class _Price(NamedTuple):
    action: Action
    worth: float


def choose(view: View, random: Random) -> Action:
    """Choose what to do, with cards or with chips."""
    now = legal(view)
    if now is None:
        raise IllegalActionError("it is not this seat's turn")
    source = np.random.Generator(np.random.PCG64(random.getrandbits(64)))
    view = within_reach(view)
    if now.draw is not None:
        return discard(view, source)
    if now.check and not now.min_raise_to:
        return Check(now.seat)
    prices = _prices(view, now, outlook(view, source), random)
    blur = BLUR * view.pot
    return max(prices, key=lambda price: price.worth + random.gauss(0, blur)).action


def outlook(view: View, source: np.random.Generator) -> Outlook:
    """Our hand against what the others may hold, as the game has it."""
    if view.rules.board:
        return with_board(view, source)
    return with_open_cards(view, source) if view.rules.has_bring_in else with_draws(view, source)


def _prices(view: View, now: LegalActions, ahead: Outlook, random: Random) -> list[_Price]:
    """What each thing that may be done is worth, in chips within reach; folding is worth nothing."""
    seat = now.seat
    readings = {other: read(view, other) for other in ahead.rivals}
    share = _realised(ahead.share(readings), view)
    cost = now.call_amount or now.bring_in
    worth = share * (view.pot + cost) - cost
    prices: list[_Price] = []
    if now.check:
        prices.append(_Price(Check(seat), worth))
    elif now.bring_in:
        prices += [_Price(Fold(seat), 0.0)] * now.fold + [_Price(BringIn(seat), worth)]
    else:
        prices += [_Price(Fold(seat), 0.0), _Price(Call(seat), worth)]
    trap = now.check and len(view.to_act) > 1 and random.random() < TRAPS
    if now.min_raise_to and not trap:
        prices.append(_raise(view, now, ahead, readings, random))
    return prices


def _raise(view: View, now: LegalActions, ahead: Outlook, readings: dict[int, Reading], random: Random) -> _Price:
    """A bet or raise of some size: everybody folds, or some call with the better part of what they have."""
    seat, largest = now.seat, max(view.bets)
    to = now.min_raise_to
    if view.rules.limit is not Limit.FIXED_LIMIT:
        wanted = largest + round(random.choice(SIZES) * (view.pot + now.call_amount))
        to = min(max(wanted, to), now.max_raise_to)
        if 2 * to > view.bets[seat] + view.stacks[seat]:  # too little would be left for another bet
            to = now.max_raise_to
    put = min(to - view.bets[seat], view.stacks[seat])
    pot = view.pot + put
    hopeful = not view.raises and random.random() < BLUFFS * put / pot
    asked = {other: min(to - view.bets[other], view.stacks[other]) for other in ahead.rivals}
    folding = {
        other: min(0.95, max(0, chips) / pot * (TIMID if hopeful else STUBBORN * readings[other].part ** COMMITTED))
        for other, chips in asked.items()
    }
    calling = {
        other: Reading(reading.before, reading.now * (1 - folding[other])) for other, reading in readings.items()
    }
    uncontested = float(np.prod([*folding.values()]))
    won = _realised(ahead.share(calling, folding), view) - uncontested
    callers = sum((1 - folding[other]) * chips for other, chips in asked.items())
    pot_called = pot + callers / (1 - uncontested)
    worth = uncontested * view.pot + won * pot_called - put * (1 - uncontested)
    return _Price(Raise(seat, to), worth)


def _realised(share: float, view: View) -> float:
    """A share that is smaller as long as there are bets to come: who is behind will not always get to the end."""
    rounds = sum(isinstance(street, BettingRound) for street in view.rules.streets[view.street + 1 :])
    return share * (1 - WORN * rounds * (1 - share))
