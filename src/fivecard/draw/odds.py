"""Draw odds: what every discard leads to, exactly, and what it is worth, nearly.

>>> best = draw_odds("As Kh Td Tc 6s", hold="Td Tc")[0]
>>> best.draws, best.categories[Category.THREE_OF_A_KIND], round(best.improves, 4)
(16215, 1854, 0.2982)
>>> for choice in win_odds("As Kh Td Tc 6s", opponents=3)[:2]:
...     print(*choice.kept, choice.share_in_words)
Td Tc 32.6% +- 0.4
As Td Tc 32.1% +- 0.4
"""

from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property
from math import comb, isnan
from typing import TYPE_CHECKING, Final

from fivecard import _core
from fivecard._util.machine import threads_for
from fivecard.cards import Card, CardsLike, to_cards
from fivecard.draw.sampled import sampled_shares
from fivecard.draw.strategy import (
    ALL_HELD,
    Allowance,
    Strategy,
    holds_under,
    ids_of,
    in_order,
    opponent_who_drew,
    solved,
    table_against,
)
from fivecard.engine.rules import FOUR_WITH_AN_ACE, HAND_SIZE, Rules
from fivecard.errors import ArgumentError, HandError, IllegalActionError, expect, quoted
from fivecard.rankings import HIGH, Category

if TYPE_CHECKING:  # only arrays of all hands need it
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

HANDS: Final = 2_598_960
"""The number of hands of five cards."""
ALL_HOLDS: Final = 0xFFFF_FFFF
"""All 32 holds, as bits."""
SHARE_MARGINS: Final = {1: 0.002, 2: 0.003, 3: 0.004, 4: 0.005, 5: 0.006}
"""Within what of the truth 19 of 20 shares are, by the number of opponents, as `docs/strategy.md` has measured it."""
ANNOUNCED_MARGINS: Final = {1: 0.002, 2: 0.004, 3: 0.005, 4: 0.009, 5: 0.014}
"""The same where opponents have announced how many cards they drew, over announcements as often as they are made."""
CATEGORY_STARTS: Final = [HIGH.strengths_of(category).start for category in Category]
"""The weakest strength of each category."""
COMMON_DRAWS: Final = 7_669_695
"""A number that the draws for any hold divide: values over it are whole where payoffs are."""


class Choice:
    """One way to draw: the cards kept, the cards discarded, and the final hands, counted on first use.

    Args:
        hand: The five cards, as they are held.
        ordered: The same, lowest first.
        hold: The cards kept, as bits of the hand from its lowest card.
        share: The share of the pot to expect, where it was estimated.
        margin: Within what of the share the truth is.
    """

    def __init__(
        self,
        hand: tuple[Card, ...],
        ordered: tuple[Card, ...],
        hold: int,
        share: float | None = None,
        margin: float | None = None,
    ) -> None:
        self._hand = hand
        self._ordered = ordered
        self.hold = hold
        """The cards kept, as bits of the hand from its lowest card."""
        self.share = share
        """The share of the pot to expect, if opponents were named. It is approximate."""
        self.share_margin = margin
        """Within what of the share the truth is, in 19 of 20 cases. Two choices of a hand compare better than that."""

    def __repr__(self) -> str:
        worth = "" if self.share is None else f", share {self.share:.3f} +- {self.share_margin:.3f}"
        return f"<keep {' '.join(map(str, self.kept)) or 'nothing'}{worth}>"

    @cached_property
    def kept(self) -> tuple[Card, ...]:
        """The cards kept, in the order in which they are held."""
        kept = {card for position, card in enumerate(self._ordered) if self.hold >> position & 1}
        return tuple([card for card in self._hand if card in kept])

    @property
    def discards(self) -> tuple[Card, ...]:
        """The cards thrown away, in the order in which they are held."""
        return tuple([card for card in self._hand if card not in self.kept])

    @cached_property
    def _outcome(self) -> tuple[list[int], int]:
        [outcome] = _core.draw_odds(ids_of(self._ordered), [self.hold], CATEGORY_STARTS)
        return outcome

    @property
    def categories(self) -> dict[Category, int]:
        """How many draws end in each category."""
        return dict(zip(Category, self._outcome[0], strict=True))

    @property
    def better_draws(self) -> int:
        """How many draws end in a stronger hand."""
        return self._outcome[1]

    @property
    def draws(self) -> int:
        """How many draws there are."""
        return draws_for(self.hold)

    @property
    def improves(self) -> float:
        """The chance to end with a stronger hand."""
        return self.better_draws / self.draws

    @property
    def share_in_words(self) -> str:
        """The share as it is printed, in percent with as many digits as are known: `32.6% +- 0.4`."""
        if self.share is None or self.share_margin is None:
            return "unknown"
        digits = 1 if self.share_margin >= 0.0015 else 2
        return f"{self.share:.{digits}%} +- {100 * self.share_margin:.{digits}f}"

    def chance(self, category: Category) -> float:
        """The chance to end in a category."""
        return self.categories[category] / self.draws

    @cached_property
    def strengths(self) -> dict[int, int]:
        """How many draws end in each strength."""
        return _core.draw_strengths(ids_of(self._ordered), self.hold)


