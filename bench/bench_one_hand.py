"""One hand from Python, cards prepared as each library likes them: bench/run.sh bench/bench_one_hand.py."""

import random
from collections.abc import Callable, Sequence
from typing import Any

import eval7
import pokerkit
import treys
from phevaluator import evaluate_cards

from fivecard import evaluate, reference, strength
from fivecard.cards import ALL_CARDS, TEN_AS_NUMBER, Card
from harness import Contender, keep, report

HANDS = 2_000


def contender(name: str, ask: Callable[[Any], object], hands: Sequence[Any], items: int = HANDS) -> Contender:
    def work() -> object:
        return [ask(hand) for hand in hands[:items]]

    return Contender(name, work, items)


def contenders(hands: list[tuple[Card, ...]]) -> list[Contender]:
    texts = [[str(card) for card in hand] for hand in hands]
    eval7_hands = [[eval7.Card(text) for text in hand] for hand in texts]
    treys_hands = [[treys.Card.new(text) for text in hand] for hand in texts]
    treys_evaluator = treys.Evaluator()
    pokerkit_hands = ["".join(hand) for hand in texts]
    return [
        contender("fivecard.strength", strength, hands),
        contender("fivecard.evaluate", evaluate, hands),
        contender("fivecard.strength (text)", strength, [" ".join(hand) for hand in texts]),
        contender("fivecard.evaluate (text)", evaluate, [" ".join(hand) for hand in texts]),
        contender(
            "fivecard.strength (text with symbols)", strength, list(map(TEN_AS_NUMBER.with_symbols().join, hands))
        ),
        contender("phevaluator.evaluate_cards (texts)", lambda hand: evaluate_cards(*hand), texts),
        contender(
            "phevaluator.evaluate_cards (ids)",
            lambda hand: evaluate_cards(*hand),
            [[card.id for card in hand] for hand in hands],
        ),
        contender("eval7.evaluate", eval7.evaluate, eval7_hands),
        contender("treys.Evaluator.evaluate", lambda hand: treys_evaluator.evaluate(hand[:2], hand[2:]), treys_hands),
        contender(
            "pokerkit.StandardHighHand.from_game",
            lambda hand: pokerkit.StandardHighHand.from_game(hand[:4], hand[4:]),
            pokerkit_hands,
            items=40,
        ),
        contender("fivecard.reference.evaluate", reference.evaluate, hands, items=20),
    ]


if __name__ == "__main__":
    source = random.Random(1)
    for count in (5, 7):
        sample = [tuple(source.sample(ALL_CARDS, count)) for _ in range(HANDS)]
        seconds = report(f"One hand of {count} cards a call", contenders(sample))
    keep({"call7": 1e-6 / seconds["fivecard.strength"], "eval7_call7": 1e-6 / seconds["eval7.evaluate"]})
