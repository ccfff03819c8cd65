"""Heads-up five-card draw with fixed limit, as the solver plays it.

Player 0 draws first, and acts first after the draw. Before it, player 0 acts first where there are antes, player 1
where there are blinds: player 1 has the button.

>>> game = LimitDraw()
>>> game.first.at("check bet"), game.first.nodes[0].actions
(2, ('check', 'bet'))
>>> [game.first.words(node) for node in range(3)]
['', 'check', 'check bet']
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from math import gcd
from typing import Final, Literal, NamedTuple

from fivecard import _core
from fivecard.cards import Card, card_id
from fivecard.engine import VARIANTS, Limit, Rules, Stakes
from fivecard.engine.streets import DrawRound
from fivecard.errors import IllegalActionError, RulesError, quoted
from fivecard.words.english import listed
from fivecard.words.stakes import stakes_in_words

FACING: Final = ("fold", "call", "raise")
NOT_FACING: Final = ("check", "bet")
OVER_BLIND: Final = ("check", "raise")
"""Of the big blind, if it was only called."""
_MOST_TIMES: Final = 1_000_000


class Child(NamedTuple):
    """Where an action leads: to another node, to a fold, or to a call that ends the round."""

    kind: Literal["node", "fold", "call"]
    number: int


class Node(NamedTuple):
    """Where somebody has to act."""

    player: int
    actions: tuple[str, ...]
    children: tuple[Child, ...]


class Tree:
    """One round of betting."""

    def __init__(self, told: "_core.BettingTree", *, blinds: bool = False) -> None:
        nodes, self.folds, self.calls = told
        free = OVER_BLIND if blinds else NOT_FACING
        self.nodes = tuple(
            Node(player, (FACING if facing else free)[: len(children)], tuple(Child(*child) for child in children))
            for player, facing, children in nodes
        )
        """By number; what comes of a node comes after it."""
        self._before: dict[Child, tuple[int, str]] = {
            child: (number, action)
            for number, node in enumerate(self.nodes)
            for action, child in zip(node.actions, node.children, strict=True)
        }

        self._by_raises = {self.raises(child): child for child in (Child("node", 0), *self._before)}

    def raises(self, end: Child) -> tuple[str, int, int]:
        """What tells ends of one kind apart: bets and raises, and who has to act, or was the last to raise (or -1)."""
        count, last, at = 0, -1, end
        while at != Child("node", 0):
            number, action = self._before[at]
            if action in ("bet", "raise"):
                count, last = count + 1, self.nodes[number].player if last < 0 else last
            at = Child("node", number)
        return end.kind, count, self.nodes[end.number].player if end.kind == "node" else last

    def where(self, kind: Literal["node", "call"], raises: int, player: int) -> Child:
        """The node where a player has to act after so many bets and raises, or the call after that player's last."""
        return self._by_raises[kind, raises, player]

    def steps(self, actions: tuple[str, ...]) -> list[tuple[int, str]]:
        """The nodes at which actions were done, and these."""
        at, steps = Child("node", 0), []
        for action in actions:
            node = self.nodes[at.number]
            steps.append((at.number, action))
            at = node.children[node.actions.index(action)]
        return steps

    def follow(self, actions: tuple[str, ...]) -> Child:
        """Where some actions lead from the beginning."""
        at = Child("node", 0)
        for action in actions:
            if at.kind != "node":
                raise IllegalActionError(f"the betting is over before {quoted(action)}")
            node = self.nodes[at.number]
            if action not in node.actions:
                raise IllegalActionError(f"{quoted(action)} is not possible here: {listed(node.actions, 'or')} is")
            at = node.children[node.actions.index(action)]
        return at

    def at(self, words: str) -> int:
        """The node to which some actions lead, in words."""
        child = self.follow(tuple(words.split()))
        if child.kind != "node":
            raise IllegalActionError(f"nobody has to act after {quoted(words)}")
        return child.number

    def words(self, end: int | Child) -> str:
        """The actions that lead somewhere: the other way round."""
        at = Child("node", end) if isinstance(end, int) else end
        found: list[str] = []
        while at != Child("node", 0):
            number, action = self._before[at]
            found.append(action)
            at = Child("node", number)
        return " ".join(reversed(found))


