"""What may be done now: stated here once. The engine refuses what is not in it; players and screens choose from it."""

from itertools import pairwise
from random import Random
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from fivecard.cards import Card, to_cards
from fivecard.engine.actions import Action, BringIn, Call, Check, Discard, Fold, Raise
from fivecard.engine.events import Cards
from fivecard.engine.stakes import Limit, Stakes
from fivecard.engine.streets import BettingRound, DrawRound
from fivecard.errors import CardError
from fivecard.evaluation import strength

if TYPE_CHECKING:  # which both ask what is legal
    from fivecard.engine.state import State
    from fivecard.engine.view import View

Position: TypeAlias = "State | View"
"""What everybody at the table knows: a state and a view of it say the same, in fields of the same names."""


class LegalActions(NamedTuple):
    """What the seat to act may do; `allows` asks about one action."""

    seat: int
    fold: bool = False
    check: bool = False
    call_amount: int = 0
    """The chips that a call takes; 0 if there is nothing to call."""
    bring_in: int = 0
    """The chips that the bring-in takes; 0 if none is due."""
    min_raise_to: int = 0
    """The least that may lie before the seat after a bet or raise; 0 if it may not bet or raise."""
    max_raise_to: int = 0
    draw: DrawRound | None = None
    """The rule about discards, if it is time to draw."""
    hand: Cards = ()
    replaceable: int = 0
    raise_step: int = 1
    """How far apart the amounts are that may be raised to, from the lowest to the highest: any, but where fixed limit
    leaves a choice of two, which are one step apart."""

    @property
    def amounts(self) -> range:
        """All that may lie before the seat after a bet or raise.

        >>> [*LegalActions(0, check=True, min_raise_to=5, max_raise_to=10, raise_step=5).amounts]
        [5, 10]
        >>> [*LegalActions(0, check=True).amounts]
        []
        """
        return range(self.min_raise_to, self.max_raise_to + 1, self.raise_step) if self.min_raise_to else range(0)

    @property
    def has_two_amounts(self) -> bool:
        """Whether there are two amounts to raise to, and none between."""
        return self.min_raise_to < self.max_raise_to == self.min_raise_to + self.raise_step

    @property
    def most_discards(self) -> int:
        """How many cards may be discarded at most."""
        return min(self.draw.most_discards_from(self.hand), self.replaceable) if self.draw else 0

    def may_discard(self, cards: tuple[Card, ...]) -> bool:
        """Whether these cards may be discarded."""
        if self.draw is None:
            return False
        if type(cards) is not tuple:
            try:
                cards = to_cards(cards)
            except CardError:
                return False
        if len(cards) > self.replaceable:
            return False
        kept = [*self.hand]
        for card in cards:
            if card not in kept:
                return False
            kept.remove(card)
        return self.draw.may_keep(kept)

    def allows(self, action: Action) -> bool:
        """Whether this is one of the things that may be done."""
        if isinstance(action, Check):
            allowed = self.check
        elif isinstance(action, Call):
            allowed = self.call_amount > 0
        elif isinstance(action, Raise):
            allowed = type(action.to) is int and action.to in self.amounts
        elif isinstance(action, Fold):
            allowed = self.fold
        elif isinstance(action, Discard):
            allowed = self.may_discard(action.cards)
        elif isinstance(action, BringIn):
            allowed = self.bring_in > 0
        else:
            return False
        return allowed and action.seat == self.seat and isinstance(action.seat, int)

    def sample(self, random: Random) -> Action:
        """Choose any legal action: first its kind, then the amount or the cards.

        >>> LegalActions(2, fold=True, call_amount=4, min_raise_to=8, max_raise_to=20).sample(Random(1))
        Call(seat=2)
        """
        if self.draw is not None:
            return Discard(self.seat, self._sample_discards(random))
        choices: list[Action] = []
        if self.fold:
            choices.append(Fold(self.seat))
        if self.check:
            choices.append(Check(self.seat))
        if self.call_amount:
            choices.append(Call(self.seat))
        if self.bring_in:
            choices.append(BringIn(self.seat))
        if self.min_raise_to:
            choices.append(
                Raise(self.seat, random.randrange(self.min_raise_to, self.max_raise_to + 1, self.raise_step))
            )
        return choices[int(random.random() * len(choices))]

    def _sample_discards(self, random: Random) -> tuple[Card, ...]:
        while True:
            cards = tuple(random.sample(self.hand, random.randint(0, self.most_discards)))
            if self.may_discard(cards):
                return cards


