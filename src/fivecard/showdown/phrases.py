"""A hand in the words of a file of results: all of its ranks, as handout E has them.

>>> from fivecard.evaluation import evaluate
>>> phrase(evaluate("6c 6d 6h Ks Jc"))
'three of a kind Sixes with King Jack'
"""

from fivecard.errors import ArgumentError, quoted
from fivecard.evaluation import Evaluation
from fivecard.rankings import Category


def checked_evaluation(hand: Evaluation) -> Evaluation:
    """The same, unless it is cards or something else."""
    if not isinstance(hand, Evaluation):
        raise ArgumentError(f"an Evaluation is needed, as evaluate(hand) gives it, not {quoted(hand)}")
    return hand


def phrase(hand: Evaluation) -> str:
    """Describe a hand in the manner of handout E, all of its ranks in words."""
    ranks, words = checked_evaluation(hand).ranks, [rank.word for rank in hand.all_ranks]
    match hand.category:
        case Category.ONE_PAIR:
            return f"two {ranks[0].plural} {' '.join(words[1:])}"
        case Category.TWO_PAIR:
            return f"two {ranks[0].plural} two {ranks[1].plural} {words[2]}"
        case Category.THREE_OF_A_KIND | Category.FOUR_OF_A_KIND:
            return f"{hand.category.words} {ranks[0].plural} with {' '.join(words[1:])}"
        case Category.FULL_HOUSE:
            return f"full house {ranks[0].plural} over {ranks[1].plural}"
        case _:
            name = "royal flush" if hand.is_royal else hand.category.words
            return f"{name} {' '.join(words)}".rstrip()
