"""From what a seat sees to a question that can be solved at once: the spot, and the path to where it has to decide.

The question begins with the street that is being played. What was bet on it is in the tree with its exact sums; what
else may be bet goes by menus, of which the richest is taken whose work is bounded. The bound is of work, not of time:
the same hand is always advised and played alike.
"""

from dataclasses import dataclass, replace
from typing import Final

from fivecard.engine import View, legal
from fivecard.errors import RulesError
from fivecard.players.solver.ranges import Assumed
from fivecard.solvers.postflop import Edit, Spot
from fivecard.solvers.postflop.spot import STREETS

MOST_NUMBERS: Final = 3_000_000
"""Of the strategies of a question, both players': what has more is not asked at all."""
_RICH_NUMBERS: Final = 1_500_000
"""What has more is asked with fewer sizes, as long as there are fewer: rather fewer sizes than a rough solution."""
_WORK: Final = 150_000_000
"""How many numbers are gone through at most: half a second of a core that has nothing else to do, more where it has."""
_MOST_ITERATIONS: Final = 400
_ALL_IN: Final = 2.0  # pots: all-in is told where it is at most so much
_FORCED: Final = 0.15  # of the pot: who would have less behind goes all in
_CLOSE: Final = 0.1
_SAME: Final = 2.0
"""A size on the menu stands for one that was bet if neither is more than so many times the other."""
_UNKNOWN_RAISE: Final = 3
"""A seat sees the last two sums of a street alone: those before are taken to be raised to so many times as much."""


@dataclass(frozen=True)
class Menu:
    """What may be bet.

    Args:
        bets: On this street.
        raises: On this street.
        later_bets: On later streets.
        later_raises: On later streets.
    """

    bets: str
    raises: str
    later_bets: str
    later_raises: str


MENUS: Final = (
    Menu("33%, 75%, 150%", "2.5x", "33%, 75%", "2.5x"),
    Menu("33%, 75%, 150%", "2.5x", "75%", "a"),
    Menu("33%, 75%", "2.5x", "75%", ""),
    Menu("33%, 75%", "a", "75%", ""),
    Menu("75%", "a", "75%", ""),
)
"""The richest first."""


@dataclass(frozen=True)
class Question:
    """A spot, and where in it a seat has to decide.

    Args:
        spot: From the beginning of the street.
        path: What was done on it.
        player: Who decides: 0 out of position, 1 in position.
        numbers: How large the strategies are.
    """

    spot: Spot
    path: tuple[str, ...]
    player: int
    numbers: int

    @property
    def iterations(self) -> int:
        """How often it may be played."""
        return max(min(_WORK // self.numbers, _MOST_ITERATIONS), 1)


def question_for(view: View, ranges: Assumed, *, also: int = 0, silent: bool = False) -> Question | None:
    """Ask what a seat should do whose turn it is; None if that would take too long.

    Args:
        view: A hand of two players after the flop.
        ranges: What they may hold.
        also: A sum to bet or raise to that has to be among the actions; 0 for those of the menu.
        silent: Whether what the other player did on this street is taken to say nothing of the hand.
    """
    least = _Asking(view, ranges, MENUS[-1], silent=silent).question(also, MOST_NUMBERS)
    if least is None:  # on most flops: to try the others, which are larger, would take a while
        return None
    richer = (_Asking(view, ranges, menu, silent=silent).question(also, _RICH_NUMBERS) for menu in MENUS[:-1])
    return next(filter(None, richer), least)


def sum_for(action: str, view: View) -> int:
    """To how many chips an action of the tree bets or raises at the table: more than the other has is not asked for."""
    now = legal(view)
    assert now is not None
    return max(now.min_raise_to, round(float(action.split()[1])))


def name_for(to: int, view: View) -> str:
    """How the tree names a bet or raise to so many chips."""
    return f"{'raise' if max(view.bets) else 'bet'} {min(to, _effective(view))}"


def _effective(view: View) -> int:
    """What both can put in on this street."""
    return min(stack + bet for stack, bet in zip(view.stacks, view.bets, strict=True))


class _Asking:
    """One try, with one menu."""

    def __init__(self, view: View, ranges: Assumed, menu: Menu, *, silent: bool) -> None:
        self._view, self._silent = view, silent
        self._me = view.order.index(view.seat or 0)
        street, later = STREETS[len(view.board) - 3], STREETS[len(view.board) - 2 :]
        self._spot = Spot(
            view.board,
            ranges.now,
            pot=sum(view.committed) - sum(view.bets),
            stack=_effective(view),
            bets={street: menu.bets, **dict.fromkeys(later, menu.later_bets)},
            raises={street: menu.raises, **dict.fromkeys(later, menu.later_raises)},
            add_all_in=_ALL_IN,
            force_all_in=_FORCED,
            merge=_CLOSE,
        )

    def question(self, also: int, most: int) -> Question | None:
        path: tuple[str, ...] = ()
        try:
            for action in self._done():
                path = self._step(path, action)
            self._round(path, also)
            game = self._spot.tree.game
        except RulesError:  # more lines or actions than a tree may have: fewer sizes make fewer
            return None
        numbers = game.numbers(0) + game.numbers(1)
        return Question(self._spot, path, self._me, numbers) if numbers <= most else None

    def _done(self) -> list[int]:
        """To how much was bet and raised on this street, in turn; 0 for a check."""
        view, other = self._view, 1 - self._me
        mine, theirs = (min(view.bets[view.order[player]], _effective(view)) for player in (self._me, other))
        sums = [float(mine), float(theirs)][-view.raises :] if view.raises else []
        while len(sums) < view.raises:
            sums.insert(0, sums[0] / _UNKNOWN_RAISE)
        first = other if view.raises % 2 else self._me  # who bet first, for the other raised last
        checked = first == 1 if view.raises else self._me == 1
        return [0] * checked + [round(each) or 1 for each in sums]

    def _step(self, path: tuple[str, ...], to: int) -> tuple[str, ...]:
        """Go one action further, which is put into the tree if it is not there, instead of one like it."""
        node = self._spot.tree.at(*path)
        name = f"{'raise' if node.names[0] == 'fold' else 'bet'} {to}" if to else "check"
        sizes = {each: float(each.split()[1]) for each in node.names if " " in each}
        if name not in node.names:
            alike = [each for each, size in sizes.items() if 1 / _SAME <= size / to <= _SAME]
            gone = sorted(alike, key=lambda each: abs(sizes[each] - to))[:1]
            self._edit([Edit("remove", path, each) for each in gone] + [Edit("add", path, name)])
        if self._silent and node.player != self._me:
            others = [each for each in self._spot.tree.at(*path).names if each != name]
            self._edit([Edit("remove", path, each) for each in others])
        return (*path, name)

    def _round(self, path: tuple[str, ...], also: int) -> None:
        """Make the sums that may be bet now such as the rules of the table allow."""
        now, names = legal(self._view), self._spot.tree.at(*path).names
        assert now is not None
        most = _effective(self._view)
        sizes = {name: float(name.split()[1]) for name in names if " " in name}
        low = min(now.min_raise_to, most)
        sums = {min(max(round(size), low), most) for size in sizes.values()} if now.min_raise_to else set()
        wanted = {name_for(to, self._view) for to in (sums | ({also} if also and now.min_raise_to else set()))}
        self._edit(
            [Edit("remove", path, name) for name in sizes if name not in wanted]
            + [Edit("add", path, name) for name in sorted(wanted - {*names})]
        )

    def _edit(self, edits: list[Edit]) -> None:
        if edits:
            self._spot = replace(self._spot, edits=(*self._spot.edits, *edits))
