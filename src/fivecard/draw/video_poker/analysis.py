"""What a draw poker machine returns with perfect play, exactly, and what follows from that.

All hands that differ only in the names of suits are one class; the best hold of every class is found at once
(`native/src/odds/draw_deck.hpp`), and the strategy is then run forward to the outcomes. Both give the same return, to
the last digit.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from math import ceil, comb, exp, lcm, log, sqrt
from operator import mul
from typing import Final

from fivecard.draw.video_poker.hands import read_hand
from fivecard.draw.video_poker.pay_tables import MOST_PAY, Game, Line, scaled
from fivecard.engine.rules import HAND_SIZE
from fivecard.errors import ArgumentError, FivecardError, expect, quoted

MOST_STEPS: Final = 50
PAY_STEPS: Final = 10_000
"""Into how many steps a coin is divided while a break-even pay is looked for."""


@dataclass(frozen=True)
class Outcome:
    """How often a line is paid."""

    line: Line | None
    """None where nothing is paid."""
    pay: Fraction
    count: int
    """Of all hands and all draws, each hold having the same number of them."""
    chance: Fraction

    @property
    def name(self) -> str:
        """What the line is called."""
        return self.line.name if self.line else "nothing"

    @property
    def worth(self) -> Fraction:
        """What the line adds to the return."""
        return self.pay * self.chance


class Play:
    """A way to play all hands of a machine.

    Args:
        game: The machine.
        holds: For every class of hands, the cards kept, as bits of the hand that stands for it.
    """

    def __init__(self, game: Game, holds: bytes) -> None:
        self.game = game
        self.holds = holds

    @property
    def whole(self) -> int:
        """All hands and all draws, each hold having the same number of them: the sum of the outcomes' counts."""
        return _whole(self.game)

    @cached_property
    def outcomes(self) -> tuple[Outcome, ...]:
        """How often every line is paid, and nothing."""
        counts = self.game.table.counts(self.holds)
        if sum(counts) != self.whole:
            raise ArithmeticError(f"the outcomes of {self.game.name} add up to {sum(counts)}, not {self.whole}")
        lines = (*self.game.lines, None)
        return tuple(
            Outcome(line, pay, count, Fraction(count, self.whole))
            for line, pay, count in zip(lines, self.game.pays, counts, strict=True)
        )

    @cached_property
    def mean(self) -> Fraction:
        """What is returned for each coin, exactly."""
        return sum((outcome.worth for outcome in self.outcomes), Fraction(0))

    @property
    def hit_frequency(self) -> Fraction:
        """How often anything is paid."""
        return sum((outcome.chance for outcome in self.outcomes if outcome.pay), Fraction(0))

    @cached_property
    def variance(self) -> float:
        """The variance of what one hand is paid, in coins squared."""
        return float(sum(outcome.pay**2 * outcome.chance for outcome in self.outcomes) - self.mean**2)

    @property
    def standard_deviation(self) -> float:
        """The root of the variance."""
        return sqrt(self.variance)

    def chance_of_ruin(self, bankroll: float, *, cashback: float = 0.0) -> float:
        """How likely it is that so many bets are ever lost by somebody who plays on for ever.

        Args:
            bankroll: How many bets there are to lose.
            cashback: What part of a bet comes back for each bet.
        """
        if not bankroll >= 0:
            raise ArgumentError(f"a bankroll is a number of bets, not {quoted(bankroll)}")
        return exp(-self._ruin_exponent(cashback) * bankroll)

    def bankroll(self, risk: float, *, cashback: float = 0.0) -> int:
        """How many bets are enough to play on for ever with this risk of losing them all.

        A hand loses one bet at most. Where all pays are whole bets, the chance of ruin is then exactly that of one bet
        to the power of the bankroll; where they are not, and with cash back, that is an upper bound.

        Args:
            risk: The chance of ruin that is accepted, between 0 and 1.
            cashback: What part of a bet comes back for each bet.
        """
        if not 0 < risk < 1:
            raise ArgumentError(f"a risk is between 0 and 1, not {quoted(risk)}")
        return ceil(-log(risk) / self._ruin_exponent(cashback) - 1e-9)

    def _ruin_exponent(self, cashback: float) -> float:
        """By how much the logarithm of the chance of ruin falls with each bet."""
        if not 0 <= cashback < 1:
            raise ArgumentError(f"cash back is a part of a bet, from 0 to 1, not {quoted(cashback)}")
        if self.mean + Fraction(cashback) <= 1:
            raise FivecardError(
                f"{self.game.name} returns {float(self.mean):.4%} at most"
                f"{f', and {cashback:.4%} back' if cashback else ''}: who plays on for ever is ruined for certain"
            )
        gains = [(float(outcome.pay) - 1 + cashback, float(outcome.chance)) for outcome in self.outcomes]

        def drift(exponent: float) -> float:
            return sum(chance * (exp(-exponent * gain) - 1) for gain, chance in gains)

        low, high = 0.0, 1e-9
        while drift(high) < 0:
            low, high = high, 2 * high
        for _ in range(200):
            middle = (low + high) / 2
            low, high = (middle, high) if drift(middle) < 0 else (low, middle)
        return high


