"""What the page is shown of a place in a solution, in values that JSON has."""

from collections.abc import Sequence
from math import isnan
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from fivecard.cards import CardSet
from fivecard.errors import IllegalActionError
from fivecard.solvers.postflop import Place, Solution, Spot
from fivecard.solvers.postflop.locks import Path
from fivecard.solvers.postflop.spot import PLAYERS

LONGEST_PATH: Final = 200


def place_of(solution: Solution, path: Sequence[str]) -> dict[str, Any]:
    """Say everything of a place.

    Args:
        solution: What is looked at.
        path: What was done, and which cards came.
    """
    steps = Path(solution.spot.tree, path)
    told: dict[str, Any] = {"path": history(solution.spot, path), **money(solution.spot, path)}
    if is_over(steps):
        return told | {"kind": steps.child.kind, "board": _board(solution.spot, steps), "player": None, "actions": []}
    place = solution.at(*path)
    return told | {
        "kind": "card" if place.player is None else "act",
        "board": [str(card) for card in place.board],
        "player": place.player,
        "actions": _actions(steps),
        "values": {player: _number(place.mean(player, place.evs[number]), 3) for number, player in enumerate(PLAYERS)},
        "equities": {
            player: _number(place.mean(player, place.equities[number]), 4) for number, player in enumerate(PLAYERS)
        },
        "frequencies": [_number(float(each), 4) for each in place.frequencies.values()] if place.player else [],
        "ranges": {player: _range(place, number) for number, player in enumerate(PLAYERS)},
        "cards": possible_cards(solution.spot, steps) if place.player is None else [],
    }


def history(spot: Spot, path: Sequence[str]) -> list[dict[str, Any]]:
    """Say of each step who took it; nobody deals a card.

    Args:
        spot: The question.
        path: What was done, and which cards came.
    """
    found = []
    for number, step in enumerate(path):
        node = Path(spot.tree, path[:number]).node
        found.append({"step": step, "player": PLAYERS[node.player] if node else None})
    return found


def money(spot: Spot, path: Sequence[str]) -> dict[str, Any]:
    """Say what lies in the pot, and what each has left.

    Args:
        spot: The question.
        path: What was done, and which cards came.
    """
    steps = Path(spot.tree, path)
    paid = steps.node.money.all if steps.node else steps.paid
    if is_over(steps) and path and (node := Path(spot.tree, path[:-1]).node):
        paid = node.money.all if path[-1] == "fold" else (max(node.money.all),) * 2
    return {"pot": spot.pot + sum(paid), "stacks": [spot.effective_stack - each for each in paid]}


def is_over(steps: Path) -> bool:
    """Whether there is nothing to look at: the hand is over, or all are in and the last card has come.

    Args:
        steps: Where.
    """
    return steps.child.kind in {"fold", "showdown"}


def possible_cards(spot: Spot, steps: Path) -> list[str]:
    """The cards that may come next, where what comes can be looked at.

    Args:
        spot: The question.
        steps: Where a card comes.
    """
    after = steps.tree.streets[steps.street + 1].entries[steps.child.number]
    if after.kind not in {"node", "street"}:
        return []
    there = {*spot.cards, *steps.cards}
    return [str(card) for card in reversed(spot.hand_ranges[0].game.deck) if card not in there]


def worth_of_cards(solution: Solution, path: Sequence[str]) -> list[dict[str, Any]]:
    """Say what both win on average after each card that may come.

    Args:
        solution: What is looked at.
        path: What was done, and which cards came before.
    """
    return [
        {
            "card": row["card"],
            "values": [_rounded(row[f"{player} ev"], 3) for player in PLAYERS],
            "equities": [_rounded(row[f"{player} equity"], 4) for player in PLAYERS],
        }
        for row in solution.at(*path).next_cards()
    ]


def read_path(texts: Sequence[str]) -> list[str]:
    """Take a path as it was sent.

    Args:
        texts: Actions and cards.
    """
    if len(texts) > LONGEST_PATH:
        raise IllegalActionError(f"a path has at most {LONGEST_PATH} steps, not {len(texts)}")
    return list(texts)


def _actions(steps: Path) -> list[dict[str, str]]:
    node = steps.node
    if node is None:
        return []
    return [{"name": name, "leads": child.kind} for name, child in zip(node.names, node.children, strict=True)]


def _board(spot: Spot, steps: Path) -> list[str]:
    return [str(card) for card in (*spot.cards, *steps.cards)]


def _range(place: Place, player: int) -> dict[str, Any]:
    """What a player's hands do, those that can be here: a list for each number, a number for each hand."""
    there = np.flatnonzero(place.reach[player] > 0)
    acts = place.player == PLAYERS[player]
    return {
        "hands": [_text(hand) for hand in place.hands[player][there].tolist()],
        "reach": _numbers(place.reach[player][there], 4),
        "weights": _numbers(place.weights[player][there], 6),
        "evs": _numbers(place.evs[player][there], 3),
        "equities": _numbers(place.equities[player][there], 4),
        "strategy": [_numbers(row, 4) for row in place.strategy[:, there]] if acts else None,
        "action_evs": [_numbers(row, 3) for row in place.action_evs[:, there]] if acts else None,
    }


def _text(hand: int) -> str:
    """A hand with its higher card first."""
    return "".join(map(str, reversed([*CardSet(hand)])))


def _numbers(numbers: NDArray[np.float64], digits: int) -> list[float | None]:
    return [_number(number, digits) for number in numbers.tolist()]


def _number(number: float, digits: int) -> float | None:
    return None if isnan(number) else round(number, digits)


def _rounded(cell: object, digits: int) -> float | None:
    return _number(cell, digits) if isinstance(cell, float) else None