def legal_at(position: Position, hand: Cards, *, unknown: bool = False, raises: bool = True) -> LegalActions | None:
    """What the seat to act, who holds this hand, may do; None if it is nobody's turn.

    What takes a certain hand, as opening does, an `unknown` one may do. `raises=False` leaves bets and raises out, for
    those who want to know of something else.
    """
    if not position.to_act:
        return None
    seat, rules = position.to_act[0], position.rules
    street = rules.streets[position.street]
    if isinstance(street, DrawRound):
        return LegalActions(seat, draw=street, hand=hand, replaceable=position.replaceable)
    stakes = position.stakes
    if not isinstance(street, BettingRound) or stakes is None:
        raise AssertionError(street)
    stack, bets = position.stacks[seat], position.bets
    largest = max(bets) if position.raises else bet_to_match(position)
    to_call = largest - bets[seat]
    completing = stakes.bring_in > 0 and is_completing(position)
    due = min(stack, stakes.bring_in) if completing and not largest else 0
    lowest, highest, step = 0, 0, 1
    if raises and stack > max(to_call, due):  # or else a call, or the bring-in, takes everything
        opening = street.opening_strength
        able = unknown or not opening or position.raises > 0 or strength(hand) >= opening
        if able and can_be_answered(position, max(largest, due)):
            whole = stack + bets[seat]
            if rules.limit is Limit.FIXED_LIMIT:
                if levels := _fixed_raises(position, street, stakes, to_call):
                    lowest, highest = min(whole, levels[0]), min(whole, levels[-1])
                    step = max(1, highest - lowest)
            elif _may_raise_again(position, street, stakes, to_call):
                least = max(position.largest_raise, _smallest_bet(position, street, stakes))
                lowest = min(whole, least if completing else largest + least)
                highest = whole
                if rules.limit is Limit.POT_LIMIT:
                    highest = min(whole, max(lowest, part_of_pot(position)))
    if due:  # where the low card is all in for the ante, the next bring it in or fold (TDA, stud, all-in low card)
        may_fold = seat != position.last_aggressor
        return LegalActions(seat, may_fold, bring_in=due, min_raise_to=lowest, max_raise_to=highest, raise_step=step)
    return LegalActions(seat, True, to_call == 0, min(stack, to_call), 0, lowest, highest, raise_step=step)


def bet_to_match(position: Position) -> int:
    """What has to lie before the seat to act if it wants to stay: as much as the largest bet.

    Before the first raise that is the largest blind, or the bring-in once it is made, though who posted it had less, if
    somebody else can match it.
    """
    largest = max(position.bets)
    stakes = position.stakes
    if position.raises or stakes is None or position.street != position.rules.first_bet:
        return largest
    blind = stakes.largest_blind or (stakes.bring_in if largest else 0)
    if blind <= largest:
        return largest
    seat, folded = position.to_act[0], position.folded
    reach = [
        stack + bet
        for other, (stack, bet) in enumerate(zip(position.stacks, position.bets, strict=True))
        if other != seat and other not in folded
    ]
    return max(largest, min(blind, max(reach)))


def part_of_pot(position: Position, numerator: int = 1, denominator: int = 1) -> int:
    """Find the total of a bet or raise by a part of the pot (by default all of it), counted after a call.

    The answer may be more or less than what is legal. Before the flop the blinds count whole, though who posted them
    had less, or the small blind is dead.

    Args:
        position: A state or a view of it, at somebody's turn.
        numerator: What the part is, over the denominator.
        denominator: The whole in such parts.
    """
    stakes, bets = position.stakes, position.bets
    largest = bet_to_match(position)
    pot = sum(position.committed) + largest - bets[position.to_act[0]]
    if stakes is not None and stakes.largest_blind and position.street == position.rules.first_bet:
        blinds = stakes.posted_blinds(len(bets))
        pot += stakes.unpaid_blind + sum(
            [blind - bets[seat] for seat, blind in zip(position.order, blinds, strict=True) if blind > bets[seat]]
        )
    return largest + pot * numerator // denominator


