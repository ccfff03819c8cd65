"""How to play heads-up, as data: the chance of every action, in a file."""

import json
import lzma
import os
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from functools import cache, cached_property
from importlib.resources import as_file, files
from itertools import accumulate
from typing import TYPE_CHECKING, Any, Final

from fivecard import _core
from fivecard._util.atomic_file import atomic_file
from fivecard._util.machine import path_of, pieces
from fivecard.cards import Card, card_id
from fivecard.errors import FivecardError, FormatError, IllegalActionError, quoted
from fivecard.solvers.limit_draw.game import LimitDraw, Tree
from fivecard.solvers.limit_draw.infoset import ActionProbabilities, InfoSet
from fivecard.solvers.limit_draw.shortening import KEPT_HOLDS, WHOLE, shorten

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from fivecard.solvers.limit_draw.training import Training

    Floats = NDArray[np.float32]

_MAGIC: Final = "fivecard strategy 1"
_KINDS_AT_ONCE: Final = 1 << 14
"""Hands that are looked at together, before Python hears signals again."""
_DRAW_ROWS: Final = 2 * KEPT_HOLDS - 1
"""The holds, and the parts of all but the first."""


@dataclass(frozen=True)
class Policy:
    """The chances of all actions of a game."""

    game: LimitDraw
    about: dict[str, Any] = field(repr=False)
    """Where it comes from, and what was measured of it."""
    numbers: bytes = field(repr=False)
    """In parts of 255, one after the other: see `_sizes`."""

    @cached_property
    def native(self) -> "_core.BettingDealer":
        """The same for the compiled module, which refuses what is no strategy."""
        return _core.BettingDealer(self.game.native, self.numbers)

    def __getstate__(self) -> dict[str, object]:
        """All but what the compiled module has of it, which is made again where it is needed."""
        return {name: value for name, value in vars(self).items() if name != "native"}

    def action_probabilities(self, infoset: InfoSet) -> ActionProbabilities:
        """What is done where a player has to decide, and how often: actions, or cards that are kept."""
        if infoset.game.normal != self.game.normal:
            raise IllegalActionError(f"this strategy plays {self.game}, not {infoset.game}")
        if infoset.stage == "draw":
            return dict(self.draw(infoset.cards, infoset.player, infoset.draw_history).items())
        if infoset.stage == "first":
            return dict(zip(infoset.actions, self.first(infoset.cards, infoset.node), strict=True))
        return dict(zip(infoset.actions, self.second(infoset.cards, infoset.public_history, infoset.node), strict=True))

    def first(self, cards: Sequence[Card], node: int) -> tuple[float, ...]:
        """The chances of the actions at a node of the first round.

        Args:
            cards: The hand.
            node: The number of a node of the first round's tree.
        """
        hand_bucket, _ = self.game.native.kind([card_id(card) for card in cards])
        return tuple(self.native.first(hand_bucket, node)[: len(self.game.first.nodes[node].actions)])

    def second(self, cards: Sequence[Card], public_history: int, node: int) -> tuple[float, ...]:
        """The chances of the actions at a node of the second round.

        Args:
            cards: The hand after the draw.
            public_history: What both know of the first round and the draw, as `LimitDraw.public_history` numbers it.
            node: The number of a node of the second round's tree.
        """
        final_bucket = self.game.native.group([card_id(card) for card in cards])
        return tuple(
            self.native.second(public_history, node, final_bucket)[: len(self.game.second.nodes[node].actions)]
        )

    def draw(self, cards: Sequence[Card], player: int, draw_history: int) -> dict[tuple[Card, ...], float]:
        """The cards that are kept, and how often.

        Args:
            cards: The hand before the draw.
            player: Who draws, 0 for the first.
            draw_history: What that player knows, as `LimitDraw.draw_history` numbers it.
        """
        hand_bucket, _ = self.game.native.kind([card_id(card) for card in cards])
        kept, holds = self.game.kept(cards), self.native.draw(player, hand_bucket, draw_history)
        return {kept[hold]: chance for hold, chance in zip(*holds, strict=True) if chance}

    def save(self, file: str | os.PathLike[str]) -> None:
        """Write it down."""
        about = {"made by": _MAGIC, "game": asdict(self.game)} | self.about
        packed = lzma.compress(self.numbers, preset=9 | lzma.PRESET_EXTREME)
        with atomic_file(path_of(file)) as target:
            target.write(json.dumps(about).encode() + b"\n" + packed)

    @classmethod
    def load(cls, file: str | os.PathLike[str]) -> "Policy":
        """Read one, and check that it is whole."""
        file = path_of(file)
        try:
            line, packed = file.read_bytes().split(b"\n", 1)
            about = json.loads(line)
            if about.pop("made by") != _MAGIC:
                raise ValueError
            described = about.pop("game")
            game = LimitDraw(**described | {"blinds": tuple(described["blinds"])})
            packing = lzma.LZMADecompressor(lzma.FORMAT_XZ)
            found = cls(game, about, packing.decompress(packed, sum(_sizes(game)) + 1))  # a small file may say a lot
            if not packing.eof:
                raise ValueError
        except FivecardError:
            raise
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError, lzma.LZMAError):
            raise FormatError(f"{quoted(str(file))} is no strategy that was written by fivecard") from None
        try:
            _ = found.native
        except FivecardError as error:
            raise FormatError(f"{quoted(str(file))} is damaged: {error}") from None
        return found

    def tables(self, seen: LimitDraw) -> "tuple[Floats, Floats, Floats, Floats]":
        """The chances as the compiled module has them, for players who may tell more hands apart."""
        import numpy as np

        kinds, by_kind, groups = seen.native.seen_by(self.game.native)
        holds = by_kind.reshape(len(kinds), -1)
        count, calls = self.game.native.kinds, len(self.game.first.calls)
        parts = np.split(np.frombuffer(self.numbers, np.uint8), [*accumulate(_sizes(self.game))][:-1])
        first = _unpacked(self.game.first, _chances(parts[0].reshape(-1, count)))[:, :, kinds].transpose(2, 0, 1)
        draws = []
        for player, histories in enumerate((calls, calls * self.game.draws)):
            rows = parts[1 + player].reshape(histories, _DRAW_ROWS, count)
            table = np.zeros((len(kinds), holds.shape[1], seen.native.lanes[player]), np.float32)
            for some in pieces(len(kinds), size=_KINDS_AT_ONCE):
                here = rows[:, :, kinds[some]]
                best, others = here[:, :KEPT_HOLDS], _chances(here[:, KEPT_HOLDS:])
                chances = np.concatenate([1 - others.sum(axis=1, keepdims=True), others], axis=1)
                for hold in range(holds.shape[1]):  # `holds` says what each is for the strategy
                    table[some, hold, :histories] = ((best == holds[some, hold]) * chances).sum(axis=1).T
            draws.append(table)
        planes = parts[3].reshape(calls * self.game.draws**2, -1, self.game.native.groups)
        padded = -(-len(groups) // 16) * 16
        second = np.zeros((len(planes), len(self.game.second.nodes), 3, padded), np.float32)
        for history, of_history in enumerate(planes):
            second[history, :, :, : len(groups)] = _unpacked(self.game.second, _chances(of_history))[:, :, groups]
        return first, draws[0], draws[1], second

    @classmethod
    def of(cls, training: "Training") -> "Policy":
        """What was learnt so far. Where its own play hardly ever gets to, what it would do there by its regrets."""
        about = {each: getattr(training, each) for each in ("iterations", "threads", "seed")}
        return cls(training.game, about, _learnt(training)).shortened()

    def shortened(self) -> "Policy":
        """Much the same play in fewer bytes, as files have it: `shortening` says how."""
        import numpy as np

        game, numbers = self.game, np.frombuffer(self.numbers, np.uint8).copy()
        first, *draws, second = np.split(numbers, [*accumulate(_sizes(game))][:-1])
        kinds, groups = game.native.kinds, game.native.groups
        shorten(
            game,
            first.reshape(-1, kinds),
            [rows.reshape(-1, _DRAW_ROWS, kinds) for rows in draws],
            second.reshape(-1, _planes(game.second), groups),
        )
        return Policy(game, self.about, numbers.tobytes())


_FILES: Final = {LimitDraw(most_drawn=most): f"heads-up-{most}.strategy" for most in (3, 5)}
"""The files that come with fivecard."""


def has_policy(game: LimitDraw) -> bool:
    """Whether a policy for a game comes with fivecard; only `load_policy` looks into its file.

    >>> has_policy(LimitDraw(ante=5, small_bet=10, big_bet=20)), has_policy(LimitDraw(cap=3))
    (True, False)
    """
    return game.normal in _FILES


def load_policy(game: LimitDraw) -> Policy:
    """Load the policy that comes with fivecard for a game in any number of chips; its file is read once.

    >>> load_policy(LimitDraw(cap=3))
    Traceback (most recent call last):
    fivecard.errors.FivecardError: no solution of this game comes with fivecard: `fivecard solve` finds one
    """
    if not has_policy(game):
        raise FivecardError("no solution of this game comes with fivecard: `fivecard solve` finds one")
    found = _read(game.normal)
    if isinstance(found, str):
        raise FivecardError(f"the solution that comes with fivecard cannot be read: {found}")
    return found


@cache
def _read(game: LimitDraw) -> Policy | str:
    """The policy for a game, or why it cannot be read: what is missing is not looked for at every decision."""
    try:
        with as_file(files("fivecard.solvers.limit_draw") / "data" / _FILES[game]) as file:
            found = Policy.load(file)
    except (FivecardError, OSError) as error:
        return f"{_FILES[game]}: {error}"
    return found if found.game.normal == game else f"{_FILES[game]} is for {found.game}"


def _planes(tree: Tree) -> int:
    """How many numbers a hand has in a round: of every node, those of all actions but the first."""
    return sum(len(node.actions) - 1 for node in tree.nodes)


def _sizes(game: LimitDraw) -> tuple[int, int, int, int]:
    """How many bytes the parts of a file have: first round, draws of both players, second round."""
    kinds, calls = game.native.kinds, len(game.first.calls)
    second = calls * game.draws**2 * _planes(game.second) * game.native.groups
    draws = _DRAW_ROWS * calls * kinds
    return _planes(game.first) * kinds, draws, draws * game.draws, second


def _learnt(training: "Training") -> bytes:
    """The numbers of a policy as training has them, in parts of 255."""
    game = training.game
    averages, regrets = training.average(), training.regrets()
    whole = training.iterations * (training.iterations + 1) / 2  # the weights of all iterations
    least = [part * whole for part in _RARE]
    filled = [_filled(*each) for each in zip(averages, regrets, _CHOICES, least, strict=True)]
    parts = [*_actions(game.first, filled[0].transpose(1, 2, 0))]
    for player, histories in enumerate((len(game.first.calls), len(game.first.calls) * game.draws)):
        for history in range(histories):
            parts += _best_holds(filled[1 + player][:, :, history])
    for of_history in filled[3]:
        parts += _actions(game.second, of_history[:, :, : game.native.groups])
    return b"".join(part.tobytes() for part in parts)


_CHOICES: Final = (2, 1, 1, 2)
"""The axis of a table's parts on which the choices are."""


_RARE: Final = (1e-4, 1e-4, 1e-4, 1e-9)
"""How much of all play a table's parts were reached by, at least, for its average to count: less than that comes from
the first iterations, which knew nothing, while regrets are learnt wherever the other may get to. After the draw it is
spread over all groups."""


def _filled(average: "Floats", regrets: "Floats", axis: int, least: float) -> "Floats":
    """The average where it was played, what regrets say elsewhere."""
    import numpy as np  # only those who write files need it

    known = np.maximum(regrets, 0)
    played = average.sum(axis=axis, keepdims=True) > np.where(known.sum(axis=axis, keepdims=True) > 0, least, 0)
    return np.where(played, average, known)


def _actions(tree: Tree, numbers: "Floats") -> "Iterator[NDArray[np.uint8]]":
    """Of every node and action but the first, the chances of all hands; `numbers` are by node, action and hand."""
    for node, of_node in zip(tree.nodes, numbers, strict=True):
        rounded = _rounded(of_node[: len(node.actions)])
        yield from rounded[1:]


def _chances(numbers: "NDArray[np.uint8]") -> "Floats":
    """Parts of 255 as parts of 1."""
    import numpy as np

    return numbers.astype(np.float32) / np.float32(WHOLE)


def _unpacked(tree: Tree, planes: "Floats") -> "Floats":
    """The other way round: by node, action and hand."""
    import numpy as np

    numbers = np.zeros((len(tree.nodes), 3, planes.shape[1]), np.float32)
    at = 0
    for node, of_node in zip(tree.nodes, numbers, strict=True):
        others = len(node.actions) - 1
        of_node[1 : 1 + others] = planes[at : at + others]
        of_node[0] = 1 - of_node.sum(axis=0)
        at += others
    return numbers


def _best_holds(numbers: "Floats") -> "tuple[NDArray[np.uint8], ...]":
    """The holds that are played most, and the parts of all but the first; `numbers` are by kind and hold."""
    import numpy as np

    missing = max(0, KEPT_HOLDS - numbers.shape[1])  # where hardly anything may be drawn
    numbers = np.pad(numbers, ((0, 0), (0, missing)))
    order = np.argsort(-numbers, axis=1, kind="stable")[:, :KEPT_HOLDS]
    parts = _rounded(np.take_along_axis(numbers, order, axis=1).T)
    holds = np.where(parts > 0, order.T, order[:, 0]).astype(np.uint8)  # what is not played compresses better as this
    return (*holds, *parts[1:])


def _rounded(numbers: "Floats") -> "NDArray[np.uint8]":
    """Chances by action and hand, in parts of 255 that add up; where there is nothing, the first."""
    import numpy as np

    total = numbers.sum(axis=0)
    chances = numbers / np.where(total > 0, total, 1)
    parts = np.rint(chances * WHOLE).astype(np.int32)
    best = chances.argmax(axis=0)
    spare = WHOLE - parts.sum(axis=0)
    parts[best, np.arange(parts.shape[1])] += spare
    return parts.astype(np.uint8)
