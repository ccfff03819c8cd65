"""The letters by which the handouts call their rules: aliases of the rules' own names."""

from typing import Final

from fivecard.engine.rules import FOUR_WITH_AN_ACE, THREE_CARD_DRAW, Rules

RULES_BY_LETTER: Final = {"A": THREE_CARD_DRAW, "C": FOUR_WITH_AN_ACE}
"""The rules of five-card draw by the letter of the handout that has them."""


def letter_or_name(rules: Rules) -> str:
    """The letter of a handout's rules, the name of any others: what sealed records of a table call them.

    >>> from fivecard.engine import VARIANTS
    >>> letter_or_name(THREE_CARD_DRAW), letter_or_name(VARIANTS["razz"])
    ('A', 'razz')
    """
    return next((letter for letter, lettered in RULES_BY_LETTER.items() if lettered.name == rules.name), rules.name)