def draw_odds(
    hand: CardsLike, hold: CardsLike | None = None, *, rules: Rules | None = FOUR_WITH_AN_ACE
) -> list[Choice]:
    """Count the final hands after every discard that the rules allow (without rules, any), or after keeping `hold`.

    The choices are sorted by the chance to improve, the best first.

    Args:
        hand: The five cards.
        hold: Those that are kept; None for every choice.
        rules: What may be discarded; None if everything may.

    >>> [choice.draws for choice in draw_odds("Ah Kh Qh Jh 2c", hold="Ah Kh Qh Jh")]
    [47]
    """
    cards = to_cards(hand)
    ordered = in_order(cards)
    choices = [Choice(cards, ordered, held) for held in _holds(cards, ordered, hold, rules)]
    return sorted(choices, key=lambda choice: -choice.improves)


def win_odds(
    hand: CardsLike,
    opponents: int,
    *,
    strategy: Strategy | None = None,
    rules: Rules = FOUR_WITH_AN_ACE,
    hold: CardsLike | None = None,
    drew: Sequence[int | None] = (),
    within: float | None = None,
) -> list[Choice]:
    """Estimate the share of the pot after every discard that the rules allow, the best first.

    Ties are split. Shares are approximate: a choice has its `share_margin`.

    Args:
        hand: The five cards.
        opponents: How many there are, 1 to 5.
        strategy: What all of them play; None for the one solved for that many players and simultaneous draws.
        rules: What may be discarded.
        hold: Those cards that are kept; None for every choice.
        drew: How many cards each opponent has drawn, as far as they have acted; None for one of whom that is not known.
        within: Deal until 19 of 20 shares are as near as this to the truth, rather than to reckon.

    >>> print(*win_odds("4c 5d 6h 7s Ac", opponents=3)[0].kept)
    Ac
    >>> [win_odds("9c 9d Ah 6s 2c", opponents=1, drew=drew)[0] for drew in ([], [3], [0])]
    [<keep 9c 9d, share 0.598 +- 0.002>, <keep 9c 9d, share 0.625 +- 0.002>, <keep 9c 9d, share 0.011 +- 0.002>]
    """
    if not isinstance(opponents, int) or not 1 <= opponents <= 5:
        raise ArgumentError(f"there may be 1 to 5 opponents, not {quoted(opponents)}")
    cards = to_cards(hand)
    ordered = in_order(cards)
    holds = _holds(cards, ordered, hold, rules)
    theirs = strategy or solved(rules, opponents + 1)
    announced = _announced(cards, theirs, drew, opponents)
    if within is None:
        margin = (SHARE_MARGINS if announced == [None] * opponents else ANNOUNCED_MARGINS)[opponents]
        shares = [(share, margin) for share in _shares(cards, ordered, holds, theirs, announced)]
    else:
        found = sampled_shares(ids_of(ordered), holds, theirs, announced, within)
        if found is None:
            raise _too_unlikely(cards, announced)
        shares = found
    choices = [Choice(cards, ordered, held, *share) for held, share in zip(holds, shares, strict=True)]
    return sorted(choices, key=lambda choice: -(choice.share or 0))


def heard(hand: CardsLike, strategy: Strategy, drew: Sequence[int | None]) -> list[int | None]:
    """What opponents have announced, without numbers that their strategy never draws: those say nothing.

    >>> heard("As Ah Ad Ac Ks", solved(players=2), [4, 1, None])
    [None, 1, None]
    """
    return [count if count is not None and strategy.may_draw(count, without=hand) else None for count in drew]


def _announced(
    cards: tuple[Card, ...], strategy: Strategy, drew: Sequence[int | None], opponents: int
) -> list[int | None]:
    """What every opponent is known to have drawn; refuses what they cannot have."""
    if len(drew) > opponents:
        raise ArgumentError(f"{len(drew)} draws are announced, more than there are opponents: {opponents}")
    for number, count in enumerate(drew, 1):
        if count is None:
            continue
        if not isinstance(count, int) or not 0 <= count < HAND_SIZE:
            raise ArgumentError(f"opponent {number} may have drawn 0 to 4 cards, not {quoted(count)}")
        if not strategy.may_draw(count, without=cards):
            never = f"the strategy '{strategy.name}' never does, against '{' '.join(map(str, cards))}'"
            raise HandError(f"opponent {number} cannot have drawn {count}: {never}")
    return [*drew, *[None] * (opponents - len(drew))]


