"""Make a policy short to write down: what never comes up is left out, and chances are rounded.

Where a player's own play never gets to, nothing that it does there changes what comes of any hand, whoever it plays
against; it does one thing there, what it would do most.
"""

from typing import TYPE_CHECKING, Final

from fivecard.solvers.limit_draw.game import LimitDraw, Tree

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Bytes = NDArray[np.uint8]
    Flags = NDArray[np.bool_]

WHOLE: Final = 255
"""A whole, in the bytes of a file."""
STEP: Final = 3
"""What chances are multiples of, in the same parts: of 85 of them, no loss was measured; of 51, one was."""
KEPT_HOLDS: Final = 3
"""Ways to draw that a hand may mix. With two, pat bluffs are lost with hands that hardly ever bluff."""


def shorten(game: LimitDraw, first: "Bytes", draws: "list[Bytes]", second: "Bytes") -> None:
    """Round all chances, and do one thing where a player's own play never gets to; once more, that changes nothing.

    Args:
        game: The game that is played.
        first: The rows of the first round, of all kinds of hands.
        draws: For both players, by history, the rows of the draw: holds, and the parts of all but the first.
        second: By public history, the rows of the second round, of all groups of hands.
    """
    import numpy as np

    calls = _shorten_round(game.first, first, np.ones((2, first.shape[1]), bool))
    mine, other = (_shorten_draw(game, rows, came) for rows, came in zip(draws, calls, strict=True))
    for call in range(len(game.first.calls)):
        for drawn in range(game.draws):
            for answer in range(game.draws):
                rows = second[game.public_history(call, (drawn, answer))]
                _shorten_round(game.second, rows, np.stack([mine[call, 0, drawn], other[call, drawn, answer]]))


def _shorten_round(tree: Tree, rows: "Bytes", start: "Flags") -> "Flags":
    """Shorten a round of bets, and say by player, call and hand where play gets to; `start` is where it begins."""
    import numpy as np

    reached, ends, at = {0: start}, np.zeros((2, len(tree.calls), rows.shape[1]), bool), 0
    for number, node in enumerate(tree.nodes):
        here, others = reached.pop(number), rows[at : at + len(node.actions) - 1]
        at += len(others)
        parts = _rounded(np.concatenate([WHOLE - others.sum(axis=0, dtype=np.int16, keepdims=True), others]))
        most = np.arange(len(parts))[:, None] == parts.argmax(axis=0)
        parts = np.where(here[node.player], parts, WHOLE * most)
        others[...] = parts[1:]
        for played, child in zip(parts > 0, node.children, strict=True):
            there = here.copy()
            there[node.player] &= played
            if child.kind == "node":
                reached[child.number] = there
            elif child.kind == "call":
                ends[:, child.number] = there
    return ends


def _shorten_draw(game: LimitDraw, rows: "Bytes", came: "Flags") -> "Flags":
    """Shorten a player's draws, and say by call, history, number of cards and group where play gets to."""
    import numpy as np

    of_kind = _groups_of_kinds(game)
    drawn = np.array([count for _, count in game.native.holds])
    by_call = rows.reshape(len(came), -1, *rows.shape[1:])
    groups = np.zeros((*by_call.shape[:2], game.draws, game.native.groups), bool)
    for call, of_call in enumerate(by_call):
        for history, of_history in enumerate(of_call):
            holds, others = of_history[:KEPT_HOLDS], of_history[KEPT_HOLDS:]
            parts = _rounded(np.concatenate([WHOLE - others.sum(axis=0, dtype=np.int16, keepdims=True), others]))
            others[...] = np.where(came[call], parts[1:], 0)
            holds[1:] = np.where(others > 0, holds[1:], holds[0])  # what is not played compresses better as this
            for count in range(game.draws):
                kinds = came[call] & ((drawn[holds] == count) & (parts > 0)).any(axis=0)
                groups[call, history, count, slice(None) if count else of_kind[kinds]] = kinds.any()
    return groups


def _rounded(parts: "NDArray[np.int16]") -> "NDArray[np.int16]":
    """Parts of a whole, by action and hand, as multiples; what is played most makes up for the rest."""
    import numpy as np

    rounded = np.rint(parts / np.float32(STEP)).astype(np.int16) * np.int16(STEP)
    rounded[parts.argmax(axis=0), np.arange(parts.shape[1])] += WHOLE - rounded.sum(axis=0, dtype=np.int16)
    return rounded


def _groups_of_kinds(game: LimitDraw) -> "NDArray[np.intp]":
    """What group the hands of each kind are of, without a draw."""
    import numpy as np

    return np.array([game.native.group(cards) for cards in game.native.examples(False).tolist()], dtype=np.intp)
