"""What each choice is worth where a player has to decide, both playing by a strategy from there on."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from fivecard._util.sampling import checked_seed, chunks
from fivecard.cards import Card, card_id
from fivecard.errors import FivecardError
from fivecard.solvers.limit_draw.best_response import Mean
from fivecard.solvers.limit_draw.infoset import Choice, InfoSet
from fivecard.solvers.limit_draw.policy import Policy

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

DEALS: Final = 50_000
"""So many are off by .02 antes or so."""
_TRIES: Final = 40
"""How many deals are looked at for each that is wanted: what is rarer than this is known less well."""
_PORTION: Final = 25_000
"""As many at a time: Ctrl-C is heard in between."""
_FEWEST: Final = 100
_SLIPS: Final = 0, 0.05, 1
"""How often the other may do anything, where it would never do what was done."""
OFTEN: Final = 0.05
"""What is done as often as this is no mistake, unless it is far behind."""
FAR: Final = 0.1
"""So far behind is hardly anything that a strategy does where its own play gets to; elsewhere it has learnt little."""


class Option(NamedTuple):
    """One choice at a decision."""

    choice: Choice
    chance: float
    """How often the strategy does it."""
    value: Mean
    """What comes of it from here on, in units of the game, folding being 0."""
    behind: Mean
    """How far that is behind the best option, on the same deals."""

    @property
    def mistake(self) -> bool:
        """Whether it costs something for sure: not what may be chance, nor what is done often and not far behind."""
        least = self.behind.mean - 2 * self.behind.error
        return least > (0 if self.chance < OFTEN else FAR)


class Advice(NamedTuple):
    """The value of every choice at a decision."""

    infoset: InfoSet
    options: tuple[Option, ...]
    """Actions in their usual order; ways to draw as they are played, and by what they are worth."""
    deals: int
    """On how many the values are."""
    off_tree: bool
    """Whether the other never does what was done: it is taken for a slip then, and says little of its hand."""

    @property
    def best(self) -> Option:
        """What is worth most; of what may be as good, what the strategy does, for values have errors."""
        as_good = [option for option in self.options if option.behind.mean <= 2 * option.behind.error]
        often = [option for option in as_good if option.chance >= OFTEN]
        return max(often or as_good, key=lambda option: (option.value.mean, option.chance))

    @property
    def off_policy(self) -> bool:
        """Whether the strategy itself makes mistakes here: what it does says nothing.

        It seldom gets here and has learnt little, or it matters what was thrown away, which it forgets.
        """
        return any(option.mistake for option in self.options if option.chance >= OFTEN)

    @property
    def advised(self) -> tuple[Option, ...]:
        """What the strategy does and is right to do, the most usual first; if that is nothing, what is worth most."""
        often = [option for option in self.options if option.chance >= OFTEN and not option.mistake]
        return tuple(sorted(often, key=lambda option: -option.chance)) or (self.best,)

    def option(self, choice: Choice) -> Option:
        """One of them: an action in a word, or the cards that are kept, in any order."""
        wanted = choice if isinstance(choice, str) else frozenset(choice)
        for option in self.options:
            if (option.choice if isinstance(option.choice, str) else frozenset(option.choice)) == wanted:
                return option
        raise KeyError(choice)


def advise(
    strategy: Policy, infoset: InfoSet, *, thrown: Sequence[Card] = (), deals: int = DEALS, seed: int = 0
) -> Advice:
    """Value every choice, on deals that agree with what the opponent has done.

    After the draw, what was `thrown` away before it is known to be gone. The same question has the same answer.

    Args:
        strategy: What both play.
        infoset: Where somebody has to decide.
        thrown: After the draw, the cards that were thrown away.
        deals: How many deals each value is a mean of.
        seed: What they are dealt with.
    """
    import numpy as np  # before the compiled module does, which would make a TypeError of a Ctrl-C meanwhile

    if deals < 2:
        raise FivecardError(f"values are means of 2 deals or more, not {deals}")
    seed = checked_seed(seed)
    chances = strategy.action_probabilities(infoset)
    choices: list[Choice] = [*infoset.actions] or [*infoset.game.kept(infoset.cards)]
    numbers = [
        [tree.nodes[node].actions.index(action) for node, action in tree.steps(actions)]
        for tree, actions in ((infoset.game.first, infoset.first), (infoset.game.second, infoset.second))
    ]
    ids, gone = ([card_id(card) for card in cards] for cards in (infoset.cards, thrown))

    def values(slip: float) -> "NDArray[np.float32]":
        asked = (infoset.player, ids, gone, numbers[0], [*infoset.drawn], numbers[1])
        found = [
            strategy.native.worth(*asked, count, _TRIES * count, slip, ((seed << 24) + start) % 2**64)[1]
            for start, count in chunks(deals, _PORTION)
        ]
        return np.concatenate(found)

    for slip in _SLIPS:
        if len(found := values(slip)) >= min(deals, _FEWEST):
            break
    if len(found) < 2:
        raise FivecardError(f"among {_TRIES * deals:,} deals the other hardly ever did this: more are needed")
    worth = [_mean(found[:, each]) for each in range(len(choices))]
    best = max(range(len(choices)), key=lambda each: worth[each])
    options = [
        Option(choice, chances.get(choice, 0.0), worth[each], _mean(found[:, best] - found[:, each]))
        for each, choice in enumerate(choices)
    ]
    if infoset.stage == "draw":
        options.sort(key=lambda option: (-option.chance, option.behind))
    return Advice(infoset, tuple(options), len(found), slip > 0)


def _mean(numbers: "NDArray[np.float32]") -> Mean:
    return Mean(float(numbers.mean()), float(numbers.std(ddof=1)) / len(numbers) ** 0.5)