def _shares(
    cards: tuple[Card, ...],
    ordered: tuple[Card, ...],
    holds: list[int],
    strategy: Strategy,
    announced: list[int | None],
) -> list[float]:
    ids = ids_of(ordered)
    if announced == [None] * len(announced):
        every = table_against(strategy, len(announced)).shares(ids)
        return [every[hold] for hold in holds]
    in_turn = sorted(announced, key=lambda count: HAND_SIZE if count is None else count)  # seats make no difference
    table = _core.AnnouncedDraws([opponent_who_drew(strategy, count) for count in in_turn])
    shares = table.shares(ids, holds, threads_for(None))
    if any(isnan(share) for share in shares):
        raise _too_unlikely(cards, announced)
    return shares


def _too_unlikely(cards: tuple[Card, ...], announced: list[int | None]) -> HandError:
    shown = ", ".join("?" if count is None else str(count) for count in announced)
    return HandError(f"draws of {shown} are too unlikely against '{' '.join(map(str, cards))}': no share is known")


def _holds(
    cards: tuple[Card, ...], ordered: tuple[Card, ...], hold: CardsLike | None, rules: Rules | None
) -> list[int]:
    legal = holds_under(rules, ordered) if rules else list(range(ALL_HELD, -1, -1))
    if hold is None:
        return legal
    kept = to_cards(hold)
    if missing := [card for card in kept if card not in ordered]:
        raise HandError(f"'{missing[0]}' cannot be kept: it is not in the hand '{' '.join(map(str, cards))}'")
    wanted = sum(1 << position for position, card in enumerate(ordered) if card in kept)
    if wanted not in legal:
        raise IllegalActionError(f"the rules do not allow to keep only '{' '.join(map(str, kept))}'")
    return [wanted]


class FinalHands:
    """How final hands are distributed: exact counts over all hands and all draws, each equally likely."""

    whole: Final = HANDS * COMMON_DRAWS

    def __init__(self, counts: Sequence[int]) -> None:
        self.counts = tuple(counts)
        """By strength; 0 is no hand. Together they make `whole`."""

    def chance(self, category: Category) -> float:
        """The chance of a category."""
        return sum(self._of(category)) / self.whole

    def at_least(self, strength: int) -> float:
        """The chance of a strength or a better one."""
        return sum(self.counts[strength:]) / self.whole

    def _of(self, category: Category) -> list[int]:
        return [self.counts[strength] for strength in HIGH.strengths_of(category)]


def final_distribution(strategy: Strategy) -> FinalHands:
    """Find the distribution of a strategy's final hands, when all dealt hands are equally likely.

    >>> finals = final_distribution(solved(players=2))
    >>> round(finals.chance(Category.TWO_PAIR), 3)
    0.132
    """
    expect(strategy, Strategy, "a Strategy")
    return FinalHands(_core.final_counts(strategy.holds, threads_for(None)))


