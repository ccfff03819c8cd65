"""What other libraries do with the same hands: the facts of the README's table, by running them.

bench/run.sh bench/features.py
"""

import re
from collections.abc import Callable
from importlib import import_module
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from pkgutil import iter_modules

TWICE = ["As", "As", "Kd", "Qh", "2c", "3c", "4d"]


def attempt(work: Callable[[], object]) -> str:
    """Give what comes of it, in a few words."""
    try:
        return f"gives {work()!r}"[:60]
    except Exception as error:
        return f"raises {type(error).__name__}: {error}"[:70]


def treys(cards: list[str]) -> object:
    from treys import Card, Evaluator

    numbers = [Card.new(card) for card in cards]
    return Evaluator().evaluate(numbers[:2], numbers[2:])


def eval7(cards: list[str]) -> object:
    import eval7 as library

    return library.evaluate([library.Card(card) for card in cards])


def phevaluator(cards: list[str]) -> object:
    from phevaluator import evaluate_cards

    return evaluate_cards(*cards)


def pokerkit(cards: list[str]) -> object:
    from pokerkit import StandardHighHand

    return str(StandardHighHand.from_game("".join(cards[:2]), "".join(cards[2:])))


def poker_equity(cards: list[str]) -> object:
    from poker_equity import score_batch

    return score_batch("high", ["".join(cards)])


def pypokerengine(cards: list[str]) -> object:
    from pypokerengine.engine.card import Card
    from pypokerengine.engine.hand_evaluator import HandEvaluator

    made = [Card.from_str(card[1].upper() + card[0]) for card in cards]
    return HandEvaluator.eval_hand(made[:2], made[2:])


def rlcard(cards: list[str]) -> object:
    from rlcard.games.limitholdem.utils import Hand

    hand = Hand([card[1].upper() + card[0] for card in cards])
    hand.evaluateHand()
    return hand.category


def fivecard(cards: list[str]) -> object:
    from fivecard import strength

    return strength(" ".join(cards))


LIBRARIES: dict[str, tuple[str, Callable[[list[str]], object]]] = {
    "fivecard": ("fivecard", fivecard),
    "treys": ("treys", treys),
    "eval7": ("eval7", eval7),
    "phevaluator": ("phevaluator", phevaluator),
    "pokerkit": ("pokerkit", pokerkit),
    "poker-equity": ("poker_equity", poker_equity),
    "PyPokerEngine": ("pypokerengine", pypokerengine),
    "rlcard": ("rlcard", rlcard),
}


def main() -> None:
    for name, (module, evaluate) in LIBRARIES.items():
        spec = find_spec(module)
        assert spec is not None
        assert spec.submodule_search_locations
        folder = Path(next(iter(spec.submodule_search_locations)))
        print(f"\n{name} {version(name)}")
        print(f"  seven cards      {attempt(lambda: evaluate(['As', 'Ks', 'Qs', 'Js', 'Ts', '2c', '3d']))}")  # noqa: B023
        print(f"  a card twice     {attempt(lambda: evaluate(TWICE))}")  # noqa: B023
        print(f"  five cards       {attempt(lambda: evaluate(['As', 'Ks', 'Qs', 'Js', 'Ts']))}")  # noqa: B023
        names = {*dir(import_module(module)), *(part.name for part in iter_modules([str(folder)]))}
        many = [word for word in sorted(names) if re.search("batch|array|bulk|vector", word, re.I)]
        print(f"  many at once     {', '.join(many) or 'nothing by such a name'}")
        print(f"  types            {'yes' if (folder / 'py.typed').exists() else 'no'}")


if __name__ == "__main__":
    main()
