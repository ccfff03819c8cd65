"""Hands side by side, stepped together."""

from collections.abc import Sequence
from fractions import Fraction
from operator import index

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fivecard import _core
from fivecard._util.machine import threads_for
from fivecard._util.sampling import checked_seed
from fivecard.cards import ALL_CARDS
from fivecard.engine import Deal, Rules, Stakes, find_variant
from fivecard.engine.defaults import default_stakes
from fivecard.engine.stakes import to_stacks
from fivecard.environments.menu import LEAST, PARTS, pot_parts
from fivecard.environments.observations import Observations, observations_in
from fivecard.environments.setting import usual_stack
from fivecard.environments.statement import MOST_CHIPS, native_rules
from fivecard.errors import ArgumentError, CardError, FormatError, RulesError, quoted


class Batch:
    """Many hands of one game, stepped together: takes an action for each, and gives what the next seat to act sees.

    A hand that is over is followed by the next of its row at once, with the stacks of the beginning; `done` and
    `rewards` tell of the one that is over, the observations of the new one. Which cards a row deals depends on the seed
    and the number of the row alone.

    The rules are those of `fivecard.engine`, played natively.

    Args:
        rules: The game, or its name in `VARIANTS`.
        hands: How many are played side by side.
        players: How many play each. Seats are positions: seat 0 is left of the button, the last has the button.
        stakes: What is played for; None for what is usual.
        stacks: The chips of each seat, or of every seat, at the beginning of each hand; None for 100 big blinds, or
            small bets where there are no blinds.
        seed: It decides all cards.
        sizes: The parts of the pot that may be bet or raised by number, ascending, between the least and the largest
            amount. In fixed limit there are none.
        threads: How many work at a step; None for one for each core.
    """

    def __init__(
        self,
        rules: Rules | str,
        hands: int,
        *,
        players: int = 2,
        stakes: Stakes | None = None,
        stacks: int | Sequence[int] | None = None,
        seed: int = 0,
        sizes: Sequence[Fraction | int] = PARTS,
        threads: int | None = None,
    ) -> None:
        self.rules: Rules = rules if isinstance(rules, Rules) else find_variant(rules)
        """The game."""
        native = native_rules(self.rules, stakes or default_stakes(self.rules), players)
        self.stakes: Stakes = stakes or default_stakes(self.rules)
        """What it is played for."""
        self.stacks = _few_chips(to_stacks(usual_stack(self.stakes) if stacks is None else stacks, players))
        """The chips of each seat at the beginning of each hand."""
        self.hands = _count(hands, "hands")
        """How many are played side by side."""
        self.sizes = pot_parts(self.rules, sizes)
        """The parts of the pot that actions stand for, from `LEAST + 1` on."""
        parts = [(part.numerator, part.denominator) for part in self.sizes]
        workers = threads_for(threads)
        self._native = _core.EngineBatch(native, self.hands, self.stacks, checked_seed(seed), workers, parts)
        self.observations: Observations = observations_in(self._native.observations(), self._native.fields)
        """What the seat to act sees of each hand."""
        self.rewards: NDArray[np.int32] = self._native.rewards()
        """The chips that each seat has won or lost, where a hand was over with the last step; else 0."""
        self.done: NDArray[np.bool_] = self._native.done().view(np.bool_)
        """Whether a hand was over with the last step."""
        self.rewards.flags.writeable = self.done.flags.writeable = False

    @property
    def players(self) -> int:
        """How many play each hand."""
        return len(self.stacks)

    @property
    def actions(self) -> int:
        """How many actions have numbers, those of a draw aside.

        >>> Batch("holdem", 1).actions, Batch("holdem", 1, sizes=()).actions
        (6, 4)
        """
        return LEAST + len(self.sizes) + 2

    @property
    def hands_played(self) -> int:
        """How many hands are over since the beginning or the last `reset`."""
        return self._native.hands_played

    def legal(self) -> NDArray[np.bool_]:
        """Say which actions may be done, a row for each hand and a column for each action; none of them in a draw.

        >>> Batch("holdem", 1).legal().tolist()
        [[True, True, True, False, True, True]]
        """
        return (self.observations.legal[:, None] >> np.arange(self.actions, dtype=np.uint16) & 1).astype(np.bool_)

    def step(
        self, actions: ArrayLike, *, exact: bool = False, where: ArrayLike | None = None
    ) -> tuple[Observations, NDArray[np.int32], NDArray[np.bool_]]:
        """Do one thing in every hand; give `observations`, `rewards` and `done`.

        If one of the actions is not legal, nothing is done in any hand.

        Args:
            actions: One for each hand. By number: `FOLD`, `PASS`, `LEAST`, the parts of the pot, the largest. In a draw
                it is the set of places in the hand whose cards go, as bits: 0 stands pat, 5 discards the first and
                the third card.
            exact: Take chips instead of numbers: -1 folds, 0 checks, calls or brings it in, and any other number is
                what then lies before the seat, in all. A draw is the same.
            where: The hands in which something is done, as a flag for each; None for all. The others wait: their
                actions are not looked at.

        >>> batch = Batch("holdem", 2)
        >>> batch.step([2, 9])
        Traceback (most recent call last):
        fivecard.errors.IllegalActionError: action 9 is not legal (row 1)
        >>> batch.step([7, -1], exact=True)[1].tolist()
        [[0, 0], [1, -1]]
        >>> batch.step([0, 0], where=[False, True])[2].tolist()
        [False, True]
        """
        self._native.step(self._checked(actions), exact, None if where is None else self._flags(where))
        return self.observations, self.rewards, self.done

    def step_randomly(self, steps: int = 1) -> None:
        """Let every seat do anything legal at random, so many times: each action by number equally likely.

        Args:
            steps: How many times.
        """
        self._native.step_randomly(_count(steps, "steps"))

    def reset(self, *, seed: int | None = None) -> Observations:
        """Begin again.

        Args:
            seed: Another seed; None for the one from before, which deals the same cards again.
        """
        self._native.reset(None if seed is None else checked_seed(seed))
        return self.observations

    def deal(self, deals: Sequence[Deal]) -> Observations:
        """Begin a hand with these cards in every row; later hands are dealt at random again.

        Args:
            deals: One for each hand, of whole decks.

        >>> from random import Random
        >>> deal = Deal.shuffled(Random(1))
        >>> seen = Batch("holdem", 2).deal([deal, deal])
        >>> [card.id for card in deal.deck[1:4:2]], seen.hole.tolist()
        ([35, 9], [[35, 9], [35, 9]])
        """
        if len(deals) != self.hands:
            raise ArgumentError(f"there are {self.hands} hands to deal, not {len(deals)}")
        whole = len(self.rules.deck)
        for row, deal in enumerate(deals):
            if len(deal.deck) != whole or not self.rules.is_deck(deal.deck):
                raise CardError(f"a deck is the {whole} cards of the game, each once", row=row)
        decks = np.array([[card.id for card in deal.deck] for deal in deals], np.uint8)
        reserves = np.full((self.hands, len(ALL_CARDS)), len(ALL_CARDS), np.uint8)
        for row, deal in enumerate(deals):
            for place, card in enumerate(deal.reserve):
                reserves[row, card.id] = place
        self._native.reset(None, decks, reserves)
        return self.observations

    def deal_of(self, row: int) -> Deal:
        """Give the cards of the hand that a row plays now, as `fivecard.engine` deals them: what nobody may see.

        Args:
            row: The number of the hand in the batch.
        """
        deck, places = self._native.deal_of(row)
        reserve = sorted(ALL_CARDS, key=lambda card: places[card.id]) if len({*places}) > 1 else ()
        return Deal(tuple([ALL_CARDS[card] for card in deck]), tuple(reserve))

    def _flags(self, where: ArrayLike) -> NDArray[np.uint8]:
        array = np.asarray(where)
        if array.dtype != np.bool_ or array.shape != (self.hands,):
            raise FormatError(f"where has {self.hands} flags, not {array.dtype} of shape {array.shape}")
        return np.ascontiguousarray(array).view(np.uint8)

    def _checked(self, actions: ArrayLike) -> NDArray[np.uint8] | NDArray[np.int64]:
        array = np.asarray(actions)
        if array.dtype.kind not in "iub" or array.shape != (self.hands,):
            raise FormatError(f"actions are {self.hands} whole numbers, not {array.dtype} of shape {array.shape}")
        if array.dtype == np.uint64 and array.size and int(array.max()) > np.iinfo(np.int64).max:
            raise FormatError(f"actions are whole numbers below 2^63, not {int(array.max())}")
        if array.dtype == np.uint8:
            return np.ascontiguousarray(array, np.uint8)
        return np.ascontiguousarray(array, np.int64)


def _count(number: int, what: str) -> int:
    try:
        count = index(number)
    except TypeError:
        count = 0
    if count < 1:
        raise ArgumentError(f"there are one or more {what}, not {quoted(number)}")
    return count


def _few_chips(stacks: tuple[int, ...]) -> tuple[int, ...]:
    if (chips := sum(stacks)) > MOST_CHIPS:
        raise RulesError(f"the native engine counts up to {MOST_CHIPS:,} chips, all stacks together, not {chips:,}")
    return stacks
