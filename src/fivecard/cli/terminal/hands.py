"""Hands of a command line or of standard input, and what is known of them for programs."""

from collections.abc import Iterator

from fivecard.cards import Card, parse_cards
from fivecard.cli.terminal.dialogue import read_line
from fivecard.errors import FivecardError, HandError
from fivecard.evaluation import Evaluation, evaluate
from fivecard.rankings import Ranking


def read_hands(words: list[str], ranking: Ranking) -> Iterator[tuple[Card, ...]]:
    """Read the hands of a command line; words that could each be one card are one hand together."""
    if len(words) > 1 and "-" not in words and all(len(word.strip(",")) <= 3 for word in words):
        words = [" ".join(words)]
    for word in words:
        if word != "-":
            yield _whole_hand(parse_cards(word), ranking)
            continue
        for number, line in enumerate(iter(read_line, ""), 1):
            try:
                if line.strip():
                    yield _whole_hand(parse_cards(line.rstrip("\n")), ranking)
            except FivecardError as error:
                raise error.within(f"input line {number}") from None


def as_record(cards: tuple[Card, ...], evaluation: Evaluation) -> dict[str, object]:
    """List what is known of a hand in plain values, for JSON."""
    return {
        "ranking": evaluation.ranking.name,
        "cards": [str(card) for card in cards],
        "category": evaluation.category.words,
        "ranks": [rank.letter for rank in evaluation.ranks],
        "playing": [str(card) for card in evaluation.cards],
        "strength": evaluation.strength,
        "description": evaluation.describe(),
    }


def _whole_hand(cards: tuple[Card, ...], ranking: Ranking) -> tuple[Card, ...]:
    evaluate(cards, ranking=ranking)  # refuses what is not a hand, here where the place of it is known
    if not cards:
        raise HandError("a hand without cards")
    return cards