class Solution(Play):
    """Perfect play.

    Args:
        game: The machine.
        holds: The best hold of every class.
        mean: What they return.
        deal_squares: The mean square of what a hand is worth when it is dealt.
    """

    def __init__(self, game: Game, holds: bytes, mean: Fraction, deal_squares: float) -> None:
        super().__init__(game, holds)
        if mean != self.mean:  # found backwards, and by playing the holds
            raise ArithmeticError(
                f"the return of {game.name} is {float(mean)}, but its outcomes make {float(self.mean)}"
            )
        self._deal_squares = deal_squares

    def __repr__(self) -> str:
        return f"<{self.game.name}: {float(self.mean):.4%}>"

    @property
    def covariance(self) -> float:
        """The covariance of two hands that are drawn to the same deal, as machines with several hands play them."""
        return self._deal_squares - float(self.mean) ** 2

    def variance_with(self, hands: int) -> float:
        """The variance for each hand where so many are drawn to the same deal."""
        if not isinstance(hands, int) or hands < 1:
            raise ArgumentError(f"a machine plays one hand or more, not {quoted(hands)}")
        return self.variance + (hands - 1) * self.covariance


@lru_cache(maxsize=64)
def solve(game: Game) -> Solution:
    """Find the best hold of every hand.

    >>> from fivecard.draw.video_poker.catalogue import game
    >>> solve(game("jacks or better 9/6"))
    <jacks or better 9/6: 99.5439%>
    """
    expect(game, Game, "a Game")
    pays, scale = scaled(game.pays)
    holds, total, squares = game.table.solve(pays)
    hands = comb(52 + game.jokers, HAND_SIZE)
    return Solution(game, holds, Fraction(total, _whole(game) * scale), squares / hands / scale**2)


def common_draws(game: Game) -> int:
    """A number of draws that those for any hold divide."""
    return lcm(*(comb(52 + game.jokers - HAND_SIZE, drawn) for drawn in range(HAND_SIZE + 1)))


def _whole(game: Game) -> int:
    return comb(52 + game.jokers, HAND_SIZE) * common_draws(game)


@dataclass(frozen=True)
class Option:
    """One way to play a hand."""

    kept: tuple[int, ...]
    """The cards kept, in the order in which they are held; 52 and 53 are jokers."""
    value: Fraction
    """What it returns for each coin, exactly."""
    counts: tuple[int, ...]
    """How many draws end in each line, and in nothing."""

    @property
    def draws(self) -> int:
        """How many draws there are."""
        return sum(self.counts)


def options(game: Game, hand: str | tuple[int, ...]) -> list[Option]:
    """Value all 32 ways to play a hand, the best first.

    Args:
        game: The machine.
        hand: The five cards, as text or as numbers of cards.

    >>> from fivecard.draw.video_poker.catalogue import game
    >>> best = options(game("jacks or better"), "Ah Kh Qh Jh 9h")[0]
    >>> round(float(best.value), 5), best.counts[0], best.draws
    (18.42553, 1, 47)
    """
    cards = read_hand(game, hand) if isinstance(hand, str) else hand
    ordered = sorted(cards)
    pays, scale = scaled(game.pays)
    found = []
    for hold, counts in enumerate(game.table.counts_of_hand(ordered)):
        kept = {card for position, card in enumerate(ordered) if hold >> position & 1}
        value = Fraction(sum(map(mul, pays, counts)), scale * sum(counts))
        found.append(Option(tuple([card for card in cards if card in kept]), value, tuple(counts)))
    return sorted(found, key=lambda option: (-option.value, -len(option.kept)))


def break_even(game: Game, line: str | None = None) -> Fraction:
    """Find the pay of a line at which the machine returns 100 %, with the other pays unchanged.

    The return rises with the pay, ever faster: Newton's method comes to the answer in a few steps, and the last one is
    exact, because the strategy does not change any more.

    Args:
        game: The machine.
        line: The line whose pay grows, its first if None.

    >>> from fivecard.draw.video_poker.catalogue import game
    >>> round(float(break_even(game("jacks or better 9/6"))), 2)
    975.99
    """
    name = line or game.lines[0].name
    number = game.line(name)
    pay = game.lines[number].pay
    for _ in range(MOST_STEPS):
        play = solve(game.with_pays({name: pay}))
        share = play.outcomes[number].chance
        if not share:
            pay = 2 * pay + 1
            continue
        exact = pay + (1 - play.mean) / share
        if not 0 <= exact <= MOST_PAY:
            raise FivecardError(f"{game.name}: no pay of {quoted(name)} from 0 to {MOST_PAY:,} makes the return 100%")
        if Play(game.with_pays({name: exact}), play.holds).mean == 1 and _still_best(game, name, exact, play):
            return exact
        pay = Fraction(round(exact * PAY_STEPS), PAY_STEPS)
    raise FivecardError(f"{game.name}: no break-even pay of {quoted(name)} was found")


def _still_best(game: Game, name: str, pay: Fraction, play: Play) -> bool:
    """Whether a play is perfect, to the precision of a pay, for another pay of a line."""
    near = Fraction(round(pay * PAY_STEPS), PAY_STEPS)
    best = solve(game.with_pays({name: near}))
    return best.mean == Play(best.game, play.holds).mean
