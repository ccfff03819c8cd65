"""What is played, by whom, for how much: what all environments agree on before the first hand."""

from collections.abc import Sequence
from fractions import Fraction

from fivecard.engine import Deal, Rules, Stakes, State, apply, find_variant, start
from fivecard.engine.defaults import default_stakes
from fivecard.engine.stakes import to_stacks
from fivecard.environments.features import Features
from fivecard.environments.menu import PARTS, Menu
from fivecard.errors import RulesError

_DEEP = 100  # big blinds, or small bets


def usual_stack(stakes: Stakes) -> int:
    """A hundred big blinds, or small bets where there are no blinds."""
    return _DEEP * (stakes.largest_blind or stakes.small_bet)


class Setting:
    """A game with players, stakes and stacks, its actions by number, and what a seat sees of it as numbers.

    Args:
        rules: The game, or its name in `VARIANTS`.
        players: How many play. Seats are positions: seat 0 is left of the button, the last has the button.
        stakes: What is played for; None for what is usual.
        stacks: The chips of each seat, or of every seat, at the beginning of each hand; None for 100 big blinds, or
            small bets where there are no blinds.
        sizes: The parts of the pot that may be bet or raised by number, ascending. In fixed limit there are none.
        exact: Number every amount of chips instead of parts of the pot.
    """

    def __init__(
        self,
        rules: Rules | str,
        players: int = 2,
        *,
        stakes: Stakes | None = None,
        stacks: int | Sequence[int] | None = None,
        sizes: Sequence[Fraction | int] = PARTS,
        exact: bool = False,
    ) -> None:
        self.rules: Rules = rules if isinstance(rules, Rules) else find_variant(rules)
        """The game."""
        self.stakes: Stakes = stakes or default_stakes(self.rules)
        """What it is played for."""
        self.rules.check_players(players)
        self.stacks = to_stacks(usual_stack(self.stakes) if stacks is None else stacks, players)
        """The chips of each seat at the beginning of each hand."""
        self.menu = Menu(self.rules, max(self.stacks), sizes=sizes, exact=exact)
        """The actions by number."""
        self.features = Features(self.rules, self.stakes, self.stacks)
        """What a seat sees, as numbers."""
        if self.begin(Deal(tuple(sorted(self.rules.deck)))).is_over:
            raise RulesError("with these stacks nobody has anything to decide: all are all in before the first turn")

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.stacks)

    def begin(self, deal: Deal) -> State:
        """Begin a hand.

        Args:
            deal: The cards.
        """
        return apply(start(self.rules, self.players, stakes=self.stakes, stacks=self.stacks), deal)[0]

    def won(self, state: State) -> tuple[int, ...]:
        """The chips that each seat has won or lost; while a hand is played, nothing.

        Args:
            state: Where the hand stands.
        """
        if not state.is_over:
            return (0,) * self.players
        return tuple([stack - before for stack, before in zip(state.stacks, self.stacks, strict=True)])
