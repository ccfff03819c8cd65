"""All lines of betting that a question allows.

>>> from fivecard.solvers.postflop.spot import Spot
>>> spot = Spot("Td 9d 6h Qc 2s", ("AA, 87s", "KK"), pot=200, stack=900, bets="60%, a", raises="2.5x")
>>> spot.tree.nodes, spot.tree.at().names, spot.tree.at("bet 120").names
(12, ('check', 'bet 120', 'bet 900'), ('fold', 'call', 'raise 300'))
>>> print(spot.without_action("bet 900").without_action("check", "bet 900").tree)
oop check
  ip check: showdown
  ip bet 120
    oop fold
    oop call: showdown
    oop raise 300
      ip fold
      ip call: showdown
      ip raise 750
        oop fold
        oop call: showdown
        oop raise 900
          ip fold
          ip call: showdown
oop bet 120
  ip fold
  ip call: showdown
  ip raise 300
    oop fold
    oop call: showdown
    oop raise 750
      ip fold
      ip call: showdown
      ip raise 900
        oop fold
        oop call: showdown
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final, Literal, NamedTuple

from fivecard import _core
from fivecard.cards import card_id
from fivecard.errors import IllegalActionError, RulesError, quoted
from fivecard.solvers.postflop.sizes import Facing, Size
from fivecard.solvers.postflop.spot import PLAYERS, Edit, Line, Spot

_CLOSE: Final = 1e-9  # of the pot: sums of chips that differ by less are the same
_MOST_NODES: Final = 100_000
"""Of betting alone, without cards: what has more could not be solved anywhere."""
_MOST_ACTIONS: Final = 16
_LONGEST_LINE: Final = 100

Kind = Literal["node", "fold", "showdown", "street"]
_KINDS: Final[tuple[Kind, ...]] = ("node", "fold", "showdown", "street")


class Child(NamedTuple):
    """What comes of an action.

    It is another node of the street, a fold or a showdown by the number of its payoff, or an entry of the next street.
    """

    kind: Kind
    number: int


class Payoff(NamedTuple):
    """What an end pays who wins, takes from who loses, and pays each in a tie.

    It is in pots; half of the first pot counts as each player's own.
    """

    win: float
    loss: float
    tie: float


@dataclass(frozen=True)
class Money:
    """What both have put in.

    Args:
        all: Since the first card of the question.
        street: On this street.
        last_raise: By how much was raised last.
    """

    all: tuple[float, float]
    street: tuple[float, float] = (0, 0)
    last_raise: float = 0


@dataclass
class Node:
    """Where a player acts, whatever cards have come.

    Args:
        street: Which, counted from the first of the question.
        number: Among those of the street.
        player: 0 out of position, 1 in position.
        line: What was done before.
        money: What was put in before.
        names: The actions: `check`, `bet 120`, `fold`, `call`, `raise 300`; chips are what the player has then put in
            on this street.
        children: What comes of each.
    """

    street: int
    number: int
    player: int
    line: Line
    money: Money
    names: tuple[str, ...] = ()
    children: tuple[Child, ...] = ()

    def action(self, name: str) -> int:
        """Find an action by its name; `all-in` is the largest bet or raise.

        Args:
            name: As the tree has it.
        """
        wanted = " ".join(name.lower().split())
        if wanted in {"all-in", "allin", "a"} and self.names[-1].startswith(("bet", "raise")):
            return len(self.names) - 1
        if wanted in self.names:
            return self.names.index(wanted)
        after = f" after {', '.join(self.line)}" if self.line else ""
        raise IllegalActionError(f"{quoted(name)} is none of the actions{after}: {', '.join(self.names)}")


@dataclass
class Street:
    """The betting of one street."""

    nodes: list[Node] = field(default_factory=list)
    entries: list[Child] = field(default_factory=list)


class Tree:
    """All lines of betting of a spot, and how large they make it."""

    def __init__(self, spot: Spot) -> None:
        self.spot = spot
        self.streets = tuple(Street() for _ in spot.streets)
        self.payoffs: list[Payoff] = []
        self._numbers: dict[Payoff, int] = {}
        self._edits: dict[Line, list[Edit]] = {}
        for edit in spot.edits:
            self._edits.setdefault(edit.line, []).append(edit)
        self._enter(0, 0, (), donk=False)
        if self._edits:
            line = next(iter(self._edits))
            raise RulesError(f"there is no line {quoted(', '.join(line))} to edit")

    def __reduce__(self) -> "tuple[type[Tree], tuple[Spot]]":
        return Tree, (self.spot,)

    @property
    def betting_nodes(self) -> int:
        """In how many places somebody acts, whatever the cards."""
        return sum(len(street.nodes) for street in self.streets)

    @property
    def nodes(self) -> int:
        """In how many places somebody acts, on all boards that differ by more than suits."""
        return self.game.nodes

    def memory(self, precision: str = "fp16", threads: int = 1) -> int:
        """About how many bytes solving takes, known before any are taken.

        Args:
            precision: `fp16` or `f32`.
            threads: How many threads.
        """
        return int(self.game.bytes(precision == "fp16", threads))

    @cached_property
    def game(self) -> "_core.PostflopGame":
        """The tree as the compiled module has it."""
        spot = self.spot
        dead = sum(1 << card_id(card) for card in spot.cards)
        hands = []
        for range_ in spot.hand_ranges:
            there = (range_.hands & dead) == 0
            hands.append((range_.hands[there], range_.weights[there].astype("float32")))
        from fivecard.solvers.postflop.locks import native_locks

        return _core.PostflopGame(
            spot.hand_ranges[0].game.rankings[0].name,
            [card_id(card) for card in spot.cards],
            *hands[0],
            *hands[1],
            [
                (
                    [
                        (node.player, [(_KINDS.index(kind), number) for kind, number in node.children])
                        for node in street.nodes
                    ],
                    [(_KINDS.index(kind), number) for kind, number in street.entries],
                )
                for street in self.streets
            ],
            [(payoff.win, payoff.loss, payoff.tie) for payoff in self.payoffs],
            native_locks(self, [hands[0][0], hands[1][0]]),
            spot.merge_suits,
        )

    def at(self, *line: str) -> Node:
        """Find where somebody acts after a line.

        Args:
            line: What was done, without cards.
        """
        found = self.follow(line)
        if not isinstance(found, Node):
            raise IllegalActionError(f"after {', '.join(line)} nobody acts: it is over")
        return found

    def follow(self, line: Line) -> "Node | Child":
        """Find what comes of a line: a node, or an end."""
        street, child = 0, self._go_on(0, self.streets[0].entries[0])
        for name in line:
            street, end = child
            if end.kind != "node":
                raise IllegalActionError(f"{quoted(name)} comes after the end of the betting")
            node = self.streets[street].nodes[end.number]
            child = self._go_on(street, node.children[node.action(name)])
        street, end = child
        return self.streets[street].nodes[end.number] if end.kind == "node" else end

    def _go_on(self, street: int, child: Child) -> tuple[int, Child]:
        while child.kind == "street":
            street += 1
            child = self.streets[street].entries[child.number]
        return street, child

    def __iter__(self) -> Iterator[Node]:
        return (node for street in self.streets for node in street.nodes)

    def __str__(self) -> str:
        return "\n".join(self._lines(0, self.streets[0].entries[0], 0))

    def _lines(self, street: int, child: Child, depth: int) -> Iterator[str]:
        street, child = self._go_on(street, child)
        if child.kind != "node":
            return
        node = self.streets[street].nodes[child.number]
        for name, below in zip(node.names, node.children, strict=True):
            after = {
                "street": f": {self.spot.streets[street + 1]}" if below.kind == "street" else "",
                "showdown": ": showdown",
            }
            yield f"{'  ' * depth}{PLAYERS[node.player]} {name}{after.get(below.kind, '')}"
            yield from self._lines(street, below, depth + 1)

    # How it is built: every function gives what it has made.

    def _enter(self, street: int, bet: float, line: Line, *, donk: bool) -> Child:
        """Begin a street in which both have put in `bet` before."""
        entries = self.streets[street].entries
        number = len(entries)
        entries.append(Child("node", -1))
        if bet < self.spot.effective_stack - self._close:
            entries[number] = self._node(street, 0, Money((bet, bet)), line, donk=donk)
        elif street + 1 < len(self.streets):
            entries[number] = self._enter(street + 1, bet, line, donk=False)
        else:
            entries[number] = self._showdown(bet)
        return Child("street", number)

    @property
    def _close(self) -> float:
        return _CLOSE * self.spot.pot

    def _node(self, street: int, player: int, money: Money, line: Line, *, donk: bool = False) -> Child:
        nodes = self.streets[street].nodes
        node = Node(street, len(nodes), player, line, money)
        nodes.append(node)
        if self.betting_nodes > _MOST_NODES:
            raise RulesError(f"these sizes make more than {_MOST_NODES:,} nodes of betting on one board: allow fewer")
        if len(line) > _LONGEST_LINE:
            raise RulesError(f"these sizes make lines of more than {_LONGEST_LINE} actions: allow larger raises")
        facing = money.all[1 - player] > money.all[player] + self._close
        actions = self._actions(node, facing=facing, donk=donk)
        for edit in self._edits.pop(line, ()):
            actions = _edit(actions, edit, self._limits(node), facing=facing)
        if not actions or len(actions) > _MOST_ACTIONS:
            raise RulesError(
                f"after {', '.join(line) or 'the deal'} there are {len(actions)} actions: "
                f"a node has 1 to {_MOST_ACTIONS}"
            )
        node.names = tuple(actions)
        node.children = tuple(self._child(node, name, to) for name, to in actions.items())
        return Child("node", node.number)

    def _child(self, node: Node, name: str, to: float | None) -> Child:
        street, player, money = node.street, node.player, node.money
        line = (*node.line, name)
        if name == "fold":
            return self._end(money.all[player], fold=True)
        if to is None and (name == "call" or player == 1):
            bet = max(money.all)
            if street + 1 == len(self.streets):
                return self._showdown(bet)
            return self._enter(street + 1, bet, line, donk=name == "call" and player == 0)
        if to is None:
            return self._node(street, 1, money, line)
        before = money.all[player] - money.street[player]
        return self._node(
            street,
            1 - player,
            Money(
                _with(money.all, player, before + to), _with(money.street, player, to), to - money.street[1 - player]
            ),
            line,
        )

    def _limits(self, node: Node) -> tuple[float, float]:
        """The smallest and the largest sum to which a player may bet or raise; no other is smaller than all-in."""
        money, player = node.money, node.player
        most = self.spot.effective_stack - (money.all[player] - money.street[player])
        return min(money.street[1 - player] + money.last_raise, most), most

    def _actions(self, node: Node, *, facing: bool, donk: bool) -> dict[str, float | None]:
        money, player = node.money, node.player
        actions: dict[str, float | None] = {"fold": None, "call": None} if facing else {"check": None}
        if max(money.all) >= self.spot.effective_stack - self._close:
            return actions
        least, most = self._limits(node)
        called = max(money.street)
        before = Facing(
            pot=self.spot.pot + 2 * max(money.all),
            stack=most - called,
            streets=len(self.streets) - node.street,
            called=called,
        )
        street = self.spot.streets[node.street]
        donks = self.spot.sizes("donks", street, player) if donk and player == 0 and not facing else None
        sizes = donks if donks is not None else self.spot.sizes("raises" if facing else "bets", street, player)
        for to in self._sums(sizes or (), before, least, most):
            actions[f"{'raise' if facing else 'bet'} {_chips(to)}"] = to
        return actions

    def _sums(self, sizes: tuple[Size, ...], facing: Facing, least: float, most: float) -> list[float]:
        """To how many chips may be bet or raised, from the lowest up."""
        spot = self.spot
        sums = [max(size.chips(facing), least) for size in sizes]
        if sums and facing.stack <= spot.add_all_in * facing.pot + self._close:
            sums.append(most)
        for place, to in enumerate(sums):
            behind, pot = most - to, facing.pot + 2 * (to - facing.called)
            if behind <= max(self._close, spot.force_all_in * pot):
                sums[place] = most
        kept: list[float] = []
        for to in sorted(sums, reverse=True):
            larger, smaller = (facing.pot + each - facing.called for each in (kept[-1] if kept else to, to))
            if not kept or (kept[-1] - to > self._close and larger - smaller > spot.merge * smaller):
                kept.append(to)
        return kept[::-1]

    def _showdown(self, bet: float) -> Child:
        return self._end(bet, fold=False)

    def _end(self, bet: float, *, fold: bool) -> Child:
        """The end of a hand into which both have put `bet` that the other matched."""
        first, rake = self.spot.pot, self.spot.raked(self.spot.pot + 2 * bet)
        paid = 0.5 + bet / first
        payoff = Payoff(paid - rake / first, paid, 0 if fold else -rake / 2 / first)
        number = self._numbers.setdefault(payoff, len(self._numbers))
        if number == len(self.payoffs):
            self.payoffs.append(payoff)
        return Child("fold" if fold else "showdown", number)


def _with(pair: tuple[float, float], player: int, number: float) -> tuple[float, float]:
    return (number, pair[1]) if player == 0 else (pair[0], number)


def _chips(number: float) -> str:
    return f"{number:.10g}"


def _edit(
    actions: dict[str, float | None], edit: Edit, limits: tuple[float, float], *, facing: bool
) -> dict[str, float | None]:
    where = f"after {', '.join(edit.line) or 'the deal'}"
    if edit.what == "remove":
        if edit.action not in actions:
            raise RulesError(f"{quoted(edit.action)} is none of the actions {where}: {', '.join(actions)}")
        return {name: to for name, to in actions.items() if name != edit.action}
    word, _, chips = edit.action.partition(" ")
    least, most = limits
    try:
        to = most if edit.action == "all-in" else float(chips)
    except ValueError:
        to = 0
    if (word != ("raise" if facing else "bet") and edit.action != "all-in") or not max(least, 1e-9) <= to <= most:
        kind = "raise" if facing else "bet"
        raise RulesError(
            f"{quoted(edit.action)} cannot be put in {where}: "
            f"write {kind} and to how many chips, {_chips(least)} to {_chips(most)}"
        )
    added = actions | {f"{'raise' if facing else 'bet'} {_chips(to)}": to}
    return dict(sorted(added.items(), key=lambda each: each[1] or 0))