def is_completing(position: Position) -> bool:
    """Whether a bet would complete the bring-in."""
    stakes = position.stakes
    return (
        stakes is not None
        and stakes.bring_in > 0
        and position.raises == 0
        and position.street == position.rules.first_bet
        and position.rules.has_bring_in
    )


def can_be_answered(position: Position, largest: int) -> bool:
    """Whether somebody else can put in more than the largest bet."""
    seat, stacks, folded = position.to_act[0], position.stacks, position.folded
    for other, bet in enumerate(position.bets):
        if stacks[other] + bet > largest and other != seat and other not in folded:
            return True
    return False


def levels_after(position: Position, to: int) -> tuple[int, ...]:
    """The levels after a bet or raise of fixed limit; all in for half of a bet or more counts as a whole one.

    Raises are by a whole bet over what was put in: a bet of 20 for which somebody is all in with 15 is raised to 35.
    (Robert's Rules of Poker, betting and raising.)
    """
    stakes, rules, made = position.stakes, position.rules, position.levels
    street = rules.streets[position.street]
    if rules.limit is not Limit.FIXED_LIMIT or not isinstance(street, BettingRound) or stakes is None:
        return ()
    forced = max(stakes.bring_in, stakes.largest_blind)
    below = made[-1] if made else forced if position.street == rules.first_bet else 0
    return (*made, to) if 2 * to >= below + _next_levels(position, street, stakes)[0] else made


def _fixed_raises(position: Position, street: BettingRound, stakes: Stakes, to_call: int) -> tuple[int, ...]:
    """What the next bet or raise of fixed limit may go to; nothing if the seat to act may make none.

    What is less than half of a bet can be completed, and lets nobody raise again.
    """
    seat = position.to_act[0]
    if seat in position.acted:
        first = position.street == position.rules.first_bet
        completes = first and position.bets[seat] <= stakes.bring_in
        bet = _bet_sizes(position, street, stakes)[0]
        if 2 * to_call < (bet - stakes.bring_in if completes else bet):
            return ()
    return _next_levels(position, street, stakes)


def _next_levels(position: Position, street: BettingRound, stakes: Stakes) -> tuple[int, ...]:
    """What a whole bet or raise of fixed limit goes to now; nothing if the cap is reached."""
    rules, made = position.rules, position.levels
    below, left = 0, rules.cap_of(position.street) - len(made)
    if position.street == rules.first_bet:
        below, left = stakes.largest_blind, left - stakes.bets_in_blinds
    if left <= 0:
        return ()
    if made:
        below = made[-1]
    return tuple([below + size for size in _bet_sizes(position, street, stakes)])


def _bet_sizes(position: Position, street: BettingRound, stakes: Stakes) -> tuple[int, ...]:
    """By how much a bet or raise of fixed limit goes up: one amount, or with an open pair the small or the big bet."""
    small, big = stakes.bet(street.big), stakes.bet(big=True)
    if not street.open_pair or small == big or not _has_open_pair(position):
        return (small,)
    # all in for an amount between the two counts as the nearer
    big_was_bet = any(2 * (level - below) >= small + big for below, level in pairwise((0, *position.levels)))
    return (big,) if big_was_bet else (small, big)


def _has_open_pair(position: Position) -> bool:
    """Whether anybody who was in the hand as the round began shows a pair."""
    for seat, cards in enumerate(position.up):
        if len({card.rank for card in cards}) < len(cards) and (seat not in position.folded or seat in position.acted):
            return True
    return False


def _may_raise_again(position: Position, street: BettingRound, stakes: Stakes, to_call: int) -> bool:
    """Whether the seat to act has not acted, or faces a full raise, made by one player or by several together."""
    if position.to_act[0] not in position.acted:
        return True
    brought_in = stakes.bring_in if position.street == position.rules.first_bet else 0
    # all in for less than the smallest bet more is no full raise, though the first
    return to_call >= max(position.largest_raise, _smallest_bet(position, street, stakes) - brought_in)


def _smallest_bet(position: Position, street: BettingRound, stakes: Stakes) -> int:
    """The least that a full bet or raise adds, without fixed limit: before the flop, no less than a straddle."""
    bet = stakes.bet(street.big)
    return max(bet, stakes.largest_blind) if position.street == position.rules.first_bet else bet