class HoldValues:
    """The best hold of every hand for a payoff, and the value of every hold.

    Args:
        payoff: A number for each strength, 0 included, or for each hand in colex order.
        rules: What may be discarded; None if everything may.
    """

    def __init__(self, payoff: "NDArray[np.float64]", rules: Rules | None) -> None:
        import numpy as np

        self._made_of = payoff, rules
        largest = float(abs(payoff).max())
        self.exact = bool((payoff == payoff.round()).all() and 5 * HANDS * largest < 2**53)
        """Whether all numbers on the way were whole and small enough to be exact."""
        allowed = Allowance.under(rules) if rules else (ALL_HOLDS, False)
        self._native: _core.StrengthHolds | _core.HoldValues
        if len(payoff) == HANDS:
            self._native = _core.HoldValues(payoff)
            self._holds, self._numerators, totals, expected = self._native.best(*allowed)
            self._counts = np.ones(HANDS, np.uint8)
            ways = [comb(HAND_SIZE, held) * comb(52 - HAND_SIZE, HAND_SIZE - held) for held in range(HAND_SIZE + 1)]
            checks = [
                (f"holds of {held} cards", totals[held], expected[held], ways[held]) for held in range(HAND_SIZE + 1)
            ]
        else:
            self._native = _core.StrengthHolds(payoff)
            self._class_holds, self._numerators = self._native.best(*allowed)
            self._counts = _core.hands_of_classes()
            worth = self._native.worth(self._class_holds)
            checks = [("the best holds", float(self._numerators @ self._counts), worth, COMMON_DRAWS)]
        for what, found, wanted, ways_each in checks:
            if not abs(found - wanted) <= 1e-9 * max(1.0, largest) * HANDS * ways_each:
                raise ArithmeticError(f"the sum check failed for {what}: {found}, not {wanted}")

    def __reduce__(self) -> tuple[object, ...]:
        return HoldValues, self._made_of  # a copy finds them again

    @property
    def _by_class(self) -> bool:
        return len(self._counts) < HANDS

    @cached_property
    def holds(self) -> "NDArray[np.uint8]":
        """The best hold of every hand, in colex order: see `hand_number`."""
        return _core.expand_holds(self._class_holds) if self._by_class else self._holds

    @cached_property
    def values(self) -> "NDArray[np.float64]":
        """The value of the best hold of every hand, in colex order: see `hand_number`."""
        values = self._numerators / COMMON_DRAWS
        return values[_core.class_numbers()] if self._by_class else values

    @property
    def mean(self) -> Fraction:
        """The value of the game: the mean over all hands, exact if the payoff allows it."""
        if self.exact:  # in two parts, which are added up in 64 bits
            numerators, counts = self._numerators.astype("int64"), self._counts.astype("int64")
            high, low = ((numerators >> 24) * counts).sum(), ((numerators & 0xFFFFFF) * counts).sum()
            return Fraction((int(high) << 24) + int(low), HANDS * COMMON_DRAWS)
        return Fraction(float(self._numerators @ self._counts) / HANDS) / COMMON_DRAWS

    def of(self, hand: CardsLike) -> list[tuple[tuple[Card, ...], float]]:
        """The value of every hold of one hand, the best first; all 32, whatever the rules."""
        ordered = in_order(hand)
        sums = self._native.draws(ids_of(ordered))
        options = [
            (tuple([card for position, card in enumerate(ordered) if hold >> position & 1]), total / draws_for(hold))
            for hold, total in enumerate(sums)
        ]
        return sorted(options, key=lambda option: (-option[1], -len(option[0])))

    def strategy(self, name: str) -> Strategy:
        """Turn the best holds into a strategy; of hands that differ in the names of suits only, one stands for all."""
        if self._by_class:
            return Strategy(name, self._class_holds)
        ids = _core.class_hands()
        numbers = (_number(ids[start : start + HAND_SIZE]) for start in range(0, len(ids), HAND_SIZE))
        return Strategy(name, bytes([self.holds[number] for number in numbers]))


def hold_values(payoff: "ArrayLike", *, rules: Rules | None = None) -> HoldValues:
    """Find the best hold of all 2,598,960 hands for a payoff, and its value.

    Args:
        payoff: A number for each strength (7,462 of them, or 7,463 with one for strength 0, which no hand has), or for
            each hand in colex order.
        rules: What may be discarded; None if everything may.

    >>> values = hold_values([float(strength == 7462) for strength in range(7463)])  # only royal flushes
    >>> print(*values.of("Ah Kh Qh 2c 7d")[0][0])
    Qh Kh Ah
    """
    import numpy as np

    expect(rules, Rules | None, "Rules")
    try:
        numbers = np.ascontiguousarray(payoff, dtype=np.float64)
    except (ValueError, TypeError):
        raise ArgumentError(f"a payoff is a list of numbers, not {quoted(payoff)}") from None
    if numbers.shape == (HIGH.strongest,):
        numbers = np.concatenate([[0.0], numbers])
    if numbers.shape not in {(HIGH.strongest + 1,), (HANDS,)}:
        raise ArgumentError(
            f"a payoff has a number for each of 7,462 strengths or 2,598,960 hands, not {numbers.shape}"
        )
    if not np.isfinite(numbers).all():
        raise ArgumentError("a payoff has finite numbers only")
    if abs(numbers).max() > 1e280:
        raise ArgumentError("the numbers of a payoff are too large to be added up")
    return HoldValues(numbers, rules)


def hand_number(hand: CardsLike) -> int:
    """Number a hand among all hands in colex order: by its highest card, then by the next, and so on.

    >>> hand_number("2c 2d 2h 2s 3c"), hand_number("As Ah Ad Ac Ks")
    (0, 2598959)
    """
    return _number(ids_of(in_order(hand)))


def _number(ids: Sequence[int]) -> int:
    return sum(comb(card, size) for size, card in enumerate(ids, 1))


def draws_for(hold: int) -> int:
    """Count the ways to draw what a hold lacks.

    >>> [draws_for(hold) for hold in (0b11111, 0b01111, 0b00111, 0b00011)]
    [1, 47, 1081, 16215]
    """
    return comb(47, HAND_SIZE - hold.bit_count())
