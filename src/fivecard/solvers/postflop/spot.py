"""A question of hold'em after the flop: two ranges on a board, and how may be bet.

>>> raises = {"river": "a", "ip flop": "2.5x"}
>>> spot = Spot("Td 9d 6h", ("QQ+, AKs", "TT, T9s"), pot=200, stack=900, bets="60%", raises=raises)
>>> spot.sizes("raises", "flop", 1), spot.sizes("raises", "flop", 0)
((Size(kind='times', number=2.5),), ())
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import product
from math import isfinite
from typing import TYPE_CHECKING, Final, Literal

from fivecard.cards import PLAIN, Card, CardSet, CardsLike, first_repeated, to_cards
from fivecard.errors import DuplicateCardError, HandError, RangeError, RulesError, quoted
from fivecard.games import Game
from fivecard.ranges import Range
from fivecard.solvers.postflop.sizes import Size, bet_sizes, raise_sizes

if TYPE_CHECKING:
    from fivecard.solvers.postflop.estimates import Estimate
    from fivecard.solvers.postflop.solving import Precision
    from fivecard.solvers.postflop.tree import Tree

STREETS: Final = ("flop", "turn", "river")
PLAYERS: Final = ("oop", "ip")
"""Who acts first, out of position, and who acts last."""
_GAMES: Final = ("holdem", "short-deck", "short-deck-trips")

Sizing = str | Mapping[str, str]
"""Sizes for both players on all streets, or by street (`flop`), player (`ip`), or both (`ip flop`); the closest
counts.
"""
Line = tuple[str, ...]
"""What was done since the first card: `("check", "bet 120", "call")`. What cards came is not said."""


@dataclass(frozen=True)
class Edit:
    """A change of the tree that the sizes make.

    Args:
        what: Whether an action is taken away, or one is put in.
        line: What was done before.
        action: Which action: `bet 120`, `raise 300`, `check`, and so on.
    """

    what: Literal["remove", "add"]
    line: Line
    action: str


@dataclass(frozen=True)
class Lock:
    """A fixed strategy for a player at one place, whatever it costs.

    Args:
        path: What was done, and which cards came, up to where the player acts.
        chances: For each action how often, from 0 to 1, all hands do it; or for each action the hands that do it, as a
            `Range` whose weights are how often.
    """

    path: Line
    chances: "tuple[float, ...] | tuple[Range, ...]"


@dataclass(frozen=True)
class Spot:
    """A question for the solver: two ranges on a board, and a tree of bets.

    Args:
        board: Three to five cards.
        ranges: Of the player out of position, who acts first, and of the one in position: text or `Range`, with
            weights.
        pot: What lies in the middle.
        stack: What both have left; of two numbers the smaller counts.
        bets: Sizes of bets: `"33%, 75%, e, a"`, chips as `"120"`; by street and player as a mapping.
        raises: Sizes of raises: `"2.5x, 50%, a"`, chips to which is raised.
        donks: Sizes of bets out of position where the other player bet or raised last on the street before; as other
            bets, if None.
        add_all_in: All-in is a choice too where it is a bet of at most so many pots.
        force_all_in: A bet that leaves at most so many pots behind, once it is called, is all-in.
        merge: Of two sizes that are this close, the smaller goes: where the pots with them, called by nobody, differ
            by at most this part.
        rake: What part of the pot the house takes.
        rake_cap: How many chips it takes at most.
        game: `holdem`, `short-deck` or `short-deck-trips`.
        edits: Actions that are put in or taken away: see `with_action` and `without_action`.
        locks: See `locked`.
        merge_suits: Whether boards that are alike but for suits are solved once. It changes how long it takes, not
            what comes of it.
    """

    board: CardsLike
    ranges: tuple[Range | str, Range | str]
    pot: float
    stack: float | tuple[float, float]
    bets: Sizing = ""
    raises: Sizing = ""
    donks: Sizing | None = None
    add_all_in: float = 0
    force_all_in: float = 0
    merge: float = 0
    rake: float = 0
    rake_cap: float | None = None
    game: str = "holdem"
    edits: tuple[Edit, ...] = ()
    locks: tuple[Lock, ...] = ()
    merge_suits: bool = True
    _sizes: dict[tuple[str, str, int], tuple[Size, ...]] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    def __post_init__(self) -> None:
        """Read what is given as text, and refuse what cannot be played."""
        self._check_numbers()
        if self.game not in _GAMES:
            raise RulesError(f"after the flop the games are {', '.join(_GAMES)}, not {quoted(self.game)}")
        board = to_cards(self.board)
        if not 3 <= len(board) <= 5:
            raise HandError(f"a board after the flop has 3 to 5 cards, not {len(board)}")
        if twice := first_repeated(board):
            raise DuplicateCardError(f"duplicate card '{twice}' on the board {quoted(PLAIN.join(board))}")
        if strange := [card for card in board if card not in Game.find(self.game).deck_set]:
            raise HandError(f"'{strange[0]}' on the board is not in the deck of {Game.find(self.game).title}")
        object.__setattr__(self, "board", board)
        if not isinstance(self.ranges, Sequence) or isinstance(self.ranges, str) or len(self.ranges) != 2:
            raise RangeError(f"expected two ranges, out of position and in position, got {quoted(self.ranges)}")
        object.__setattr__(self, "ranges", tuple(map(self._read_range, self.ranges)))
        dead = CardSet(board).mask
        for player, range_ in zip(PLAYERS, self.hand_ranges, strict=True):
            if not any(not hand & dead for hand in range_.hands.tolist()):
                raise RangeError(f"the range {player} has no hand that the board {PLAIN.join(board)} leaves possible")
        for what in ("bets", "raises", "donks"):
            self._read_sizes(what)

    def __getstate__(self) -> dict[str, object]:
        """Leave the tree behind: it is made anew of the rest."""
        return {name: value for name, value in vars(self).items() if name != "tree"}

    def _check_numbers(self) -> None:
        stacks = self.stack if isinstance(self.stack, tuple) else (self.stack,)
        if len(stacks) not in {1, 2}:
            raise RulesError(f"a stack is a number of chips, or two, one for each player, not {quoted(self.stack)}")
        for what, number in (("pot", self.pot), *(("stack", stack) for stack in stacks)):
            if not _is_number(number) or not 0 < number < 1e9:
                raise RulesError(f"the {what} is a number of chips above 0, not {quoted(number)}")
        for what in ("add_all_in", "force_all_in", "merge"):
            if not _is_number(getattr(self, what)) or not 0 <= getattr(self, what) < 1e9:
                raise RulesError(f"{what} is a number of pots from 0 up, not {quoted(getattr(self, what))}")
        if not _is_number(self.rake) or not 0 <= self.rake < 1:
            raise RulesError(f"the rake is a part of the pot, from 0 to less than 1, not {quoted(self.rake)}")
        if self.rake_cap is not None and (not _is_number(self.rake_cap) or self.rake_cap < 0):
            raise RulesError(f"the cap of the rake is a number of chips from 0 up, not {quoted(self.rake_cap)}")

    def _read_range(self, range_: Range | str) -> Range:
        found = Range(range_, self.game) if isinstance(range_, str) else range_
        if not isinstance(found, Range) or found.game.name != self.game:
            raise RangeError(f"expected a range of {self.game}, got {quoted(range_)}")
        return found

    def _read_sizes(self, what: str) -> None:
        given = getattr(self, what)
        if given is None:
            return
        read = raise_sizes if what == "raises" else bet_sizes
        if isinstance(given, str):
            given = {"": given}
        elif isinstance(given, Mapping):
            object.__setattr__(self, what, dict(given))
        else:
            raise RulesError(f"{what} are a text, or texts by street and player, not {quoted(given)}")
        places = {"", *STREETS, *PLAYERS, *(f"{player} {street}" for player, street in product(PLAYERS, STREETS))}
        for place in given:
            if place not in places:
                raise RulesError(f"{what} are for a street, a player, or both (ip flop), not for {quoted(place)}")
        for (player, name), street in product(enumerate(PLAYERS), STREETS):
            closest = next((key for key in (f"{name} {street}", street, name, "") if key in given), None)
            self._sizes[what, street, player] = read(given[closest]) if closest is not None else ()

    def sizes(self, what: str, street: str, player: int) -> tuple[Size, ...] | None:
        """Find the sizes that are given for a street and a player; None if no donks are told apart.

        Args:
            what: `bets`, `raises` or `donks`.
            street: `flop`, `turn` or `river`.
            player: 0 out of position, 1 in position.
        """
        return self._sizes.get((what, street, player))

    @property
    def cards(self) -> tuple[Card, ...]:
        """The board."""
        return to_cards(self.board)

    @property
    def hand_ranges(self) -> tuple[Range, Range]:
        """Both ranges."""
        first, second = self.ranges
        assert isinstance(first, Range)
        assert isinstance(second, Range)
        return first, second

    @property
    def effective_stack(self) -> float:
        """What can be bet: the smaller stack."""
        return float(min(self.stack)) if isinstance(self.stack, tuple) else float(self.stack)

    @property
    def streets(self) -> tuple[str, ...]:
        """The streets that are played, from this board on."""
        return STREETS[len(self.cards) - 3 :]

    def raked(self, pot: float) -> float:
        """What the house takes of a pot."""
        taken = self.rake * pot
        return taken if self.rake_cap is None else min(taken, self.rake_cap)

    @cached_property
    def tree(self) -> "Tree":
        """All lines of betting, and how large they make the question."""
        from fivecard.solvers.postflop.tree import Tree

        return Tree(self)

    def estimate(
        self, *, target: float = 0.3, threads: int | None = None, precision: "Precision | None" = None
    ) -> "Estimate":
        """Say how large this is, and about how long solving it takes here; nothing is solved yet.

        Args:
            target: As `solve` takes it, in percent of the pot.
            threads: How many threads; None for as many as there are cores.
            precision: `f32`, `fp16`, or None for what suits the size.
        """
        from fivecard.solvers.postflop.estimates import estimate

        return estimate(self, target=target, threads=threads, precision=precision)

    def with_action(self, *line: str) -> "Spot":
        """Put an action in: the last of a line, behind the others.

        >>> spot = Spot("Td 9d 6h 2c 2d", ("AA", "KK"), pot=100, stack=300, bets="50%")
        >>> spot.with_action("check", "bet 30").tree.at("check").names
        ('check', 'bet 30', 'bet 50')
        """
        return self._edited("add", line)

    def without_action(self, *line: str) -> "Spot":
        """Take an action away: the last of a line, behind the others."""
        return self._edited("remove", line)

    def _edited(self, what: Literal["remove", "add"], line: Line) -> "Spot":
        if not line:
            raise RulesError("expected a line of actions, of which the last is put in or taken away")
        return replace(self, edits=(*self.edits, Edit(what, tuple(line[:-1]), line[-1])))

    def locked(self, *path: str, chances: "Sequence[float] | Sequence[Range]") -> "Spot":
        """Make a player play in a certain way somewhere; everything else is solved around it.

        Args:
            path: What is done, and which cards come, up to where the player acts.
            chances: For each action how often, from 0 to 1, all hands do it; or for each action the hands that do it,
                as a `Range` whose weights are how often. Hands that are in none of them do each as often.
        """
        return replace(self, locks=(*self.locks, Lock(path, tuple(chances))))  # type: ignore[arg-type]


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and isfinite(value)
