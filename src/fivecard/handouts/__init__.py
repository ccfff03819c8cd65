"""What only the course handouts ask for: their titles and numbers, complex numbers, Julia sets, pictures of cards."""

from fivecard.handouts.decks import HandoutDeck
from fivecard.handouts.dialects import Handout, block_number, hand_and_type, summary, summary_value, title
from fivecard.handouts.letters import RULES_BY_LETTER, letter_or_name
from fivecard.showdown.phrases import phrase

__all__ = [
    "RULES_BY_LETTER",
    "Handout",
    "HandoutDeck",
    "block_number",
    "hand_and_type",
    "letter_or_name",
    "phrase",
    "summary",
    "summary_value",
    "title",
]