@dataclass(frozen=True)
class LimitDraw:
    """The rules and stakes of the game. Amounts are in chips; the solution is the same for any number of them."""

    ante: int = 1
    blinds: tuple[int, ...] = ()
    """Small blind, which player 1 posts, and big blind."""
    small_bet: int = 2
    big_bet: int = 4
    cap: int = 4
    """How many bets there may be in a round, raises and the big blind included."""
    most_drawn: int = 3
    merged: bool = field(default=True, repr=False)
    """Whether hands that are hardly ever played differently are one kind: for a solution, not for who answers it."""

    def __post_init__(self) -> None:
        """Refuse what is no game."""
        _ = self.stakes  # refuses amounts
        if not isinstance(self.ante, int) or not isinstance(
            self.big_bet, int
        ):  # which stakes may leave open, or to seats
            raise RulesError(f"ante and big bet are whole numbers, not {quoted(self.ante)} and {quoted(self.big_bet)}")
        if len(self.blinds) not in (0, 2) or (
            self.blinds and not 0 < self.blinds[0] < self.blinds[1] <= self.small_bet
        ):
            raise RulesError(f"blinds are a small and a big one, up to the small bet, not {quoted(self.blinds)}")
        if not (self.ante or self.blinds):
            raise RulesError("without antes and blinds there is nothing to play for")
        amounts = [amount for amount in (self.ante, *self.blinds, self.small_bet, self.big_bet) if amount]
        if max(amounts) > _MOST_TIMES * min(amounts):  # the solver counts in the numbers of machines
            found = f"not {quoted(max(amounts))} beside {quoted(min(amounts))}"
            raise RulesError(f"no amount is more than {_MOST_TIMES:,} times another, {found}")
        if not isinstance(self.merged, bool):
            raise RulesError(f"hands are merged or not, not {quoted(self.merged)}")
        if not isinstance(self.cap, int) or not 1 <= self.cap <= 5:
            raise RulesError(f"the cap is from 1 to 5 bets, not {quoted(self.cap)}")
        if not isinstance(self.most_drawn, int) or not 0 <= self.most_drawn <= 5:
            raise RulesError(f"up to 0 to 5 cards are drawn, not {quoted(self.most_drawn)}")

    def __str__(self) -> str:
        """As one would say it.

        >>> print(LimitDraw(ante=0, blinds=(1, 2)))
        blinds 1 and 2, bets 2 and 4, up to 4 a round, up to 3 cards drawn
        """
        stakes = stakes_in_words(self.rules, self.stakes, separator=" and ")
        return ", ".join([*stakes, f"up to {self.cap} a round", f"up to {self.most_drawn} cards drawn"])

    @classmethod
    def of(cls, rules: Rules, stakes: Stakes) -> "LimitDraw | None":
        """The game that some rules and stakes are with two players, if it is one of these.

        Args:
            rules: Five-card draw with fixed limit, in any number of cards that may be drawn.
            stakes: Antes, blinds and bets.

        >>> LimitDraw.of(VARIANTS["five-card-draw"], Stakes(ante=5, small_bet=10, big_bet=20))
        LimitDraw(ante=5, blinds=(), small_bet=10, big_bet=20, cap=4, most_drawn=5)
        """
        usual = VARIANTS["five-card-draw"].streets
        if rules.limit is not Limit.FIXED_LIMIT or _drawing_up_to(5, rules).streets != usual:
            return None
        if isinstance(stakes.ante, tuple) or len(stakes.blinds) not in (0, 2) or isinstance(rules.cap, tuple):
            return None
        if stakes.posts or stakes.dead or stakes.rake:
            return None
        bets = stakes.bet(big=False), stakes.bet(big=True)
        try:
            return cls(stakes.ante, stakes.blinds, *bets, rules.cap, rules.draw.most_discards)
        except RulesError:  # blinds above the bet, say
            return None

    @property
    def rules(self) -> Rules:
        """The engine's rules for it."""
        usual = VARIANTS["five-card-draw"].with_limit(Limit.FIXED_LIMIT)
        return replace(_drawing_up_to(self.most_drawn, usual), cap=self.cap)

    @property
    def stakes(self) -> Stakes:
        """What it is played for, for the engine."""
        return Stakes(self.ante, self.blinds, small_bet=self.small_bet, big_bet=self.big_bet)

    @cached_property
    def unit(self) -> int:
        """What amounts are multiples of in words about it: the ante, or the big blind where there is none."""
        return self.ante or self.blinds[-1]

    @property
    def units(self) -> str:
        """What that is called."""
        return "antes" if self.ante else "big blinds"

    def posted(self) -> tuple[int, int]:
        """What both put in before the first card, in chips: the small blind is player 1's."""
        small, big = self.blinds or (0, 0)
        return self.ante + big, self.ante + small

    @property
    def deepest(self) -> int:
        """The most that anybody can put in, in chips."""
        first, second = self.raises
        return max(self.posted()) + first * self.small_bet + second * self.big_bet

    @property
    def raises(self) -> tuple[int, int]:
        """How many bets and raises there may be before the draw, where the big blind is the first bet, and after it."""
        return self.cap - self.stakes.bets_in_blinds, self.cap

    def paid(self, first: tuple[str, ...], second: tuple[str, ...] = ()) -> tuple[int, int]:
        """What both have put in after some actions, in chips.

        Args:
            first: What was done before the draw, in words.
            second: What was done after it.
        """
        paid = [*self.posted()]
        for tree, actions, bet in ((self.first, first, self.small_bet), (self.second, second, self.big_bet)):
            for node, action in tree.steps(actions):
                if action != "fold":
                    paid[tree.nodes[node].player] = max(paid) + (bet if action in ("bet", "raise") else 0)
        return paid[0], paid[1]

    @cached_property
    def normal(self) -> "LimitDraw":
        """The same in the fewest chips: what is solved for one is solved for all of the same."""
        amounts = self.ante, *self.blinds, self.small_bet, self.big_bet
        ante, *blinds, small, big = [amount // gcd(*amounts) for amount in amounts]
        return replace(self, ante=ante, blinds=tuple(blinds), small_bet=small, big_bet=big)

    @property
    def native(self) -> "_core.BettingGame":
        """The same for the compiled module, in units."""
        return _native(self.normal)

    @property
    def first(self) -> Tree:
        """The betting before the draw."""
        return _trees(self.normal)[0]

    @property
    def second(self) -> Tree:
        """The betting after it."""
        return _trees(self.normal)[1]

    def kept(self, cards: Sequence[Card]) -> list[tuple[Card, ...]]:
        """What each hold keeps of a hand."""
        ordered = sorted(cards, key=card_id)
        _, places = self.native.kind([card_id(card) for card in ordered])
        return [
            tuple(ordered[place] for bit, place in enumerate(places) if hold >> bit & 1)
            for hold, _ in self.native.holds
        ]

    @property
    def draws(self) -> int:
        """How many different numbers of cards may be drawn."""
        return self.most_drawn + 1

    @property
    def table_bytes(self) -> int:
        """How many bytes a number for every choice takes."""
        kinds, calls = self.native.kinds, len(self.first.calls)
        hands = kinds * (3 * len(self.first.nodes) + len(self.native.holds) * sum(self.native.lanes))
        return 4 * (hands + calls * self.draws**2 * len(self.second.nodes) * 3 * self.native.groups)

    def public_history(self, call: int, drawn: tuple[int, int]) -> int:
        """The number of a history at the second round: how the first ended, and what both drew.

        Args:
            call: The number of the call that ended the first round.
            drawn: How many cards each player drew.
        """
        return (call * self.draws + drawn[0]) * self.draws + drawn[1]

    def draw_history(self, player: int, call: int, drawn_first: int = 0) -> int:
        """The number of a history at the draw: how the first round ended, and for player 1 what the other drew.

        Args:
            player: Who draws, 0 for the first.
            call: The number of the call that ended the first round.
            drawn_first: How many cards player 0 drew, which player 1 knows.
        """
        return call * self.draws + drawn_first if player else call


def _drawing_up_to(most: int, rules: Rules) -> Rules:
    streets = (
        replace(street, most_discards=most) if isinstance(street, DrawRound) else street for street in rules.streets
    )
    return replace(rules, streets=tuple(streets))


@cache
def _native(game: LimitDraw) -> "_core.BettingGame":
    """Looks at every hand of the deck: once for each game."""
    in_units = [amount / game.unit for amount in (*game.posted(), game.small_bet, game.big_bet)]
    posted, bets = (in_units[0], in_units[1]), (in_units[2], in_units[3])
    return _core.BettingGame.of_deck(posted, int(bool(game.blinds)), bets, game.raises, game.most_drawn, game.merged)


@cache
def _trees(game: LimitDraw) -> tuple[Tree, Tree]:
    first, second = _native(game).trees
    return Tree(first, blinds=bool(game.blinds)), Tree(second)
